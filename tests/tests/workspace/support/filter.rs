//! Patterns of names.

use isa_test_support::filter::{Filter, fits};

#[test]
fn patterns_choose_by_name_and_format() {
    let filter = Filter::families("VOP3*, loads");
    assert!(filter.has_family("vector_add", "VOP3"));
    assert!(filter.has_family("scalar_loads", "SMEM"));
    assert!(!filter.has_family("vector_add", "SVOP3"));
    assert!(filter.has_processor("gfx900") && !filter.is_all());
    assert!(Filter::default().has_family("any", "ANY") && Filter::default().is_all());
    assert!(fits("v*_e*4", "v_add_e64") && !fits("v*_e*4", "v_add_e32"));
}
