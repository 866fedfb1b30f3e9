//! Deterministic simulator of TCP over lossy multihop networks.
