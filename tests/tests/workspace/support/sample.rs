//! Samples by their seeds.

use isa_test_support::sample::Sample;

/// A sample that tried nothing, or always the same, would look good for ever.
#[test]
fn seeds_determine_samples_of_the_wanted_size() {
    let taken = |seed| {
        let mut sample = Sample::new(seed, false);
        let taken: Vec<u32> = (0..1000).filter(|_| sample.takes(10)).collect();
        taken
    };
    assert_eq!(taken(1), taken(1));
    assert_ne!(taken(1), taken(2));
    assert!((1..100).all(|seed| taken(seed).len() == 100));
    let chosen = |seed| Sample::new(seed, false).one_of(&[1, 2, 3, 4]).to_vec();
    let all: isa_dsl::sorted::SortedSet<_> = (0..100).map(chosen).collect();
    assert_eq!(all.len(), 4, "each is chosen by some seed, alone");
}

#[test]
fn the_whole_leaves_nothing_out() {
    let mut whole = Sample::new(1, true);
    assert!((0..1000).all(|_| whole.takes(10)));
    assert_eq!(whole.one_of(&[1, 2, 3]), [1, 2, 3]);
    assert_eq!(whole.amount(2, 30), 30);
}
