//! Trees of which no text needs a second look: read as YAML, it is the tree again.
//!
//! Metadata of compilers are such trees. Whatever is not quite as plain is read to find out.

use super::node::{DEPTH, Located, Node};

/// Bytes of a key at most: YAML looks for its colon within 1,024.
const KEY: usize = 256;

/// Whether what [`write`](super::write) makes of a tree is read as this tree.
pub(super) fn is_plain(root: &Node) -> bool {
    matches!(root, Node::Map(entries) if !entries.is_empty()) && has_plain_parts(root, 1)
}

fn has_plain_parts(node: &Node, depth: usize) -> bool {
    match node {
        Node::Unsigned(_) | Node::Bool(_) => true,
        // What is not below zero is written like an unsigned number.
        Node::Int(number) => *number < 0,
        Node::Text(text) => is_plain_text(text),
        Node::List(entries) => {
            depth < DEPTH
                && entries
                    .iter()
                    .all(|it| has_plain_parts(&it.node, depth + 1))
        }
        Node::Map(entries) => {
            let is_plain = |(key, value): &(Node, Located)| {
                is_plain_key(key) && has_plain_parts(&value.node, depth + 1)
            };
            let is_ascending = entries.is_sorted_by(|(a, _), (b, _)| a.compare(b).is_lt());
            depth < DEPTH && is_ascending && entries.iter().all(is_plain)
        }
        Node::Nil | Node::Float(_) => false,
    }
}

/// Names: letters, digits, points and lines, and no digit in front.
fn is_plain_key(key: &Node) -> bool {
    let Node::Text(text) = key else {
        return false;
    };
    let mut bytes = text.bytes();
    text.len() <= KEY
        && matches!(bytes.next(), Some(b'.' | b'_' | b'a'..=b'z' | b'A'..=b'Z'))
        && bytes.all(|it| matches!(it, b'.' | b'_') || it.is_ascii_alphanumeric())
        && infers(text)
}

/// What stands as it is, or in single quotes without one inside.
fn is_plain_text(text: &str) -> bool {
    text.bytes()
        .all(|it| matches!(it, b' '..=b'~' if it != b'\''))
        && infers(text)
}

/// Whether a text is not read as anything else.
fn infers(text: &str) -> bool {
    matches!(Node::inferred(text), Ok(Node::Text(_)))
}

#[cfg(test)]
mod tests {
    use super::super::{read, write};
    use super::*;

    /// What is called plain is read as it was, whatever stands in it; what is not is
    /// most of what has other letters.
    #[test]
    fn plain_trees_are_read_as_they_are() {
        let pieces = [
            "", " ", "a", "Z", "0", "7", "-", "_", ".", ",", ":", "#", "'", "\"", "\\", "{", "}",
            "[", "]", "!", "&", "*", "%", "@", "`", "|", ">", "?", "~", "=", "<", "\t", "\n", "ä",
            "true", "null", "nan", "inf", "0x", "e5", "...", "---", ": ", " #", "//", ";",
        ];
        let mut random = Random(1);
        let (mut plain, mut other) = (0, 0);
        for _ in 0..30_000 {
            let text = |random: &mut Random| -> String {
                let count = random.below(5);
                (0..count)
                    .map(|_| pieces[random.below(pieces.len())])
                    .collect()
            };
            let key = format!("k{}", text(&mut random));
            let key = if random.below(4) == 0 {
                text(&mut random)
            } else {
                key
            };
            let value = match random.below(8) {
                0 => Node::Unsigned(random.next()),
                1 => Node::Int(-(random.below(1000) as i64)),
                2 => Node::Bool(random.below(2) == 0),
                3 => Node::List(vec![Node::Text(text(&mut random)).into()]),
                4 => Node::Map(vec![(Node::Text("k".into()), Node::List(vec![]).into())]),
                _ => Node::Text(text(&mut random)),
            };
            let root = Node::Map(vec![
                (Node::Text(".name".into()), Node::Text("k x".into()).into()),
                (Node::Text(key), value.into()),
            ]);
            if !is_plain(&root) {
                other += 1;
                continue;
            }
            plain += 1;
            let text = write::document(&root);
            let again = read::document(&text).expect(&text);
            assert_eq!(
                format!("{:?}", bare(&again.node)),
                format!("{:?}", bare(&root)),
                "{text}"
            );
        }
        assert!(plain > 3000 && other > 3000, "{plain} and {other}");
    }

    /// A tree without its places.
    fn bare(node: &Node) -> Node {
        match node {
            Node::List(entries) => {
                Node::List(entries.iter().map(|it| bare(&it.node).into()).collect())
            }
            Node::Map(entries) => Node::Map(
                entries
                    .iter()
                    .map(|(key, value)| (bare(key), bare(&value.node).into()))
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    /// Numbers without a pattern.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
            self.0 = next.wrapping_add(1_442_695_040_888_963_407);
            self.0 >> 33
        }

        fn below(&mut self, count: usize) -> usize {
            (self.next() % count as u64) as usize
        }
    }
}
