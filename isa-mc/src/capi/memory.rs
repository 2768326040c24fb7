//! A caller's pointers: all that is read or written through them.

use std::ffi::{CStr, c_char};
use std::slice;

use super::characters::cut_at_character;
use super::status::{Failure, isa_mc_error, isa_mc_status};

/// Says that a text ends with a NUL, in place of its size. The header has it from
/// `cbindgen.toml`.
pub const ISA_MC_TO_NUL: usize = usize::MAX;

/// What can be pointed to: not NULL, and aligned.
fn is_usable<T>(pointer: *const T) -> bool {
    !pointer.is_null() && pointer.is_aligned()
}

/// The caller's bytes. NULL is no bytes at all.
///
/// # Safety
///
/// `data` is NULL, or can be read for `size` bytes as long as `'a`.
pub(super) unsafe fn bytes<'a>(
    data: *const u8,
    size: usize,
    name: &str,
) -> Result<&'a [u8], Failure> {
    if size == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(Failure::pointer(name));
    }
    if isize::try_from(size).is_err() {
        let message = format!("`{name}` cannot have {size} bytes");
        return Err(Failure::new(isa_mc_status::ISA_MC_BAD_SIZE, message));
    }
    // SAFETY: the caller promises the bytes; a slice may not be NULL or larger than
    // what was checked.
    Ok(unsafe { slice::from_raw_parts(data, size) })
}

/// The caller's bytes, which may also end with a NUL.
///
/// # Safety
///
/// As [`bytes`]; with [`ISA_MC_TO_NUL`] up to a NUL.
pub(super) unsafe fn bytes_or_to_nul<'a>(
    data: *const c_char,
    size: usize,
    name: &str,
) -> Result<&'a [u8], Failure> {
    if size != ISA_MC_TO_NUL {
        // SAFETY: as promised by the caller.
        return unsafe { bytes(data.cast(), size, name) };
    }
    if data.is_null() {
        return Err(Failure::pointer(name));
    }
    // SAFETY: the caller promises a NUL; it is not NULL.
    Ok(unsafe { CStr::from_ptr(data) }.to_bytes())
}

/// The caller's text.
///
/// # Safety
///
/// As [`bytes_or_to_nul`].
pub(super) unsafe fn text<'a>(
    data: *const c_char,
    size: usize,
    name: &str,
) -> Result<&'a str, Failure> {
    // SAFETY: as promised by the caller.
    let bytes = unsafe { bytes_or_to_nul(data, size, name) }?;
    str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let message = format!("byte {at} of `{name}` is not part of UTF-8 text");
        Failure {
            start: at,
            end: at + 1,
            ..Failure::new(isa_mc_status::ISA_MC_NOT_UTF8, message)
        }
    })
}

/// What the caller points to.
///
/// # Safety
///
/// `pointer` is NULL, or to a value that nobody changes as long as `'a`.
pub(super) unsafe fn get<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    if !is_usable(pointer) {
        return Err(Failure::pointer(name));
    }
    // SAFETY: the caller promises the value; the pointer was checked.
    Ok(unsafe { &*pointer })
}

/// The caller's values, one after the other. NULL is none at all.
///
/// # Safety
///
/// `data` is NULL, or to `count` values that nobody changes as long as `'a`.
pub(super) unsafe fn all<'a, T>(
    data: *const T,
    count: usize,
    name: &str,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    if !is_usable(data) {
        return Err(Failure::pointer(name));
    }
    let size = count.checked_mul(size_of::<T>());
    if size.is_none_or(|size| isize::try_from(size).is_err()) {
        let message = format!("`{name}` cannot have {count} entries");
        return Err(Failure::new(isa_mc_status::ISA_MC_BAD_SIZE, message));
    }
    // SAFETY: the caller promises the values; the pointer and the size were checked.
    Ok(unsafe { slice::from_raw_parts(data, count) })
}

/// What only the caller points to.
///
/// # Safety
///
/// `pointer` is NULL, or to a value that nobody else looks at as long as `'a`.
pub(super) unsafe fn get_mut<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Failure> {
    if !is_usable(pointer) {
        return Err(Failure::pointer(name));
    }
    // SAFETY: the caller promises the value; the pointer was checked.
    Ok(unsafe { &mut *pointer })
}

/// Whether a result can be stored there, before anything is done for it.
pub(super) fn check<T>(pointer: *mut T, name: &str) -> Result<(), Failure> {
    match is_usable(pointer) {
        true => Ok(()),
        false => Err(Failure::pointer(name)),
    }
}

/// Stores a value.
///
/// # Safety
///
/// `pointer` is NULL, or can be written.
pub(super) unsafe fn put<T>(pointer: *mut T, name: &str, value: T) -> Result<(), Failure> {
    check(pointer, name)?;
    // SAFETY: the caller promises the place, which need not hold a value; the
    // pointer was checked.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Stores values one after the other, as many as there is room for, and how many
/// there are.
///
/// # Safety
///
/// `place` is NULL, or can be written for `capacity` values; `count` is NULL, or can
/// be written.
pub(super) unsafe fn put_all<T>(
    place: *mut T,
    capacity: usize,
    count: *mut usize,
    values: &[T],
) -> Result<(), Failure>
where
    T: Copy,
{
    if !count.is_null() {
        // SAFETY: as promised by the caller.
        unsafe { put(count, "count", values.len()) }?;
    }
    if capacity != 0 {
        check(place, "the buffer")?;
        let room = values.len().min(capacity);
        // SAFETY: the caller promises `capacity` places, which values of Rust do not
        // overlap; the pointer was checked.
        unsafe { place.copy_from_nonoverlapping(values.as_ptr(), room) };
    }
    match capacity == 0 || values.len() <= capacity {
        true => Ok(()),
        false => Err(no_space(values.len(), capacity)),
    }
}

/// Stores a text with a NUL behind it, cut to what there is room for, and its length
/// without the NUL.
///
/// # Safety
///
/// As [`put_all`].
pub(super) unsafe fn put_text(
    place: *mut c_char,
    capacity: usize,
    length: *mut usize,
    text: &str,
) -> Result<(), Failure> {
    if !length.is_null() {
        // SAFETY: as promised by the caller.
        unsafe { put(length, "length", text.len()) }?;
    }
    let Some(room) = capacity.checked_sub(1) else {
        return Ok(());
    };
    check(place, "the buffer")?;
    let fitting = cut_at_character(text, room);
    let from = fitting.as_ptr().cast::<c_char>();
    // SAFETY: the caller promises `capacity` bytes, which texts of Rust do not overlap;
    // the text and the NUL are no more.
    unsafe {
        place.copy_from_nonoverlapping(from, fitting.len());
        place.add(fitting.len()).write(0);
    }
    match fitting.len() == text.len() {
        true => Ok(()),
        false => Err(no_space(text.len().saturating_add(1), capacity)),
    }
}

fn no_space(need: usize, have: usize) -> Failure {
    let message = format!("{need} are needed, and there is room for {have}");
    Failure::new(isa_mc_status::ISA_MC_NO_SPACE, message)
}

/// Says how a call went, and nothing else.
///
/// # Safety
///
/// `error` is NULL, or can be written.
pub(super) unsafe fn set_status(error: *mut isa_mc_error, status: isa_mc_status) {
    if is_usable(error) {
        // SAFETY: the caller promises the place; the pointer was checked.
        unsafe { (&raw mut (*error).status).write(status) };
    }
}
