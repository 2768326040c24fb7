use super::parse_file;

#[test]
fn the_first_test() {
    let (file, errors) = parse_file(0, "space a;");
    assert_eq!((file.items.len(), errors.len()), (1, 0));
}
