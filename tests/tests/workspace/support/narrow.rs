//! Formats of few bits, in plain Rust.

use isa_test_execution::meaning::narrow::Format;

/// The ends of each format, as its specification has them.
#[test]
fn formats_end_where_they_should() {
    let at = |name, open| Format::named(name, open).expect("a format");
    let top = |format: Format| format.of(format.greatest());
    assert_eq!(top(at("fp8", true)).to_bits(), 448.0_f64.to_bits());
    assert_eq!(top(at("fp8", false)).to_bits(), 240.0_f64.to_bits());
    assert_eq!(top(at("bf8", true)).to_bits(), 57344.0_f64.to_bits());
    assert_eq!(top(at("bf8", false)).to_bits(), 57344.0_f64.to_bits());
    assert_eq!(top(at("fp6", true)).to_bits(), 7.5_f64.to_bits());
    assert_eq!(top(at("bf6", true)).to_bits(), 28.0_f64.to_bits());
    assert_eq!(top(at("fp4", true)).to_bits(), 6.0_f64.to_bits());
    assert_eq!(at("fp8", true).of(1).to_bits(), 2.0_f64.powi(-9).to_bits());
    assert_eq!(
        at("bf8", false).of(1).to_bits(),
        2.0_f64.powi(-17).to_bits()
    );
    assert!(at("fp8", false).of(0x80).is_nan() && at("fp8", true).of(0xff).is_nan());
}
