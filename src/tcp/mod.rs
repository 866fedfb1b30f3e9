//! TCP endpoints.

pub mod receiver;
