//! What instructions do, one by one and as programs.

mod buffer_formats;
mod dispatch;
mod every_instruction;
mod half_overflow;
mod images;
mod indexed_registers;
mod order_and_faults;
mod particular_operations;
mod running;
mod special_sources;
mod vector_division;
mod visa_meaning;
