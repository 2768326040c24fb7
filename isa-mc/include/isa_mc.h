// isa-mc: decode, encode, print and assemble machine instructions.
//
// Made by cbindgen of isa-mc/src/capi: do not edit.
//
// Rules that hold everywhere:
//
// - Texts come in with a size in bytes, or with ISA_MC_TO_NUL in its place if they end
//   with a NUL. They are UTF-8. NULL is a text of 0 bytes.
// - Texts go out to a buffer of the caller with room for `capacity` bytes, as with
//   snprintf: a NUL is always behind them, and `length`, which may be NULL, gets the bytes
//   of the whole text without it. If there is no room, the front of the text is written,
//   cut between characters, and the status is ISA_MC_NO_SPACE. With a capacity of 0
//   nothing is written, the buffer may be NULL, and the status is ISA_MC_OK.
// - Every pointer must be NULL, or point to what the function says, for as long as the
//   call lasts. NULL and misaligned pointers give ISA_MC_BAD_POINTER; other wrong pointers
//   cannot be found out. `error` may always be NULL.
// - A function that fails stores no result, except where it says so.
// - All but isa_mc_assembly are plain values: there is nothing to free, and what is changed
//   in them is checked when they are used. Who gets an isa_mc_assembly frees it.
// - There is no global state. Any function may be called from any thread; what a call
//   writes to must not be looked at by another thread meanwhile.


#ifndef ISA_MC_H
#define ISA_MC_H

#include <stddef.h>
#include <stdint.h>
// In place of the size of a text: it ends with a NUL.
#define ISA_MC_TO_NUL ((size_t)-1)



// Bytes of isa_mc_error.message.
#define ISA_MC_MESSAGE_SIZE 480

// Bytes of the code of an error.
#define ISA_MC_CODE_SIZE 8

// Bytes of an instruction at most.
#define ISA_MC_MAX_INSTRUCTION_SIZE 124

// Bytes of the texts of an isa_mc_operand.
#define ISA_MC_NAME_SIZE 64

// Numbers of a list at most.
#define ISA_MC_MAX_LIST 8

// What became of a call.
typedef enum isa_mc_status {
  // All is well.
  ISA_MC_OK = 0,
  // A pointer is NULL that may not be, or is not aligned for what it points to.
  ISA_MC_BAD_POINTER = 1,
  // A size is more than PTRDIFF_MAX.
  ISA_MC_BAD_SIZE = 2,
  // A text is not UTF-8.
  ISA_MC_NOT_UTF8 = 3,
  // There is nothing of that name.
  ISA_MC_UNKNOWN_NAME = 4,
  // An isa_mc_target that no function of this library gave.
  ISA_MC_BAD_TARGET = 5,
  // The machine has no syntax of that number.
  ISA_MC_BAD_SYNTAX = 6,
  // An isa_mc_instruction that is no instruction of its target.
  ISA_MC_BAD_INSTRUCTION = 7,
  // There is nothing of that number.
  ISA_MC_BAD_INDEX = 8,
  // The buffer is too small. The size that is needed was stored.
  ISA_MC_NO_SPACE = 9,
  // The bytes are no instruction of the processor.
  ISA_MC_NOT_DECODABLE = 10,
  // The bytes end within an instruction.
  ISA_MC_TRUNCATED = 11,
  // The syntax has no text that means exactly this instruction.
  ISA_MC_NOT_EXPRESSIBLE = 12,
  // The text is no instruction of the processor.
  ISA_MC_NOT_PARSABLE = 13,
  // The machine has no object files.
  ISA_MC_NO_OBJECTS = 14,
  // The source has errors; the assembly lists them.
  ISA_MC_SOURCE_ERRORS = 15,
  // A callback asked to stop.
  ISA_MC_STOPPED = 16,
  // A mistake in this library, which should not happen. The call did nothing that
  // can be relied on.
  ISA_MC_INTERNAL = 17,
} isa_mc_status;

// What an operand is.
typedef enum isa_mc_operand_kind {
  // Bits that mean nothing.
  ISA_MC_UNKNOWN = 0,
  // Registers: `file`, `first` and `count`; `text` is their name, as `s[4:5]`.
  ISA_MC_REGISTER = 1,
  // A word, as "off": `text`.
  ISA_MC_WORD = 2,
  // A number: `integer`, in the units of the text.
  ISA_MC_INTEGER = 3,
  // A floating-point constant: `floating`.
  ISA_MC_FLOAT = 4,
  // The word behind the instruction: `integer`, from 0 to 2^32 - 1.
  ISA_MC_LITERAL = 5,
  // A flag: `integer` is 0 or 1.
  ISA_MC_FLAG = 6,
  // Small numbers: the first `count` of `list`.
  ISA_MC_LIST = 7,
  // Bits with names of their own: `integer` is those bits.
  ISA_MC_STRUCT = 8,
  // No registers in this instruction; `text` is what stands in their place, if
  // anything does.
  ISA_MC_ABSENT = 9,
} isa_mc_operand_kind;

// What an instruction does with an operand.
typedef enum isa_mc_direction {
  // It reads it.
  ISA_MC_IN = 0,
  // It writes it.
  ISA_MC_OUT = 1,
  // It reads and writes it.
  ISA_MC_INOUT = 2,
  // It is a modifier: a value that the instruction holds itself.
  ISA_MC_MODIFIER = 3,
  // It is a part of an instruction that is bytes one after the other; the description
  // does not say what is done with it.
  ISA_MC_PART = 4,
} isa_mc_direction;

// How an instruction goes on.
typedef enum isa_mc_branch {
  // Behind itself.
  ISA_MC_NO_BRANCH = 0,
  // At the place that an operand says, or behind itself.
  ISA_MC_BRANCH_SOMETIMES = 1,
  // At the place that an operand says.
  ISA_MC_BRANCH_ALWAYS = 2,
} isa_mc_branch;

// What is read or written.
typedef enum isa_mc_place {
  // Registers: `kind` is their file, and `first` and `count` which; `text` is their name,
  // as `s[4:5]`.
  ISA_MC_REGISTERS = 0,
  // A state that no register holds: `text` is its name, as `SCC`.
  ISA_MC_STATE = 1,
  // Something that a file declares, by its number `first`, as a variable of vISA: `kind`
  // is what stands before the number, and `text` both, as `V40`.
  ISA_MC_DECLARED = 2,
  // Any of those of a kind: the instruction does not say which, as where an address says
  // it. `kind` and `text` are what stands before the numbers.
  ISA_MC_ANY_DECLARED = 3,
} isa_mc_place;

// How bad it is.
typedef enum isa_mc_severity {
  // There is no object.
  ISA_MC_ERROR = 0,
  // The source says so with `.warning`; nothing is changed by it.
  ISA_MC_WARNING = 1,
  // Why the text of the message before is read: which macro or file.
  ISA_MC_NOTE = 2,
} isa_mc_severity;

// What became of a source: an object, and what was said of it. It belongs to whoever
// got it from isa_mc_assemble, who frees it once with isa_mc_assembly_free. Everything
// that it gives out is there until then. It never changes, so several threads may look
// at it.
typedef struct isa_mc_assembly isa_mc_assembly;

// A file that is being asked for.
typedef struct isa_mc_file isa_mc_file;

// A processor. It is a number: copy it freely, there is nothing to free. Zero is no
// processor. Numbers may be others in another version of this library.
typedef struct isa_mc_target {
  // The number.
  uint32_t id;
} isa_mc_target;

// Why a call failed. Functions fill it in only if they fail, and set its status in
// any case.
typedef struct isa_mc_error {
  // What the function returned.
  enum isa_mc_status status;
  // The code of an error in a text, as "A0105"; else "".
  char code[ISA_MC_CODE_SIZE];
  // Where in the text or in the bytes: offset of the first byte.
  size_t start;
  // Offset behind the last byte.
  size_t end;
  // Bytes of the whole message, without the NUL.
  size_t message_length;
  // The message in UTF-8, with a NUL behind it. A longer one is cut.
  char message[ISA_MC_MESSAGE_SIZE];
} isa_mc_error;

// An instruction: a value that may be copied, stored and compared, and that there is
// nothing to free of. Its bytes may be looked at; what is changed in it is checked by
// whatever takes it (ISA_MC_BAD_INSTRUCTION).
typedef struct isa_mc_instruction {
  // Its processor.
  struct isa_mc_target target;
  // Bytes that it has.
  uint8_t size;
  // Which of the ways it is that its bytes leave open, as how many address registers
  // a text named; 0 for what was decoded.
  uint8_t choice;
  // Zero.
  uint16_t reserved;
  // Its bytes as they stand in memory; zero behind `size`.
  uint8_t bytes[ISA_MC_MAX_INSTRUCTION_SIZE];
} isa_mc_instruction;

// An operand. What its kind does not mention is zero.
typedef struct isa_mc_operand {
  // What it is.
  enum isa_mc_operand_kind kind;
  // What the instruction does with it.
  enum isa_mc_direction direction;
  // Its name in the description, as "vdst".
  char name[ISA_MC_NAME_SIZE];
  // Words; the name of registers.
  char text[ISA_MC_NAME_SIZE];
  // The source modifiers around it, the outermost first, with spaces between: "neg
  // abs".
  char modifiers[ISA_MC_NAME_SIZE];
  // The name of the register file, as "vgpr".
  char file[ISA_MC_NAME_SIZE];
  // Number of the first register in its file.
  uint16_t first;
  // How many registers, or numbers in the list.
  uint16_t count;
  // Numbers of a list.
  int16_t list[ISA_MC_MAX_LIST];
  // A number.
  int64_t integer;
  // A floating-point number.
  double floating;
} isa_mc_operand;

// What an instruction does, whatever its operands hold.
typedef struct isa_mc_description {
  // 1 if it reads memory, of whichever kind; else 0.
  uint8_t loads;
  // 1 if it writes memory; else 0.
  uint8_t stores;
  // 1 if what it does to memory is one step for whoever else accesses it; else 0.
  uint8_t atomic;
  // 1 if it goes to a label or a distance, 0 if registers hold the address. 0 without a
  // branch.
  uint8_t branches_directly;
  // How it goes on.
  enum isa_mc_branch branch;
  // The name of its family: instructions that have operands and effects in common.
  char family[ISA_MC_NAME_SIZE];
} isa_mc_description;

// Something that an instruction reads or writes. What its place does not mention is zero.
typedef struct isa_mc_access {
  // What it is.
  enum isa_mc_place place;
  // 1 if it is read; else 0.
  uint8_t reads;
  // 1 if it is written; else 0. Lanes that are not active keep what they have.
  uint8_t writes;
  // How many registers.
  uint16_t count;
  // Number of the first register in its file, or of what is declared.
  uint32_t first;
  // Name of the operand that names it, or of the part of an instruction that is bytes one
  // after the other; "" for what the instruction does not name.
  char operand[ISA_MC_NAME_SIZE];
  // File of registers, as "vgpr", or what stands before numbers of declared things.
  char kind[ISA_MC_NAME_SIZE];
  // Its text.
  char text[ISA_MC_NAME_SIZE];
} isa_mc_access;

// A line of a disassembly: an instruction, or data. It and what it points to are there
// only during the call of isa_mc_line_callback.
typedef struct isa_mc_line {
  // Where it stands: the `address` that isa_mc_disassemble was given, and the bytes
  // before it.
  uint64_t address;
  // Its bytes.
  const uint8_t *bytes;
  // How many.
  size_t size;
  // The instruction; NULL if the bytes are none.
  const struct isa_mc_instruction *instruction;
  // A statement of the assembler that means these bytes, with a NUL behind it. Data
  // if they are no instruction, or one that the syntax cannot say.
  const char *text;
  // Its bytes without the NUL.
  size_t text_length;
} isa_mc_line;

// Takes a line. It returns 0 to go on, and anything else to stop. It must not leave by
// `longjmp` or an exception.
typedef int (*isa_mc_line_callback)(void *user, const struct isa_mc_line *line);

// Takes a part of a text: `length` bytes of UTF-8, without a NUL behind them. It may end
// anywhere, also within a line or a character, and is there only during the call. It
// returns 0 to go on, and anything else to stop. It must not leave by `longjmp` or an
// exception.
typedef int (*isa_mc_text_callback)(void *user, const char *text, size_t length);

// Reads a file that a source includes: calls isa_mc_file_set with its contents and
// returns 0, or returns anything else if there is no such file. `name` is UTF-8 with a
// NUL behind it; it and `file` are there only during the call. It must not leave by
// `longjmp` or an exception.
typedef int (*isa_mc_file_callback)(void *user,
                                    const char *name,
                                    size_t name_length,
                                    struct isa_mc_file *file);

// A symbol that has a value from the start, as `--defsym NAME=VALUE` of an assembler.
typedef struct isa_mc_definition {
  // Its name.
  const char *name;
  // Its bytes, or ISA_MC_TO_NUL.
  size_t name_size;
  // Its value.
  int64_t value;
} isa_mc_definition;

// Something that is said of a source. Its texts belong to the assembly.
typedef struct isa_mc_diagnostic {
  // How bad it is.
  enum isa_mc_severity severity;
  // The code of an error, as "A0105"; else "".
  char code[ISA_MC_CODE_SIZE];
  // The file, or the macro, with a NUL behind it.
  const char *file;
  // Bytes of its name without the NUL.
  size_t file_length;
  // The line, from 1.
  uint64_t line;
  // The byte in the line, from 1.
  uint64_t column;
  // The message in UTF-8, with a NUL behind it.
  const char *message;
  // Its bytes without the NUL.
  size_t message_length;
} isa_mc_diagnostic;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of this library, as "0.1.0". It is never freed.
const char *isa_mc_version(void);

// How many processors there are, of all machines.
size_t isa_mc_target_count(void);

// The processor of a number, from 0: those of one machine are neighbours, in the order
// of its description.
//
// ISA_MC_BAD_INDEX if there is none.
enum isa_mc_status isa_mc_target_at(size_t index, struct isa_mc_target *target);

// The processor of a name, in any case: "gfx900". Features that code may be made with or
// without can stand behind it, "gfx906:sramecc+:xnack-", or it is a target id,
// "amdgcn-amd-amdhsa--gfx906:xnack-".
//
// ISA_MC_UNKNOWN_NAME if no machine has it.
enum isa_mc_status isa_mc_target_named(const char *name,
                                       size_t name_size,
                                       struct isa_mc_target *target,
                                       struct isa_mc_error *error);

// The same processor with code made with features and without others, as LLVM's `-mattr`
// says them, with commas between: "+wavefrontsize64" for wavefronts of 64 lanes, "+cumode",
// "+tgsplit", and those of target ids, "-xnack". What is said twice, the last one says.
//
// ISA_MC_UNKNOWN_NAME if there is no such feature, or the processor does not have it.
enum isa_mc_status isa_mc_target_with_features(struct isa_mc_target target,
                                               const char *features,
                                               size_t features_size,
                                               struct isa_mc_target *made,
                                               struct isa_mc_error *error);

// The features of a target that its name does not say, as "+wavefrontsize64,+cumode"; nothing
// if its processor is as usual. `length` gets its bytes without the NUL.
enum isa_mc_status isa_mc_target_features(struct isa_mc_target target,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *length);

// The name of a processor: "gfx900", or "gfx906:xnack-" if features were given with it.
// `length` gets its bytes without the NUL.
enum isa_mc_status isa_mc_target_name(struct isa_mc_target target,
                                      char *buffer,
                                      size_t capacity,
                                      size_t *length);

// The name of a processor's machine: "gcn". `length` gets its bytes without the NUL.
enum isa_mc_status isa_mc_machine_name(struct isa_mc_target target,
                                       char *buffer,
                                       size_t capacity,
                                       size_t *length);

// The name of a syntax of a processor's machine: "llvm". Syntaxes have numbers from 0,
// and 0 is the usual one. `length` gets its bytes without the NUL.
//
// ISA_MC_BAD_SYNTAX if the machine has none of that number.
enum isa_mc_status isa_mc_syntax_name(struct isa_mc_target target,
                                      uint32_t number,
                                      char *buffer,
                                      size_t capacity,
                                      size_t *length);

// The number of a syntax by its name, in any case.
//
// ISA_MC_UNKNOWN_NAME if the processor's machine has none of that name.
enum isa_mc_status isa_mc_syntax_named(struct isa_mc_target target,
                                       const char *name,
                                       size_t name_size,
                                       uint32_t *number,
                                       struct isa_mc_error *error);

// Decodes the instruction at the front of some bytes. `instruction` gets it; its `size`
// says how many bytes it takes.
//
// ISA_MC_TRUNCATED if the bytes end within it, ISA_MC_NOT_DECODABLE if they are none.
enum isa_mc_status isa_mc_decode(struct isa_mc_target target,
                                 const uint8_t *bytes,
                                 size_t size,
                                 struct isa_mc_instruction *instruction,
                                 struct isa_mc_error *error);

// Encodes an instruction: writes its bytes to a buffer of `capacity` bytes. `size` gets
// how many they are, also if there is no room for them (ISA_MC_NO_SPACE: as many are
// written as fit). `capacity` may be 0, to ask for the size.
enum isa_mc_status isa_mc_encode(const struct isa_mc_instruction *instruction,
                                 uint8_t *buffer,
                                 size_t capacity,
                                 size_t *size,
                                 struct isa_mc_error *error);

// Prints an instruction: the text that isa_mc_parse turns into exactly this one.
// `length` gets its bytes without the NUL.
//
// ISA_MC_NOT_EXPRESSIBLE if the syntax has no such text; isa_mc_print_nearest gives one
// for people.
enum isa_mc_status isa_mc_print(const struct isa_mc_instruction *instruction,
                                uint32_t syntax,
                                char *buffer,
                                size_t capacity,
                                size_t *length,
                                struct isa_mc_error *error);

// Prints the text that comes nearest to an instruction, for people: it may leave out
// what the syntax cannot say. `length` gets its bytes without the NUL.
enum isa_mc_status isa_mc_print_nearest(const struct isa_mc_instruction *instruction,
                                        uint32_t syntax,
                                        char *buffer,
                                        size_t capacity,
                                        size_t *length,
                                        struct isa_mc_error *error);

// Parses a statement that is one instruction, without labels, symbols and comments.
//
// ISA_MC_NOT_PARSABLE if it is none: `error` says where and why.
enum isa_mc_status isa_mc_parse(struct isa_mc_target target,
                                uint32_t syntax,
                                const char *text,
                                size_t text_size,
                                struct isa_mc_instruction *instruction,
                                struct isa_mc_error *error);

// The mnemonic of an instruction, as its description has it. `length` gets its bytes
// without the NUL.
enum isa_mc_status isa_mc_mnemonic(const struct isa_mc_instruction *instruction,
                                   char *buffer,
                                   size_t capacity,
                                   size_t *length);

// The operands of an instruction, and its modifiers behind them; the parts of one that
// is bytes one after the other. `operands` has room for `capacity` of them; `count`
// gets how many there are, also if there is no room for all (ISA_MC_NO_SPACE: as many
// are written as fit). `capacity` may be 0, to ask how many.
enum isa_mc_status isa_mc_operands(const struct isa_mc_instruction *instruction,
                                   struct isa_mc_operand *operands,
                                   size_t capacity,
                                   size_t *count,
                                   struct isa_mc_error *error);

// What an instruction does, whatever its operands hold: memory, branches, its family.
enum isa_mc_status isa_mc_describe(const struct isa_mc_instruction *instruction,
                                   struct isa_mc_description *description,
                                   struct isa_mc_error *error);

// What an instruction reads and writes: what its operands name, in their order, then what
// it does not name. A place may come several times. Memory is no part of it: see
// isa_mc_description. `accesses` has room for `capacity` of them; `count` gets how many
// there are, also if there is no room for all (ISA_MC_NO_SPACE: as many are written as
// fit). `capacity` may be 0, to ask how many.
enum isa_mc_status isa_mc_accesses(const struct isa_mc_instruction *instruction,
                                   struct isa_mc_access *accesses,
                                   size_t capacity,
                                   size_t *count,
                                   struct isa_mc_error *error);

// An instruction explained, as `isa-mc explain` prints it: its bits and what they mean, what
// it reads and writes, its operation, where else it exists. Lines of text, each with a
// newline behind it; `length` gets its bytes without the NUL. `full` is 0 for what it does
// itself, and anything else for all that its description says.
enum isa_mc_status isa_mc_explain(const struct isa_mc_instruction *instruction,
                                  uint32_t syntax,
                                  uint32_t full,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *length,
                                  struct isa_mc_error *error);

// Disassembles code: calls `callback` for each instruction in order. Bytes that are no
// instruction are data, a word at a time, so every byte is in exactly one line.
// `address` is where the first byte stands. `user` is handed on and not looked at.
//
// ISA_MC_STOPPED if the callback asked for it.
enum isa_mc_status isa_mc_disassemble(struct isa_mc_target target,
                                      uint32_t syntax,
                                      const uint8_t *bytes,
                                      size_t size,
                                      uint64_t address,
                                      isa_mc_line_callback callback,
                                      void *user,
                                      struct isa_mc_error *error);

// Lists an object file, as `isa-mc disasm` does: an ELF file, linked or not, with its
// sections, symbols, relocations and kernels, or a vISA object with what it declares. The
// text assembles to the same object, or says in comments what it leaves out. `target` is
// the processor whose code it is; one that is zero stands for what the file says itself.
// With `shows_bytes` other than 0 the address and the bytes of each instruction stand in a
// comment. `user` is handed on and not looked at.
//
// ISA_MC_NOT_DECODABLE if the bytes are no such file, or a damaged one; the message says
// where. ISA_MC_BAD_TARGET if it is for another machine, or does not say for which. Of a
// file that is damaged no text is given. ISA_MC_STOPPED if the callback asked for it.
enum isa_mc_status isa_mc_list(struct isa_mc_target target,
                               uint32_t syntax,
                               const uint8_t *bytes,
                               size_t size,
                               uint32_t shows_bytes,
                               isa_mc_text_callback callback,
                               void *user,
                               struct isa_mc_error *error);

// Assembles a source to an object: an ELF file, or what files of the machine are (a vISA
// object of a `.visaasm` file). `name` is what messages call it. `read` reads
// the files that it includes; NULL if there are none. `user` is handed on to `read` and
// not looked at.
//
// `assembly` gets the result if the status is ISA_MC_OK or ISA_MC_SOURCE_ERRORS, and
// the caller frees it; else it gets NULL. With ISA_MC_SOURCE_ERRORS it has no object,
// but says what is wrong; `error` gets the first error.
//
// The source needs to be no more than 4 GiB, and should be UTF-8: a line with bytes
// that are not is an error of that line.
enum isa_mc_status isa_mc_assemble(struct isa_mc_target target,
                                   uint32_t syntax,
                                   const char *name,
                                   size_t name_size,
                                   const char *source,
                                   size_t source_size,
                                   isa_mc_file_callback read,
                                   void *user,
                                   struct isa_mc_assembly **assembly,
                                   struct isa_mc_error *error);

// As isa_mc_assemble, with symbols that have values from the start: `definition_count` of
// them at `definitions`, which may be NULL if there are none. They are absolute symbols of
// the object; the source cannot define them again. Of a name that stands there twice the
// last value counts.
enum isa_mc_status isa_mc_assemble_with(struct isa_mc_target target,
                                        uint32_t syntax,
                                        const char *name,
                                        size_t name_size,
                                        const char *source,
                                        size_t source_size,
                                        const struct isa_mc_definition *definitions,
                                        size_t definition_count,
                                        isa_mc_file_callback read,
                                        void *user,
                                        struct isa_mc_assembly **assembly,
                                        struct isa_mc_error *error);

// Gives the contents of a file that isa_mc_file_callback was asked for. They are
// copied.
enum isa_mc_status isa_mc_file_set(struct isa_mc_file *file, const uint8_t *bytes, size_t size);

// The object: an ELF file, or what files of the machine are. `bytes` gets NULL and `size` 0 if the source has errors.
enum isa_mc_status isa_mc_assembly_object(const struct isa_mc_assembly *assembly,
                                          const uint8_t **bytes,
                                          size_t *size);

// How many messages there are, notes and warnings among them; 0 for NULL.
size_t isa_mc_assembly_diagnostic_count(const struct isa_mc_assembly *assembly);

// The message of a number, from 0: errors in the order in which they were found, then
// warnings, each followed by its notes.
//
// ISA_MC_BAD_INDEX if there is none.
enum isa_mc_status isa_mc_assembly_diagnostic(const struct isa_mc_assembly *assembly,
                                              size_t index,
                                              struct isa_mc_diagnostic *diagnostic);

// Frees an assembly and all that it gave out. NULL is nothing to free.
void isa_mc_assembly_free(struct isa_mc_assembly *assembly);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ISA_MC_H */
