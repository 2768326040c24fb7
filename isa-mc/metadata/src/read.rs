//! YAML text to a tree.

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span, Tag};

use super::node::{DEPTH, Fault, Located, MetadataError, Node};

/// A list or a map that is not at its end.
enum Open {
    List(Vec<Located>),
    Map {
        entries: Vec<(Node, Located)>,
        /// A key whose value comes next.
        key: Option<Node>,
    },
}

/// The only document of a text.
pub fn document(text: &str) -> Result<Located, MetadataError> {
    let mut root = None;
    // What is open, with the place where it began.
    let mut open: Vec<(Open, Marker)> = Vec::new();
    let mut end = Marker::new(0, 1, 0);
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| unreadable(&error))?;
        let here = span.start;
        end = here;
        let (node, start) = match event {
            Event::DocumentStart(_) if root.is_some() => {
                return Err(error(here, Fault::SecondDocument));
            }
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => continue,
            Event::Alias(_) => return Err(error(here, Fault::Alias)),
            Event::SequenceStart(..) => {
                push(&mut open, Open::List(Vec::new()), here)?;
                continue;
            }
            Event::MappingStart(..) => {
                let map = Open::Map {
                    entries: Vec::new(),
                    key: None,
                };
                push(&mut open, map, here)?;
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some((Open::List(entries), start)) => (Node::List(entries), start),
                Some((Open::Map { entries, .. }, start)) => (Node::Map(entries), start),
                None => return Err(error(here, Fault::Yaml("an end without a start".into()))),
            },
            Event::Scalar(text, style, _, tag) => {
                // Keys are read as if they had no tag.
                let is_key = matches!(open.last(), Some((Open::Map { key: None, .. }, _)));
                let tag = tag.filter(|_| !is_key);
                (scalar(&text, style, tag.as_deref(), span)?, here)
            }
        };
        let value = Located {
            node,
            line: start.line(),
            column: start.col() + 1,
        };
        match open.last_mut() {
            None => root = Some(value),
            Some((Open::List(entries), _)) => entries.push(value),
            Some((Open::Map { entries, key }, _)) => match key.take() {
                None => *key = Some(new_key(entries, value)?),
                Some(key) => {
                    let at = entries.partition_point(|it| it.0.compare(&key).is_lt());
                    entries.insert(at, (key, value));
                }
            },
        }
    }
    root.ok_or_else(|| error(end, Fault::Empty))
}

fn push(open: &mut Vec<(Open, Marker)>, it: Open, here: Marker) -> Result<(), MetadataError> {
    if open.len() == DEPTH {
        return Err(error(here, Fault::Depth));
    }
    open.push((it, here));
    Ok(())
}

fn scalar(
    text: &str,
    style: ScalarStyle,
    tag: Option<&Tag>,
    span: Span,
) -> Result<Node, MetadataError> {
    if text.is_empty() && style == ScalarStyle::Plain {
        return Err(error(span.start, Fault::MissingValue));
    }
    let node = match tag {
        None => Node::inferred(text),
        Some(tag) if tag.is_yaml_core_schema() => Node::tagged(text, &format!("!!{}", tag.suffix)),
        Some(tag) => Node::tagged(text, &format!("{}{}", tag.handle, tag.suffix)),
    };
    node.map_err(|fault| error(span.start, fault))
}

fn new_key(entries: &[(Node, Located)], key: Located) -> Result<Node, MetadataError> {
    if matches!(key.node, Node::List(_) | Node::Map(_)) {
        return Err(key.error(Fault::Key));
    }
    let same = |it: &(Node, Located)| it.0.compare(&key.node);
    match entries.binary_search_by(same) {
        Ok(_) => Err(key.error(Fault::Duplicate(super::write::plain(&key.node)))),
        Err(_) => Ok(key.node),
    }
}

fn unreadable(scan: &ScanError) -> MetadataError {
    error(*scan.marker(), Fault::Yaml(scan.info().to_owned()))
}

fn error(here: Marker, fault: Fault) -> MetadataError {
    MetadataError {
        line: here.line(),
        column: here.col() + 1,
        fault,
    }
}
