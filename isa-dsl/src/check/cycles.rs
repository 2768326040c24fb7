//! Declarations that contain themselves, directly or through others.

/// The names that close a circle, in the order of the walk. `contained` gives
/// what a declaration contains, with the name by which it does.
///
/// The walk keeps its own stack: a description may nest deeper than the
/// machine's.
pub fn find<T: Copy>(count: usize, contained: impl Fn(usize) -> Vec<(usize, T)>) -> Vec<T> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = vec![State::New; count];
    let mut found = Vec::new();
    for start in 0..count {
        if state[start] != State::New {
            continue;
        }
        state[start] = State::Open;
        let mut path = vec![(start, contained(start).into_iter())];
        while let Some((at, rest)) = path.last_mut() {
            match rest.next() {
                None => {
                    state[*at] = State::Done;
                    path.pop();
                }
                Some((next, name)) => match state[next] {
                    State::Open => found.push(name),
                    State::Done => {}
                    State::New => {
                        state[next] = State::Open;
                        path.push((next, contained(next).into_iter()));
                    }
                },
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn a_circle_is_reported_once_and_a_diamond_is_none() {
        // 0 → 1 → 2 → 0, 3 → 4, 3 → 5 → 4, 6 → 6
        let edges = [
            vec![1],
            vec![2],
            vec![0],
            vec![4, 5],
            vec![],
            vec![4],
            vec![6],
        ];
        let contained = |index: usize| edges[index].iter().map(|&to| (to, (index, to))).collect();
        assert_eq!(find(edges.len(), contained), [(2, 0), (6, 6)]);
    }

    /// Deeper than any stack.
    #[test]
    fn long_chains_need_no_stack() {
        let chain = |index: usize| vec![(index + 1, ())];
        let last = 300_000;
        let contained = |index| {
            if index == last {
                Vec::new()
            } else {
                chain(index)
            }
        };
        assert!(find(last + 1, contained).is_empty());
    }
}
