//! Architectures by name, where instructions of one name do not do the same on all of them.

/// RDNA.
pub fn is_rdna(arch: &str) -> bool {
    arch.starts_with("rdna")
}

/// RDNA 3, and whatever came after it.
pub fn is_rdna3(arch: &str) -> bool {
    arch.starts_with("rdna3") || arch == "rdna4"
}

/// What does as GCN 1.4: that, and whatever came after it.
pub fn is_newer(arch: &str) -> bool {
    arch == "gcn1.4" || is_rdna(arch)
}
