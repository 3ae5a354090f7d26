#include "Heap.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "Calls.h"
#include "SystemCall.h"

// Programs order things by their addresses without knowing it: the run loop keeps its sources in a
// set hashed by pointer, and so calls them in an order that differs with each run's addresses. Here
// the same sequence of requests gets the same addresses, wherever the kernel puts everything else.

enum {
  GRANULE = 16,
  LAST_SMALL = 1024,
  SMALL_CLASSES = LAST_SMALL / GRANULE,
  /// Above, four classes for each doubling.
  CLASSES = SMALL_CLASSES + 1 + 4 * 40,
};

static char *const base = (char *)0x300000000000ull;
static const uint64_t span = 1ull << 36;

/// Before each piece of memory.
struct header {
  uint32_t class;
  uint32_t unused;
  /// From the start of the block to here: more than nothing in aligned pieces.
  uint64_t distance;
};
_Static_assert(sizeof(struct header) == GRANULE, "memory stays aligned");

struct unused_block {
  struct unused_block *next;
};

static char *next_address, *limit;
static struct unused_block *unused_blocks[CLASSES];

// One thread runs at a time, but for those that the world does not schedule.
static atomic_flag is_taken = ATOMIC_FLAG_INIT;

static void take(void) {
  while (atomic_flag_test_and_set_explicit(&is_taken, memory_order_acquire)) {
    system_call(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
  }
}

static void give_back(void) { atomic_flag_clear_explicit(&is_taken, memory_order_release); }

void start_heap(void) {
  long address = system_call(SYS_mmap, (long)base, (long)span, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  // Where the range is taken the C library's heap does; the order of addresses is chance then.
  if (address != (long)base) return;
  limit = base + span;
  next_address = base;
}

bool is_in_heap(const void *address) {
  return limit && (const char *)address >= base && (const char *)address < limit;
}

static uint32_t class_of(size_t size) {
  if (size <= LAST_SMALL) return (uint32_t)((size + GRANULE - 1) / GRANULE);
  uint32_t doubling = 63 - (uint32_t)__builtin_clzll(size - 1) - 10;
  size_t step = (size_t)LAST_SMALL << doubling >> 2;
  uint32_t quarter = (uint32_t)((size - 1 - ((size_t)LAST_SMALL << doubling)) / step);
  return SMALL_CLASSES + 1 + doubling * 4 + quarter;
}

static size_t size_of(uint32_t class) {
  if (class <= SMALL_CLASSES) return class ? (size_t)class * GRANULE : GRANULE;
  uint32_t above = class - SMALL_CLASSES - 1;
  size_t whole = (size_t)LAST_SMALL << (above / 4);
  return whole + (whole >> 2) * (above % 4 + 1);
}

static void *allocate(size_t size, bool *is_fresh) {
  if (size > span / 2) return NULL;
  uint32_t class = class_of(size ? size : 1);
  take();
  struct header *header = (struct header *)unused_blocks[class];
  if (header) {
    unused_blocks[class] = unused_blocks[class]->next;
    *is_fresh = false;
  } else {
    size_t whole = size_of(class) + sizeof *header;
    if (whole <= (size_t)(limit - next_address)) {
      header = (struct header *)next_address;
      next_address += whole;
    }
    *is_fresh = true;
  }
  give_back();
  if (!header) return NULL;
  header->class = class;
  header->distance = 0;
  return header + 1;
}

static struct header *header_of(void *memory) { return (struct header *)memory - 1; }

static struct header *block_of(void *memory) {
  struct header *header = header_of(memory);
  return (struct header *)((char *)header - header->distance);
}

static size_t usable_size(void *memory) {
  return size_of(header_of(memory)->class) - header_of(memory)->distance;
}

static void release(void *memory) {
  struct header *block = block_of(memory);
  uint32_t class = header_of(memory)->class;
  struct unused_block *unused = (struct unused_block *)block;
  take();
  unused->next = unused_blocks[class];
  unused_blocks[class] = unused;
  give_back();
}

static void *out_of_memory(void) {
  errno = ENOMEM;
  return NULL;
}

// MARK: The calls

// The C library's own names, which work before anything can be looked up.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

STAND_IN void *malloc(size_t size) {
  PASS_ON(malloc, size);
  if (!limit) return __libc_malloc(size);
  bool is_fresh;
  void *memory = allocate(size, &is_fresh);
  return memory ? memory : out_of_memory();
}

STAND_IN void free(void *memory) {
  PASS_ON(free, memory);
  if (is_in_heap(memory)) {
    release(memory);
  } else {
    __libc_free(memory);
  }
}

STAND_IN void *calloc(size_t count, size_t size) {
  PASS_ON(calloc, count, size);
  if (!limit) return __libc_calloc(count, size);
  size_t whole;
  if (__builtin_mul_overflow(count, size, &whole)) return out_of_memory();
  bool is_fresh;
  void *memory = allocate(whole, &is_fresh);
  if (!memory) return out_of_memory();
  return is_fresh ? memory : memset(memory, 0, whole);
}

STAND_IN void *realloc(void *memory, size_t size) {
  PASS_ON(realloc, memory, size);
  if (!memory) return malloc(size);
  if (!is_in_heap(memory)) {
    if (!limit) return __libc_realloc(memory, size);
    size_t before = malloc_usable_size(memory);
    void *moved = malloc(size);
    if (!moved) return NULL;
    memcpy(moved, memory, before < size ? before : size);
    __libc_free(memory);
    return moved;
  }
  size_t usable = usable_size(memory);
  if (size <= usable && size >= usable / 2) return memory;
  void *moved = malloc(size);
  if (!moved) return NULL;
  memcpy(moved, memory, usable < size ? usable : size);
  release(memory);
  return moved;
}

STAND_IN void *memalign(size_t alignment, size_t size) {
  PASS_ON(memalign, alignment, size);
  if (!limit) return __libc_memalign(alignment, size);
  if (alignment <= GRANULE) return malloc(size);
  if (size > SIZE_MAX - alignment) return out_of_memory();
  char *memory = malloc(size + alignment);
  if (!memory) return NULL;
  char *aligned = (char *)(((uintptr_t)memory + alignment - 1) & ~(alignment - 1));
  if (aligned != memory) {
    struct header *block = header_of(memory), *header = header_of(aligned);
    header->class = block->class;
    header->distance = (uint64_t)(aligned - memory);
  }
  return aligned;
}

STAND_IN void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

STAND_IN void *valloc(size_t size) { return memalign(4096, size); }

STAND_IN int posix_memalign(void **result, size_t alignment, size_t size) {
  int error = errno;
  void *memory = memalign(alignment, size);
  errno = error;
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

STAND_IN size_t malloc_usable_size(void *memory) {
  PASS_ON(malloc_usable_size, memory);
  if (!memory) return 0;
  return is_in_heap(memory) ? usable_size(memory) : REAL(malloc_usable_size)(memory);
}
