//! The language of `--arg`.

use std::path::PathBuf;

use super::number::{Type, meant, size};
use crate::image::{Format, Image};

/// The largest buffer in bytes.
const MAX_BUFFER: u64 = 4 << 30;

/// An argument as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// A number.
    Number {
        /// Its type.
        kind: Type,
        /// As it lies in memory.
        bytes: Vec<u8>,
    },
    /// A value of any kind, as it lies in memory.
    Bytes(Vec<u8>),
    /// A buffer.
    Buffer(Buffer),
    /// No buffer: an address of zero.
    Null,
    /// As many bytes of local memory.
    Local(u32),
}

/// A buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buffer {
    /// What it holds before.
    pub contents: Contents,
    /// Where it is written to afterwards.
    pub out: Option<PathBuf>,
    /// As what it is shown afterwards.
    pub show: Option<Type>,
    /// What its elements are, if it is an image.
    pub image: Option<Shape>,
}

/// What the elements of a buffer are that is an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The format of an element.
    pub format: Format,
    /// Elements of a row, rows of a layer, layers.
    pub size: [u32; 3],
}

impl Shape {
    /// The image that a buffer of that many bytes at an address is.
    ///
    /// # Errors
    ///
    /// In words, if it has another number of bytes.
    pub fn image(self, address: u64, bytes: u64) -> Result<Image, String> {
        let Shape { format, size } = self;
        let image = Image {
            address,
            size,
            format,
        };
        match image.bytes() {
            Some(wanted) if wanted == bytes => Ok(image),
            wanted => {
                let [x, y, z] = size;
                let wanted = wanted.map_or("too many".to_owned(), |it| it.to_string());
                Err(format!(
                    "an image of {x} by {y} by {z} elements of {format} has {wanted} bytes, and the buffer {bytes}"
                ))
            }
        }
    }
}

/// What a buffer holds before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contents {
    /// What is in a file.
    File(PathBuf),
    /// As many zeros.
    Zero(u64),
    /// As many bytes that nobody has written.
    Empty(u64),
    /// As many bytes that look random.
    Random {
        /// How many.
        bytes: u64,
        /// What says which.
        seed: u64,
    },
    /// These.
    Values(Vec<u8>),
}

/// Keys of a buffer that are no types.
const KEYS: [&str; 8] = [
    "file", "zero", "empty", "random", "seed", "out", "show", "image",
];

/// What an argument may begin with, besides types.
const KINDS: [&str; 4] = ["buffer", "local", "bytes", "null"];

/// Reads an argument.
pub fn parse(text: &str) -> Result<Argument, String> {
    if text == "null" {
        return Ok(Argument::Null);
    }
    let Some((kind, rest)) = text.split_once(':') else {
        let words = KINDS.into_iter().chain(Type::names());
        return Err(format!(
            "expected a kind and `:`, as i32:5 or buffer:zero=4096{}",
            meant(text, words)
        ));
    };
    if let Some(kind) = Type::named(kind) {
        let bytes = kind.parse(rest)?;
        return Ok(Argument::Number { kind, bytes });
    }
    match kind {
        "buffer" => buffer(rest).map(Argument::Buffer),
        "local" => {
            let bytes = size(rest)?;
            let small = u32::try_from(bytes);
            let small = small.map_err(|_| format!("{bytes} bytes are more than any local memory"));
            small.map(Argument::Local)
        }
        "bytes" => hexadecimal(rest).map(Argument::Bytes),
        _ => {
            let words = KINDS.into_iter().chain(Type::names());
            Err(format!(
                "`{kind}` is no kind of argument{}\nkinds: {}, buffer, local, bytes, null",
                meant(kind, words),
                Type::names().collect::<Vec<_>>().join(", ")
            ))
        }
    }
}

fn buffer(text: &str) -> Result<Buffer, String> {
    let (mut contents, mut out, mut show, mut seed, mut image) = (None, None, None, None, None);
    for part in parts(text) {
        let (key, value) = part.split_once('=').ok_or_else(|| {
            format!(
                "`{part}` has no `=`: expected zero=BYTES, empty=BYTES, random=BYTES, \
                 file=PATH or TYPE=VALUES"
            )
        })?;
        let new = match key {
            "out" | "show" | "seed" | "image" => None,
            "file" => Some(Contents::File(path(value)?)),
            "zero" => Some(Contents::Zero(limited(value)?)),
            "empty" => Some(Contents::Empty(limited(value)?)),
            "random" => Some(Contents::Random {
                bytes: limited(value)?,
                seed: 0,
            }),
            _ => match Type::named(key) {
                Some(kind) => Some(Contents::Values(values(kind, value)?)),
                None => {
                    let words = KEYS.into_iter().chain(Type::names());
                    let meant = meant(key, words);
                    return Err(format!("a buffer has no `{key}`{meant}"));
                }
            },
        };
        let is_repeated = match key {
            "out" => out.replace(path(value)?).is_some(),
            "show" => show.replace(kind_named(value)?).is_some(),
            "seed" => seed.replace(seed_of(value)?).is_some(),
            "image" => image.replace(shape(value)?).is_some(),
            _ => false,
        };
        if is_repeated {
            return Err(format!("`{key}` stands there twice"));
        }
        if let Some(new) = new
            && contents.replace(new).is_some()
        {
            return Err(format!(
                "`{key}`: the buffer has contents already; give one of file, zero, empty, \
                 random and TYPE=VALUES"
            ));
        }
    }
    let mut contents = contents.ok_or(
        "the buffer has no contents: give zero=BYTES, empty=BYTES, random=BYTES, file=PATH or \
         TYPE=VALUES",
    )?;
    if let Some(given) = seed {
        match &mut contents {
            Contents::Random { seed, .. } => *seed = given,
            _ => return Err("`seed` is for random=BYTES".to_owned()),
        }
    }
    Ok(Buffer {
        contents,
        out,
        show,
        image,
    })
}

/// `rgba8unorm:16x8`: a format, and elements in one to three dimensions.
fn shape(value: &str) -> Result<Shape, String> {
    let (format, size) = value.split_once(':').ok_or_else(|| {
        format!(
            "`{value}` is no image: expected a format and how many elements, as rgba8unorm:16x8"
        )
    })?;
    let format = Format::named(format).ok_or_else(|| {
        let names: Vec<String> = Format::all().map(|it| it.to_string()).collect();
        let meant = meant(format, names.iter().map(String::as_str));
        let names = names.join(", ");
        format!("`{format}` is no format{meant}\nformats: {names}")
    })?;
    let mut all = [1; 3];
    let counts: Vec<&str> = size.split('x').collect();
    let numbers = counts.iter().map(|it| it.parse().ok().filter(|&it| it > 0));
    let numbers: Option<Vec<u32>> = numbers.collect();
    match numbers {
        Some(numbers) if numbers.len() <= all.len() => {
            all[..numbers.len()].copy_from_slice(&numbers);
            Ok(Shape { format, size: all })
        }
        _ => Err(format!(
            "`{size}` is no size: expected elements in one to three dimensions, as 16x8"
        )),
    }
}

/// What stands between commas; two commas are one in a name.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            ',' if letters.next_if_eq(&',').is_none() => parts.push(String::new()),
            _ => {
                if let Some(last) = parts.last_mut() {
                    last.push(letter);
                }
            }
        }
    }
    parts
}

fn path(value: &str) -> Result<PathBuf, String> {
    match value {
        "" => Err("expected the name of a file".to_owned()),
        "-" => Err("a buffer is a file, not standard input or output".to_owned()),
        _ => Ok(PathBuf::from(value)),
    }
}

fn limited(value: &str) -> Result<u64, String> {
    let bytes = size(value)?;
    match bytes <= MAX_BUFFER {
        true => Ok(bytes),
        false => Err(format!(
            "{bytes} bytes are too many: a buffer has 4 GiB at most"
        )),
    }
}

fn seed_of(value: &str) -> Result<u64, String> {
    value
        .parse()
        .map_err(|_| format!("`{value}` is no seed: expected a number up to 2^64 - 1"))
}

fn kind_named(value: &str) -> Result<Type, String> {
    Type::named(value).ok_or_else(|| {
        let names = Type::names().collect::<Vec<_>>().join(", ");
        let meant = meant(value, Type::names());
        format!("`{value}` is no type{meant}\ntypes: {names}")
    })
}

/// Numbers between blanks.
fn values(kind: Type, text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for word in text.split_whitespace() {
        bytes.extend(kind.parse(word)?);
    }
    match bytes.is_empty() {
        true => Err(format!(
            "expected numbers of type {}, with blanks between",
            kind.name()
        )),
        false => Ok(bytes),
    }
}

fn hexadecimal(text: &str) -> Result<Vec<u8>, String> {
    let wrong = || format!("`{text}` is no row of bytes: expected two hexadecimal digits each");
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.is_empty() || !rest.is_empty() {
        return Err(wrong());
    }
    let digit = |it: u8| char::from(it).to_digit(16);
    let byte = |&[high, low]: &[u8; 2]| Some((digit(high)? << 4 | digit(low)?) as u8);
    pairs
        .iter()
        .map(byte)
        .collect::<Option<_>>()
        .ok_or_else(wrong)
}

impl Contents {
    /// The bytes of contents that look random; always the same for a seed.
    pub fn random(bytes: u64, seed: u64) -> Vec<u8> {
        let mut state = seed;
        let mut out = Vec::with_capacity(bytes as usize + 8);
        while (out.len() as u64) < bytes {
            // A step of SplitMix64.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            out.extend((mixed ^ mixed >> 31).to_le_bytes());
        }
        out.truncate(bytes as usize);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Buffer {
        match parse(text) {
            Ok(Argument::Buffer(buffer)) => buffer,
            other => panic!("{text}: {other:?}"),
        }
    }

    /// Every kind of argument, as the help shows it.
    #[test]
    fn arguments_are_read() {
        let five = Argument::Number {
            kind: Type::named("i32").expect("a type"),
            bytes: vec![5, 0, 0, 0],
        };
        assert_eq!(parse("i32:5"), Ok(five));
        assert_eq!(parse("local:1K"), Ok(Argument::Local(1024)));
        assert_eq!(
            parse("bytes:00ff7F"),
            Ok(Argument::Bytes(vec![0, 255, 127]))
        );
        assert_eq!(parse("null"), Ok(Argument::Null));
        let buffer = read("buffer:random=64,seed=7,out=a,,b.bin,show=f32");
        assert_eq!(buffer.contents, Contents::Random { bytes: 64, seed: 7 });
        assert_eq!(buffer.out, Some(PathBuf::from("a,b.bin")));
        assert_eq!(buffer.show, Type::named("f32"));
        let buffer = read("buffer:zero=512,image=rgba8unorm:16x8");
        let shape = buffer.image.expect("an image");
        assert_eq!(shape.size, [16, 8, 1]);
        assert_eq!(shape.format.to_string(), "rgba8unorm");
        assert!(shape.image(0, 512).is_ok());
        let error = shape.image(0, 500).expect_err("too few bytes");
        assert_eq!(
            error,
            "an image of 16 by 8 by 1 elements of rgba8unorm has 512 bytes, and the buffer 500"
        );
        let buffer = read("buffer:u16=1 2 0xffff");
        assert_eq!(
            buffer.contents,
            Contents::Values(vec![1, 0, 2, 0, 255, 255])
        );
    }

    /// Each mistake is told with what was expected.
    #[test]
    fn mistakes_are_told() {
        for (text, wanted) in [
            ("5", "expected a kind and `:`"),
            ("bufer:zero=4", "did you mean `buffer`?"),
            ("i31:5", "did you mean `i32`?"),
            (
                "buffer:zreo=4",
                "a buffer has no `zreo`; did you mean `zero`?",
            ),
            ("buffer:", "has no `=`"),
            ("buffer:out=x", "the buffer has no contents"),
            (
                "buffer:zero=4,random=4",
                "`random`: the buffer has contents already",
            ),
            ("buffer:zero=4,seed=1", "`seed` is for random=BYTES"),
            ("buffer:zero=4,show=f31", "did you mean `f32`?"),
            ("buffer:zero=4,out=a,out=b", "`out` stands there twice"),
            ("buffer:zero=5G", "4 GiB at most"),
            ("buffer:f32=", "expected numbers of type f32"),
            ("buffer:f32=1 x", "`x` is no f32"),
            ("buffer:file=", "expected the name of a file"),
            (
                "buffer:zero=4,image=r8uint",
                "expected a format and how many",
            ),
            ("buffer:zero=4,image=r8unt:4", "did you mean `r8uint`?"),
            ("buffer:zero=4,image=r8uint:4x", "`4x` is no size"),
            ("buffer:zero=4,image=r8uint:4x0", "`4x0` is no size"),
            (
                "buffer:zero=4,image=r8uint:1x1x1x4",
                "one to three dimensions",
            ),
            ("local:5G", "more than any local memory"),
            ("bytes:0", "two hexadecimal digits each"),
            ("bytes:", "two hexadecimal digits each"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(wanted), "{text}: {error}");
        }
    }

    /// A seed says all bytes, and a longer buffer begins alike.
    #[test]
    fn random_bytes_are_fixed() {
        assert_eq!(Contents::random(3, 7), Contents::random(11, 7)[..3]);
        assert_ne!(Contents::random(8, 7), Contents::random(8, 8));
        // The first number of SplitMix64 from zero, as its authors give it.
        assert_eq!(
            Contents::random(8, 0),
            0xe220_a839_7b1d_cdaf_u64.to_le_bytes()
        );
    }
}
