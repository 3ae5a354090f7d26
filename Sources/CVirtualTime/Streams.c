// Without this the header has bodies of its own for some of what is stood in for here.
#define __NO_INLINE__ 1
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include "Baton.h"
#include "Clock.h"
#include "Descriptors.h"
#include "SystemCall.h"

// Streams read and write inside the C library, where nobody can stand in: whatever may wait has to be
// waited for before.

// MARK: Reading

/// Whether reading from a stream may have to wait.
static bool may_wait(FILE *stream) {
  return is_scheduled() && fileno(stream) >= 0 && is_stream(fileno(stream));
}

static size_t buffered(const FILE *stream) {
  return (size_t)(stream->_IO_read_end - stream->_IO_read_ptr);
}

/// Waits until a stream has something to read in its buffer or in its descriptor.
static void wait_for_input(FILE *stream, enum call call) {
  if (buffered(stream) > 0 || feof_unlocked(stream)) return;
  wait_until(POLLIN, fileno(stream), call);
  // What is read from now on makes room for a writer.
  descriptors_changed();
}

static int next_byte(FILE *stream, enum call call) {
  wait_for_input(stream, call);
  return REAL(fgetc)(stream);
}

STAND_IN int fgetc(FILE *stream) {
  return may_wait(stream) ? next_byte(stream, CALL_fgetc) : REAL(fgetc)(stream);
}

STAND_IN int getc(FILE *stream) {
  return may_wait(stream) ? next_byte(stream, CALL_getc) : REAL(getc)(stream);
}

STAND_IN int getchar(void) { return getc(stdin); }

STAND_IN char *fgets(char *restrict text, int size, FILE *restrict stream) {
  if (size <= 1 || !may_wait(stream)) return REAL(fgets)(text, size, stream);
  int length = 0, byte = 0;
  while (length < size - 1 && byte != '\n' && (byte = next_byte(stream, CALL_fgets)) != EOF) {
    text[length++] = (char)byte;
  }
  if (length == 0 || (byte == EOF && ferror_unlocked(stream))) return NULL;
  text[length] = 0;
  return text;
}

STAND_IN size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  if (size == 0 || count == 0 || !may_wait(stream)) return REAL(fread)(bytes, size, count, stream);
  size_t wanted = size * count, done = 0;
  while (done < wanted) {
    // Reads what is there and not more: the first byte fills the buffer.
    int byte = next_byte(stream, CALL_fread);
    if (byte == EOF) break;
    ((char *)bytes)[done++] = (char)byte;
    size_t more = buffered(stream) < wanted - done ? buffered(stream) : wanted - done;
    if (more) done += REAL(fread)((char *)bytes + done, 1, more, stream);
  }
  return done / size;
}

// What sort, grep and their like are built with.

STAND_IN size_t fread_unlocked(void *restrict bytes, size_t size, size_t count,
                               FILE *restrict stream) {
  if (!may_wait(stream)) return REAL(fread_unlocked)(bytes, size, count, stream);
  return fread(bytes, size, count, stream);
}

/// With the room that there is behind `bytes`.
STAND_IN size_t __fread_unlocked_chk(void *restrict bytes, size_t room, size_t size, size_t count,
                                     FILE *restrict stream) {
  if (!may_wait(stream) || (size && count > room / size)) {
    return REAL(__fread_unlocked_chk)(bytes, room, size, count, stream);
  }
  return fread(bytes, size, count, stream);
}

STAND_IN int __uflow(FILE *stream) {
  if (may_wait(stream)) wait_for_input(stream, CALL___uflow);
  return REAL(__uflow)(stream);
}

/// A line, however long, in memory that grows; its length, or -1.
static ssize_t read_to(enum call call, char **text, size_t *capacity, int delimiter, FILE *stream) {
  size_t length = 0;
  int byte = EOF;
  do {
    if (!*text || length + 2 > *capacity) {
      size_t wider = length < 60 ? 120 : 2 * length + 2;
      char *grown = realloc(*text, wider);
      if (!grown) return -1;
      *text = grown;
      *capacity = wider;
    }
    if ((byte = next_byte(stream, call)) == EOF) break;
    (*text)[length++] = (char)byte;
  } while (byte != delimiter);
  (*text)[length] = 0;
  return length == 0 || (byte == EOF && ferror_unlocked(stream)) ? -1 : (ssize_t)length;
}

STAND_IN ssize_t getdelim(char **restrict text, size_t *restrict capacity, int delimiter,
                          FILE *restrict stream) {
  if (!text || !capacity || !may_wait(stream)) return REAL(getdelim)(text, capacity, delimiter, stream);
  return read_to(CALL_getdelim, text, capacity, delimiter, stream);
}

STAND_IN ssize_t __getdelim(char **restrict text, size_t *restrict capacity, int delimiter,
                            FILE *restrict stream) {
  return getdelim(text, capacity, delimiter, stream);
}

STAND_IN ssize_t getline(char **restrict text, size_t *restrict capacity, FILE *restrict stream) {
  return getdelim(text, capacity, '\n', stream);
}

// MARK: Writing

/// How much a pipe may hold before its writer lets the reader have a turn. A stream is written out
/// inside the C library, where nobody can stand in; see `widen_output` as well.
enum { STREAM_HIGH_WATER = 32 * 1024 };

static uint64_t file_number(int descriptor) {
  struct stat status;
  return system_call(SYS_fstat, descriptor, (long)&status, 0, 0, 0, 0) == 0 ? status.st_ino : 0;
}

void note_outside_output(void) {
  for (int i = 0; i < 2; i++) world->outside_files[i] = file_number(1 + i);
}

static void wait_for_room(FILE *stream, enum call call) {
  if (!is_scheduled() || (stream != stdout && stream != stderr)) return;
  // How fast somebody outside reads must have no influence.
  uint64_t file = file_number(fileno(stream));
  if (file == world->outside_files[0] || file == world->outside_files[1]) return;
  int unread = 0;
  long error = system_call(SYS_ioctl, fileno(stream), FIONREAD, (long)&unread, 0, 0, 0);
  if (error || unread <= STREAM_HIGH_WATER) return;
  // When this thread's turn comes again all others have done what they can at this instant.
  wait_for_time(call, world->now);
}

void widen_output(void) {
  enum { WIDE = 1024 * 1024 };
  for (int descriptor = 1; descriptor <= 2; descriptor++) {
    // Fails for what is no pipe.
    system_call(SYS_fcntl, descriptor, F_SETPIPE_SZ, WIDE, 0, 0, 0);
  }
}

STAND_IN size_t fwrite(const void *restrict bytes, size_t size, size_t count,
                       FILE *restrict stream) {
  wait_for_room(stream, CALL_fwrite);
  size_t written = REAL(fwrite)(bytes, size, count, stream);
  if (world) descriptors_changed();
  return written;
}

STAND_IN int fputs(const char *restrict text, FILE *restrict stream) {
  wait_for_room(stream, CALL_fputs);
  int result = REAL(fputs)(text, stream);
  if (world) descriptors_changed();
  return result;
}

STAND_IN int fflush(FILE *stream) {
  int result = REAL(fflush)(stream);
  if (world) descriptors_changed();
  return result;
}

STAND_IN int fclose(FILE *stream) {
  forget_kind(fileno(stream));
  int result = REAL(fclose)(stream);
  if (world) descriptors_changed();
  return result;
}
