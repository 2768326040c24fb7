//! Sources, objects and what they hold: the assembler, the disassembler, the loader.

mod assembler_fuzz;
mod assembly_threads;
mod debug_information;
mod directives;
mod disassembly;
mod disassembly_threads;
mod file_allocations;
mod hostile_objects;
mod listings;
mod loading;
mod metadata;
mod object_facts;
mod visa_files;
