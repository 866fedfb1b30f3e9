//! Files of other tools.

pub mod mahimahi;
