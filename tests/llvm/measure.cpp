/* Measures LLVM's own engines in one process.
 *
 *     measure CPU CODE LINES
 *
 * CODE is a file of machine code, LINES one of its statements, an instruction a line.
 * CODE is - for a processor that LLVM does not decode for: it would die.
 * Standard output has a line for each engine: its name, how many instructions, how many
 * nanoseconds of this thread. Work is done in blocks of some thousand instructions, so
 * that nothing waits for memory that a caller would not have filled so either; and by one
 * engine after the other, so that none has been at the caches of another one. Only
 * printing and encoding take turns with decoding, which makes what they are given.
 *
 * | name | what |
 * |---|---|
 * | decode | MCDisassembler::getInstruction |
 * | print | MCInstPrinter::printInst |
 * | encode | MCCodeEmitter::encodeInstruction |
 * | text | LLVMDisasmInstruction of the C interface |
 * | parse | MCAsmParser::Run over LINES, with a streamer that does nothing |
 */
#include "llvm-c/Disassembler.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

#include <ctime>
#include <memory>
#include <vector>

using namespace llvm;

extern "C" {
void LLVMInitializeAMDGPUTargetInfo(void);
void LLVMInitializeAMDGPUTargetMC(void);
void LLVMInitializeAMDGPUAsmParser(void);
void LLVMInitializeAMDGPUDisassembler(void);
}

namespace {

constexpr size_t Block = 4096;

[[noreturn]] void fail(const Twine &Message) {
  errs() << Message << '\n';
  exit(2);
}

int64_t now() {
  timespec Time;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time))
    fail("there is no clock of this thread");
  return Time.tv_sec * INT64_C(1000000000) + Time.tv_nsec;
}

/* What an engine has done so far. */
struct Sum {
  const char *Name;
  size_t Count = 0;
  int64_t Nanoseconds = 0;

  template <typename Work> void add(size_t Instructions, Work Do) {
    int64_t Start = now();
    Do();
    Nanoseconds += now() - Start;
    Count += Instructions;
  }

  void write() const {
    outs() << Name << '\t' << Count << '\t' << Nanoseconds << '\n';
  }
};

std::unique_ptr<MemoryBuffer> read(const char *Path) {
  auto File = MemoryBuffer::getFile(Path);
  if (!File)
    fail(Twine(Path) + ": " + File.getError().message());
  return std::move(*File);
}

/* A value that is there, or the end of this program. */
template <typename T> std::unique_ptr<T> needed(T *Value, const char *What) {
  if (!Value)
    fail(Twine("LLVM has no ") + What);
  return std::unique_ptr<T>(Value);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 4)
    fail("usage: measure CPU CODE LINES");
  const char *Cpu = argv[1];
  bool Decodes = StringRef(argv[2]) != "-";
  auto File = Decodes ? read(argv[2]) : MemoryBuffer::getMemBuffer("");
  ArrayRef<uint8_t> Code(reinterpret_cast<const uint8_t *>(File->getBufferStart()),
                         File->getBufferSize());
  auto Lines = read(argv[3]);

  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmParser();
  LLVMInitializeAMDGPUDisassembler();

  Triple Where("amdgcn-amd-amdhsa");
  std::string Error;
  const Target *Machine = TargetRegistry::lookupTarget("amdgcn", Where, Error);
  if (!Machine)
    fail(Error);
  MCTargetOptions Options;
  auto Registers = needed(Machine->createMCRegInfo(Where), "registers");
  auto Syntax = needed(Machine->createMCAsmInfo(*Registers, Where, Options), "syntax");
  auto Instructions = needed(Machine->createMCInstrInfo(), "instructions");
  auto Subtarget = needed(Machine->createMCSubtargetInfo(Where, Cpu, ""), "processor");

  SourceMgr Sources;
  Sources.AddNewSourceBuffer(std::move(Lines), SMLoc());
  MCContext Context(Where, Syntax.get(), Registers.get(), Subtarget.get(), &Sources);
  auto Sections = needed(Machine->createMCObjectFileInfo(Context, true), "sections");
  Context.setObjectFileInfo(Sections.get());

  auto Emitter = needed(Machine->createMCCodeEmitter(*Instructions, Context), "encoder");

  Sum Decode{"decode"}, Print{"print"}, Encode{"encode"}, Text{"text"}, Parse{"parse"};

  std::unique_ptr<MCDisassembler> Decoder;
  LLVMDisasmContextRef Interface = nullptr;
  if (Decodes) {
    Decoder = needed(Machine->createMCDisassembler(*Subtarget, Context), "decoder");
    Interface =
        LLVMCreateDisasmCPU("amdgcn-amd-amdhsa", Cpu, nullptr, 0, nullptr, nullptr);
    if (!Interface)
      fail("LLVM has no disassembler");
  }
  auto Printer = needed(Machine->createMCInstPrinter(Where, Syntax->getAssemblerDialect(),
                                                     *Syntax, *Instructions, *Registers),
                        "printer");
  std::vector<MCInst> Insts(Block);
  std::vector<uint64_t> Sizes(Block);
  SmallString<0> Written;
  SmallVector<char, 0> Bytes;
  SmallVector<MCFixup, 4> Fixups;
  char Line[256];
  size_t Characters = 0;
  size_t At = 0, Count = 0;
  auto DecodeBlock = [&] {
    for (Count = 0; Count < Block && At < Code.size(); At += Sizes[Count++]) {
      Insts[Count].clear();
      if (Decoder->getInstruction(Insts[Count], Sizes[Count], Code.drop_front(At), At,
                                  nulls()) != MCDisassembler::Success)
        break;
    }
  };
  while (At < Code.size()) {
    Decode.add(0, DecodeBlock);
    if (Count == 0)
      fail("offset " + Twine(At) + ": no instruction");
    Decode.Count += Count;
  }

  for (At = 0; At < Code.size();) {
    size_t First = At;
    DecodeBlock();
    Written.clear();
    raw_svector_ostream Out(Written);
    Print.add(Count, [&] {
      for (size_t I = 0; I < Count; ++I)
        Printer->printInst(&Insts[I], 0, "", *Subtarget, Out);
    });

    Bytes.clear();
    Encode.add(Count, [&] {
      for (size_t I = 0; I < Count; ++I) {
        Fixups.clear();
        Emitter->encodeInstruction(Insts[I], Bytes, Fixups, *Subtarget);
      }
    });
    if (Bytes.size() != At - First ||
        memcmp(Bytes.data(), Code.data() + First, Bytes.size()))
      fail("offset " + Twine(First) + ": LLVM encodes other bytes than it decoded");
  }

  for (At = 0; At < Code.size();) {
    Text.add(0, [&] {
      for (Count = 0; Count < Block && At < Code.size(); ++Count) {
        size_t Size = LLVMDisasmInstruction(Interface, const_cast<uint8_t *>(&Code[At]),
                                            Code.size() - At, At, Line, sizeof Line);
        if (Size == 0)
          break;
        At += Size;
        Characters += Line[1];
      }
    });
    if (Count == 0)
      fail("offset " + Twine(At) + ": the C interface has no instruction");
    Text.Count += Count;
  }
  if (Decodes && !Characters)
    fail("the C interface writes nothing");

  std::unique_ptr<MCStreamer> Nothing(Machine->createNullStreamer(Context));
  Nothing->initSections(false, *Subtarget);
  auto Parser = needed(createMCAsmParser(Sources, Context, *Nothing, *Syntax), "parser");
  auto Statements = needed(
      Machine->createMCAsmParser(*Subtarget, *Parser, *Instructions, Options),
                           "parser");
  Parser->setTargetParser(*Statements);
  bool Failed = false;
  Parse.add(0, [&] { Failed = Parser->Run(true); });
  if (Failed)
    fail("LLVM does not read the statements");
  StringRef All = Sources.getMemoryBuffer(1)->getBuffer();
  Parse.Count = All.count('\n');

  for (const Sum &It : {Decode, Print, Encode, Text, Parse})
    if (It.Count)
      It.write();
  return 0;
}
