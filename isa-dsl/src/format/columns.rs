//! Lines of one kind below one another have straight columns.

use crate::sorted::{SortedMap, sort_by_key};

use super::lines::{Line, LineKind};
use super::pieces::{Piece, PieceKind};

/// Blanks between the columns of a table of opcodes that was crooked.
const TABLE_GAP: usize = 2;

/// What lines have in common: the sort of a piece, how many brackets of the line are open in
/// front of it, and how many of that sort stand there before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Column {
    sort: Sort,
    brackets: usize,
    ordinal: usize,
}

/// Sorts of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    /// The arguments of a row.
    Arguments,
    /// A number below the architectures of `opcodes`; or those.
    Opcode,
    /// A sign, bracket, string or comment that stands for itself, by what it begins with.
    Mark(&'static str),
    /// A word or number, of which nobody knows whether it belongs to the one above.
    Other,
}

/// A piece in a column.
#[derive(Debug, Clone, Copy)]
struct Cell {
    line: usize,
    piece: usize,
    /// How many characters it takes, with what clings to it.
    width: usize,
}

/// Makes columns straight, and all other gaps one blank.
///
/// Where columns of different lines stand in different orders, making one straight can make
/// another one crooked, and so on for ever: without `straighten` only those columns are made
/// straight in which most lines are already.
pub fn align(lines: &mut [Line<'_>], straighten: bool) {
    let mut done = vec![false; lines.len()];
    for first in 0..lines.len() {
        if done[first] {
            continue;
        }
        let members = run(lines, first);
        for &member in &members {
            done[member] = true;
        }
        align_run(lines, &members, straighten);
    }
}

/// The lines that are laid out together with a first one: their indices.
fn run(lines: &[Line<'_>], first: usize) -> Vec<usize> {
    let begins = &lines[first];
    let mut members = vec![first];
    let table = begins.kind == LineKind::Row;
    for (index, line) in lines.iter().enumerate().skip(first + 1) {
        let same = line.kind == begins.kind && line.depth == begins.depth;
        let within = line.depth > begins.depth;
        let passed = match line.kind {
            // A table goes on to the end of its block, whatever stands between its rows.
            LineKind::Blank => table,
            LineKind::Comment => line.depth > 0,
            LineKind::Continues => table || begins.opens == 0 && !within,
            LineKind::Starts(_) | LineKind::Row => table && within,
        };
        if same {
            members.push(index);
        } else if !passed || (table && line.depth < begins.depth) {
            break;
        }
    }
    members
}

fn align_run(lines: &mut [Line<'_>], members: &[usize], straighten: bool) {
    let mut columns: SortedMap<Column, Vec<Cell>> = SortedMap::new();
    let opcodes = opcode_columns(lines, members);
    for &member in members {
        for (column, cell) in cells(member, &lines[member], opcodes) {
            columns.entry(column).or_default().push(cell);
        }
    }
    // What stands further left comes first: it moves what is behind it.
    let mut order: Vec<(usize, Column)> = columns
        .iter()
        .map(|(column, cells)| {
            let pieces: usize = cells.iter().map(|cell| cell.piece).sum();
            (pieces * 1000 / cells.len(), *column)
        })
        .collect();
    sort_by_key(&mut order, |it| *it);
    for (_, column) in order {
        let Some(cells) = columns.get(&column) else {
            continue;
        };
        let kind = lines[cells[0].line].kind;
        match column.sort {
            Sort::Opcode => align_right(lines, cells),
            Sort::Arguments => align_arguments(lines, cells),
            Sort::Mark(mark) => {
                // What is assigned or compared in pseudocode is in no column, unless its
                // writer put it into one.
                let loose = mark == "=" && kind == LineKind::Starts("")
                    || mark == "\"" && !matches!(kind, LineKind::Starts("asm") | LineKind::Row);
                let wide = |it: &&Cell| !loose || lines[it.line].pieces[it.piece].gap > 1;
                let cells: Vec<Cell> = cells.iter().filter(wide).copied().collect();
                let straighten =
                    straighten && matches!(kind, LineKind::Row | LineKind::Starts("operand"));
                align_left(lines, &cells, straighten);
            }
            Sort::Other => {}
        }
    }
}

/// How many architectures the `opcodes` of a run name.
fn opcode_columns(lines: &[Line<'_>], members: &[usize]) -> usize {
    let first = members.first().map(|first| &lines[*first]);
    let is_head = |line: &&Line<'_>| line.pieces.first().is_some_and(|it| it.text == "opcodes");
    let heads = first.filter(is_head);
    heads.map_or(0, |line| {
        line.pieces[1..]
            .iter()
            .filter(|piece| piece.gap > 0 && piece.kind != PieceKind::Comment)
            .count()
    })
}

/// The pieces of a line that may stand in columns.
fn cells(line: usize, of: &Line<'_>, opcodes: usize) -> Vec<(Column, Cell)> {
    let pieces = &of.pieces;
    let head = pieces.first().is_some_and(|piece| piece.text == "opcodes");
    let row = of.kind == LineKind::Row;
    let mut brackets = 0_usize;
    let mut seen: SortedMap<(Sort, usize), usize> = SortedMap::new();
    let mut cells = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        if piece.kind == PieceKind::Close {
            brackets = brackets.saturating_sub(1);
        }
        let before = brackets;
        if piece.kind == PieceKind::Open {
            brackets += 1;
        }
        let counted = |sort| seen.get(&(sort, 0)).copied().unwrap_or(0);
        let opcode = row
            && before == 0
            && index > 0
            && counted(Sort::Opcode) < opcodes
            && (if head {
                piece.kind != PieceKind::Comment
            } else {
                piece.kind == PieceKind::Number || piece.text == "-"
            });
        let sort = match index {
            1 if row && piece.text == "(" => Sort::Arguments,
            1 if of.kind == LineKind::Starts("operand") => Sort::Mark("name"),
            _ if opcode => Sort::Opcode,
            // The arrows of its source modifiers are in no column.
            _ if piece.text == "->" && counted(Sort::Mark(":")) > 0 => Sort::Other,
            _ => sort(piece),
        };
        if index == 0 || piece.gap == 0 {
            continue;
        }
        let ordinal = seen.entry((sort, before)).or_default();
        let column = Column {
            sort,
            brackets: before,
            ordinal: *ordinal,
        };
        *ordinal += 1;
        let width = match sort {
            Sort::Opcode => width(&pieces[index..], |next| next.gap == 0 && next.text != ";"),
            Sort::Arguments => width(&pieces[index..], |next| next.kind != PieceKind::Close) + 1,
            _ => piece.width(),
        };
        cells.push((
            column,
            Cell {
                line,
                piece: index,
                width,
            },
        ));
    }
    cells
}

/// How many characters the first piece takes with those behind it that belong to it.
fn width(pieces: &[Piece<'_>], belongs: fn(&&Piece<'_>) -> bool) -> usize {
    let rest = pieces.iter().skip(1).take_while(belongs);
    pieces.first().map_or(0, Piece::width) + rest.map(|it| it.gap + it.width()).sum::<usize>()
}

fn sort(piece: &Piece<'_>) -> Sort {
    const MARKS: &[&str] = &["@", ":", "=", "=>", "->", "?", "{", "["];
    match piece.kind {
        PieceKind::Comment => Sort::Mark("//"),
        PieceKind::Text => Sort::Mark("\""),
        _ => (MARKS.iter().find(|mark| **mark == piece.text))
            .map_or(Sort::Other, |mark| Sort::Mark(mark)),
    }
}

/// Where the piece in front of a cell ends.
fn end_before(lines: &[Line<'_>], cell: &Cell) -> usize {
    let line = &lines[cell.line];
    let before = line.pieces[..cell.piece].iter().enumerate();
    line.indent
        + before
            .map(|(index, it)| it.width() + if index > 0 { it.gap } else { 0 })
            .sum::<usize>()
}

/// The place at which more than half of them are.
fn usual(places: &[usize]) -> Option<usize> {
    let mut counts: SortedMap<usize, usize> = SortedMap::new();
    for place in places {
        *counts.entry(*place).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.filter(|(_, count)| count * 2 > places.len())
        .map(|(place, _)| place)
}

/// Opcodes end where the one above ends.
fn align_right(lines: &mut [Line<'_>], cells: &[Cell]) {
    let least = |lines: &[Line<'_>], gap: usize| {
        cells
            .iter()
            .map(|cell| end_before(lines, cell) + gap + cell.width)
            .max()
            .unwrap_or(0)
    };
    let ends: Vec<usize> = cells
        .iter()
        .map(|cell| end_before(lines, cell) + lines[cell.line].pieces[cell.piece].gap + cell.width)
        .collect();
    let end = usual(&ends)
        .filter(|end| *end >= least(lines, 1))
        .unwrap_or_else(|| least(lines, TABLE_GAP));
    for cell in cells {
        let before = end_before(lines, cell);
        lines[cell.line].pieces[cell.piece].gap = end - before - cell.width;
    }
}

/// Marks begin where the one above begins, if that is where most of them do.
fn align_left(lines: &mut [Line<'_>], cells: &[Cell], straighten: bool) {
    let gap = |lines: &[Line<'_>], cell: &Cell| lines[cell.line].pieces[cell.piece].gap;
    if cells.len() < 2 || cells.iter().all(|cell| gap(lines, cell) < 2) {
        return;
    }
    let places: Vec<usize> = cells
        .iter()
        .map(|cell| end_before(lines, cell) + gap(lines, cell))
        .collect();
    let table = cells
        .iter()
        .any(|cell| lines[cell.line].kind == LineKind::Row);
    let apart = if table { TABLE_GAP } else { 1 };
    let least = || {
        cells
            .iter()
            .map(|cell| end_before(lines, cell) + apart)
            .max()
    };
    let Some(column) = usual(&places).or_else(|| least().filter(|_| straighten)) else {
        return;
    };
    for cell in cells {
        let before = end_before(lines, cell);
        let piece = &mut lines[cell.line].pieces[cell.piece];
        // What is too long for the column stands behind the others.
        let beyond = piece.gap.min(apart);
        piece.gap = if before < column {
            column - before
        } else {
            beyond
        };
    }
}

/// The arguments of rows, which begin or end where those above do.
fn align_arguments(lines: &mut [Line<'_>], cells: &[Cell]) {
    let places = |lines: &[Line<'_>], width: fn(&Cell) -> usize| -> Vec<usize> {
        let gap = |cell: &Cell| lines[cell.line].pieces[cell.piece].gap;
        cells
            .iter()
            .map(|cell| end_before(lines, cell) + gap(cell) + width(cell))
            .collect()
    };
    let begin = places(lines, |_| 0);
    let end = places(lines, |cell| cell.width);
    let straight = |places: &[usize]| places.windows(2).all(|pair| pair[0] == pair[1]);
    if !straight(&begin) && (straight(&end) || usual(&begin).is_none() && usual(&end).is_some()) {
        align_right(lines, cells);
    } else {
        align_left(lines, cells, true);
    }
}
