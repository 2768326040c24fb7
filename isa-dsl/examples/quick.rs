fn main() {
    for path in std::env::args().skip(1) {
        let c = isa_dsl::compile_file(path.as_ref());
        eprint!("{}", c.errors());
        match c.tables() {
            Ok(t) => println!(
                "{} instructions {} encodings {} shapes",
                t.instructions.len(),
                t.encodings.len(),
                t.shapes.len()
            ),
            Err(e) => {
                for l in e.lines().filter(|l| l.contains("error[")).take(40) {
                    println!("{l}");
                }
            }
        }
    }
}
