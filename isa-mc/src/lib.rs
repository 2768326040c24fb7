//! The MC layer.
