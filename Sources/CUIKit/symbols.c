// Finds the function around an address in the file that it was loaded from. `dladdr` knows exported
// symbols only, and an app's own functions are not exported.
#define _GNU_SOURCE
#include "CUIKit.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct object {
  uintptr_t address;
  uintptr_t bias;
  const char *path;
};

static int contains_address(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct object *object = data;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + segment->p_vaddr;
    if (object->address < start || object->address - start >= segment->p_memsz) continue;
    object->bias = info->dlpi_addr;
    // The program itself has no name here.
    object->path = info->dlpi_name[0] == 0 ? "/proc/self/exe" : info->dlpi_name;
    return 1;
  }
  return 0;
}

// Whether `count` items of `item` bytes at `offset` lie within `size` bytes.
static int fits(uint64_t offset, uint64_t count, uint64_t item, uint64_t size) {
  return offset <= size && count <= (size - offset) / item;
}

static void search(const char *file, uint64_t size, uintptr_t value, char *name, size_t capacity) {
  const ElfW(Ehdr) *header = (const void *)file;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return;
  if (!fits(header->e_shoff, header->e_shnum, sizeof(ElfW(Shdr)), size)) return;
  const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= header->e_shnum) continue;
    const ElfW(Shdr) *texts = &sections[sections[i].sh_link];
    uint64_t count = sections[i].sh_size / sizeof(ElfW(Sym));
    if (!fits(sections[i].sh_offset, count, sizeof(ElfW(Sym)), size)) return;
    if (!fits(texts->sh_offset, texts->sh_size, 1, size)) return;
    const ElfW(Sym) *symbols = (const void *)(file + sections[i].sh_offset);
    for (uint64_t s = 0; s < count; s++) {
      if (ELF64_ST_TYPE(symbols[s].st_info) != STT_FUNC) continue;
      if (value < symbols[s].st_value) continue;
      if (value - symbols[s].st_value >= symbols[s].st_size) continue;
      if (symbols[s].st_name >= texts->sh_size) return;
      const char *text = file + texts->sh_offset + symbols[s].st_name;
      size_t length = strnlen(text, texts->sh_size - symbols[s].st_name);
      if (length >= capacity) length = capacity - 1;
      memcpy(name, text, length);
      name[length] = 0;
      return;
    }
  }
}

void cuikit_symbol(uintptr_t address, char *name, size_t capacity) {
  if (capacity == 0) return;
  name[0] = 0;
  // A return address may be the first one after a function that never returns.
  struct object object = {.address = address - 1};
  if (address == 0 || dl_iterate_phdr(contains_address, &object) == 0) return;
  int file = open(object.path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status;
  if (fstat(file, &status) == 0 && status.st_size > 0) {
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED) {
      search(bytes, (uint64_t)status.st_size, object.address - object.bias, name, capacity);
      munmap(bytes, (size_t)status.st_size);
    }
  }
  close(file);
}
