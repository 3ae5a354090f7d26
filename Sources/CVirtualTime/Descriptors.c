#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "Baton.h"
#include "Clock.h"
#include "Descriptors.h"
#include "Report.h"
#include "SystemCall.h"
#include "Timers.h"

// MARK: Waiting for several

STAND_IN int poll(struct pollfd *descriptors, nfds_t count, int timeout) {
  if (!is_scheduled()) return REAL(poll)(descriptors, count, timeout);
  int64_t deadline = instant_after_milliseconds(timeout);
  for (;;) {
    long ready = ready_now(descriptors, (long)count);
    if (ready != 0 || timeout == 0) return (int)with_errno(ready);
    if (wait_for_descriptors(CALL_poll, descriptors, (uint32_t)count, deadline) == TIMED_OUT) {
      return (int)with_errno(ready_now(descriptors, (long)count));
    }
  }
}

static bool is_zero(const struct timespec *time) {
  return time && time->tv_sec == 0 && time->tv_nsec == 0;
}

static int wait_for_any(enum call call, struct pollfd *descriptors, nfds_t count,
                        const struct timespec *timeout) {
  int64_t deadline = instant_after(timeout);
  for (;;) {
    long ready = ready_now(descriptors, (long)count);
    if (ready != 0 || is_zero(timeout)) return (int)with_errno(ready);
    if (wait_for_descriptors(call, descriptors, (uint32_t)count, deadline) == TIMED_OUT) {
      return (int)with_errno(ready_now(descriptors, (long)count));
    }
  }
}

STAND_IN int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout,
                   const sigset_t *mask) {
  if (!is_scheduled()) return REAL(ppoll)(descriptors, count, timeout, mask);
  return wait_for_any(CALL_ppoll, descriptors, count, timeout);
}

static int wait_for_events(enum call call, int descriptor, struct epoll_event *events, int capacity,
                           int64_t deadline, bool waits) {
  for (;;) {
    long count = system_call(SYS_epoll_pwait, descriptor, (long)events, capacity, 0, 0, 8);
    if (count != 0 || !waits) return (int)with_errno(count);
    struct pollfd readable = {descriptor, POLLIN, 0};
    waits = wait_for_descriptors(call, &readable, 1, deadline) != TIMED_OUT;
  }
}

STAND_IN int epoll_wait(int descriptor, struct epoll_event *events, int capacity, int timeout) {
  if (!is_scheduled()) return REAL(epoll_wait)(descriptor, events, capacity, timeout);
  perhaps_take_turns(CALL_epoll_wait);
  return wait_for_events(CALL_epoll_wait, descriptor, events, capacity,
                         instant_after_milliseconds(timeout), timeout != 0);
}

STAND_IN int epoll_pwait(int descriptor, struct epoll_event *events, int capacity, int timeout,
                         const sigset_t *mask) {
  if (!is_scheduled()) return REAL(epoll_pwait)(descriptor, events, capacity, timeout, mask);
  return wait_for_events(CALL_epoll_pwait, descriptor, events, capacity,
                         instant_after_milliseconds(timeout), timeout != 0);
}

STAND_IN int epoll_pwait2(int descriptor, struct epoll_event *events, int capacity,
                          const struct timespec *timeout, const sigset_t *mask) {
  if (!is_scheduled()) return REAL(epoll_pwait2)(descriptor, events, capacity, timeout, mask);
  return wait_for_events(CALL_epoll_pwait2, descriptor, events, capacity, instant_after(timeout),
                         !is_zero(timeout));
}

STAND_IN int epoll_ctl(int descriptor, int operation, int subject, struct epoll_event *event) {
  int result = REAL(epoll_ctl)(descriptor, operation, subject, event);
  if (is_scheduled()) {
    if (result == 0) timer_changes_set(subject, descriptor, operation != EPOLL_CTL_DEL);
    own_descriptors_changed();
  }
  return result;
}

// MARK: select

enum { SELECT_MAX = 4096 };

static bool is_in(const fd_set *set, int descriptor) {
  const unsigned long *words = (const unsigned long *)set;
  size_t bits = 8 * sizeof *words;
  return set && (words[(size_t)descriptor / bits] >> ((size_t)descriptor % bits) & 1);
}

static void put_in(fd_set *set, int descriptor) {
  unsigned long *words = (unsigned long *)set;
  size_t bits = 8 * sizeof *words;
  words[(size_t)descriptor / bits] |= 1ul << ((size_t)descriptor % bits);
}

/// Callers give sets as long as they need, shorter than an `fd_set` and longer.
static void clear(fd_set *set, int limit) {
  size_t bits = 8 * sizeof(unsigned long);
  if (set) memset(set, 0, ((size_t)limit + bits - 1) / bits * sizeof(unsigned long));
}

static int select_among(enum call call, int limit, fd_set *readable, fd_set *writable,
                        fd_set *exceptional, const struct timespec *timeout) {
  if (limit < 0 || limit > SELECT_MAX) {
    report_limit("descriptors in one select", SELECT_MAX);
    errno = EINVAL;
    return -1;
  }
  struct pollfd descriptors[SELECT_MAX];
  nfds_t count = 0;
  for (int descriptor = 0; descriptor < limit; descriptor++) {
    short events = (short)((is_in(readable, descriptor) ? POLLIN : 0) |
                           (is_in(writable, descriptor) ? POLLOUT : 0) |
                           (is_in(exceptional, descriptor) ? POLLPRI : 0));
    if (events) descriptors[count++] = (struct pollfd){descriptor, events, 0};
  }
  int ready = wait_for_any(call, descriptors, count, timeout);
  if (ready < 0) return ready;
  clear(readable, limit);
  clear(writable, limit);
  clear(exceptional, limit);
  int result = 0;
  for (nfds_t i = 0; i < count; i++) {
    struct pollfd found = descriptors[i];
    if (found.revents & POLLNVAL) {
      errno = EBADF;
      return -1;
    }
    if ((found.events & POLLIN) && (found.revents & (POLLIN | POLLHUP | POLLERR))) {
      put_in(readable, found.fd);
      result++;
    }
    if ((found.events & POLLOUT) && (found.revents & (POLLOUT | POLLERR))) {
      put_in(writable, found.fd);
      result++;
    }
    if ((found.events & POLLPRI) && (found.revents & POLLPRI)) {
      put_in(exceptional, found.fd);
      result++;
    }
  }
  return result;
}

STAND_IN int select(int limit, fd_set *restrict readable, fd_set *restrict writable,
                    fd_set *restrict exceptional, struct timeval *restrict timeout) {
  if (!is_scheduled()) return REAL(select)(limit, readable, writable, exceptional, timeout);
  struct timespec time;
  if (timeout) time = (struct timespec){timeout->tv_sec, timeout->tv_usec * 1000};
  return select_among(CALL_select, limit, readable, writable, exceptional, timeout ? &time : NULL);
}

STAND_IN int pselect(int limit, fd_set *restrict readable, fd_set *restrict writable,
                     fd_set *restrict exceptional, const struct timespec *restrict timeout,
                     const sigset_t *restrict mask) {
  if (!is_scheduled()) return REAL(pselect)(limit, readable, writable, exceptional, timeout, mask);
  return select_among(CALL_pselect, limit, readable, writable, exceptional, timeout);
}

// MARK: Reading

static bool is_nonblocking(int descriptor) {
  long flags = system_call(SYS_fcntl, descriptor, F_GETFL, 0, 0, 0, 0);
  return flags < 0 || (flags & O_NONBLOCK);
}

void wait_until(short events, int descriptor, enum call call) {
  if (!is_scheduled()) return;
  struct pollfd wanted = {descriptor, events, 0};
  if (ready_now(&wanted, 1) != 0 || is_nonblocking(descriptor)) return;
  do {
    wait_for_descriptors(call, &wanted, 1, NEVER);
  } while (ready_now(&wanted, 1) == 0);
}

// What a descriptor is, as far as it is known. Reading and writing files changes nothing that anybody
// waits for, and is most of what some programs do.
enum kind { KIND_UNKNOWN = 0, KIND_STREAM, KIND_FILE };
enum { KINDS_MAX = 65536 };
static uint8_t kinds[KINDS_MAX];

void forget_kind(int descriptor) {
  if (descriptor >= 0 && descriptor < KINDS_MAX) kinds[descriptor] = KIND_UNKNOWN;
}

bool is_stream(int descriptor) {
  if (descriptor < 0 || descriptor >= KINDS_MAX) return true;
  if (kinds[descriptor] == KIND_UNKNOWN) {
    struct stat status;
    if (system_call(SYS_fstat, descriptor, (long)&status, 0, 0, 0, 0) != 0) return true;
    bool is_file = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
    kinds[descriptor] = is_file ? KIND_FILE : KIND_STREAM;
  }
  return kinds[descriptor] == KIND_STREAM;
}

/// After reading there may be room for a writer, after writing something for a reader.
static ssize_t after_transfer(int descriptor, ssize_t count) {
  if (!world) return count;
  int error = errno;
  if (is_stream(descriptor)) descriptors_changed();
  errno = error;
  return count;
}

STAND_IN ssize_t read(int descriptor, void *bytes, size_t count) {
  PASS_ON(read, descriptor, bytes, count);
  wait_until(POLLIN, descriptor, CALL_read);
  return after_transfer(descriptor, REAL(read)(descriptor, bytes, count));
}

STAND_IN ssize_t readv(int descriptor, const struct iovec *parts, int count) {
  wait_until(POLLIN, descriptor, CALL_readv);
  return after_transfer(descriptor, REAL(readv)(descriptor, parts, count));
}

STAND_IN ssize_t recv(int descriptor, void *bytes, size_t count, int flags) {
  if (!(flags & MSG_DONTWAIT)) wait_until(POLLIN, descriptor, CALL_recv);
  return after_transfer(descriptor, REAL(recv)(descriptor, bytes, count, flags));
}

STAND_IN ssize_t recvfrom(int descriptor, void *restrict bytes, size_t count, int flags,
                          struct sockaddr *restrict address, socklen_t *restrict length) {
  if (!(flags & MSG_DONTWAIT)) wait_until(POLLIN, descriptor, CALL_recvfrom);
  return after_transfer(descriptor, REAL(recvfrom)(descriptor, bytes, count, flags, address, length));
}

STAND_IN ssize_t recvmsg(int descriptor, struct msghdr *message, int flags) {
  if (!(flags & MSG_DONTWAIT)) wait_until(POLLIN, descriptor, CALL_recvmsg);
  return after_transfer(descriptor, REAL(recvmsg)(descriptor, message, flags));
}

STAND_IN int accept(int descriptor, struct sockaddr *restrict address,
                    socklen_t *restrict length) {
  wait_until(POLLIN, descriptor, CALL_accept);
  return REAL(accept)(descriptor, address, length);
}

STAND_IN int accept4(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length,
                     int flags) {
  wait_until(POLLIN, descriptor, CALL_accept4);
  return REAL(accept4)(descriptor, address, length, flags);
}

STAND_IN int eventfd_read(int descriptor, eventfd_t *value) {
  return read(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}

// MARK: Writing

/// Writes everything, as a descriptor that waits does, but waits in the world and not in the kernel.
///
/// The descriptor is switched to not waiting for the time of a single call: nobody else runs then.
static ssize_t write_all(enum call call, int descriptor, const char *bytes, size_t count) {
  long flags = system_call(SYS_fcntl, descriptor, F_GETFL, 0, 0, 0, 0);
  size_t written = 0;
  while (written < count) {
    system_call(SYS_fcntl, descriptor, F_SETFL, flags | O_NONBLOCK, 0, 0, 0);
    long result =
        system_call(SYS_write, descriptor, (long)(bytes + written), (long)(count - written), 0, 0, 0);
    system_call(SYS_fcntl, descriptor, F_SETFL, flags, 0, 0, 0);
    descriptors_changed();
    if (result > 0) {
      written += (size_t)result;
    } else if (result == -EAGAIN) {
      struct pollfd writable = {descriptor, POLLOUT, 0};
      wait_for_descriptors(call, &writable, 1, NEVER);
    } else if (result != -EINTR) {
      return written ? (ssize_t)written : with_errno(result);
    }
  }
  return (ssize_t)written;
}

/// Whether a write of so many bytes would wait in the kernel.
static bool would_wait(int descriptor, size_t count) {
  if (!is_scheduled()) return false;
  struct pollfd writable = {descriptor, POLLOUT, 0};
  // What is writable takes at least this much at once.
  if (ready_now(&writable, 1) != 0 && count <= PIPE_BUF) return false;
  return !is_nonblocking(descriptor) && lseek(descriptor, 0, SEEK_CUR) < 0 && errno == ESPIPE;
}

STAND_IN ssize_t write(int descriptor, const void *bytes, size_t count) {
  PASS_ON(write, descriptor, bytes, count);
  int error = errno;
  if (would_wait(descriptor, count)) return write_all(CALL_write, descriptor, bytes, count);
  errno = error;
  return after_transfer(descriptor, REAL(write)(descriptor, bytes, count));
}

/// Part by part, as a descriptor that waits does not return before everything is written.
static ssize_t write_parts(enum call call, int descriptor, const struct iovec *parts, int count) {
  ssize_t written = 0;
  for (int part = 0; part < count; part++) {
    ssize_t result = write_all(call, descriptor, parts[part].iov_base, parts[part].iov_len);
    if (result < 0) return written ? written : result;
    written += result;
    if ((size_t)result < parts[part].iov_len) break;
  }
  return written;
}

static size_t length_of(const struct iovec *parts, size_t count) {
  size_t length = 0;
  for (size_t part = 0; part < count; part++) length += parts[part].iov_len;
  return length;
}

STAND_IN ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  int error = errno;
  if (count > 0 && would_wait(descriptor, length_of(parts, (size_t)count))) {
    return write_parts(CALL_writev, descriptor, parts, count);
  }
  errno = error;
  return after_transfer(descriptor, REAL(writev)(descriptor, parts, count));
}

STAND_IN ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
  return sendto(descriptor, bytes, count, flags, NULL, 0);
}

STAND_IN ssize_t sendto(int descriptor, const void *bytes, size_t count, int flags,
                        const struct sockaddr *address, socklen_t length) {
  if (!is_scheduled() || (flags & MSG_DONTWAIT) || is_nonblocking(descriptor)) {
    return after_transfer(descriptor, REAL(sendto)(descriptor, bytes, count, flags, address, length));
  }
  size_t sent = 0;
  do {
    ssize_t result = REAL(sendto)(descriptor, (const char *)bytes + sent, count - sent,
                                  flags | MSG_DONTWAIT, address, length);
    descriptors_changed();
    if (result >= 0) {
      sent += (size_t)result;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      struct pollfd writable = {descriptor, POLLOUT, 0};
      wait_for_descriptors(CALL_send, &writable, 1, NEVER);
    } else {
      return sent ? (ssize_t)sent : result;
    }
  } while (sent < count);
  return (ssize_t)sent;
}

/// Has a message begin after so many bytes.
static void skip_bytes(struct msghdr *message, size_t count) {
  while (count > 0) {
    struct iovec *part = message->msg_iov;
    size_t step = count < part->iov_len ? count : part->iov_len;
    part->iov_base = (char *)part->iov_base + step;
    part->iov_len -= step;
    count -= step;
    if (part->iov_len > 0) break;
    message->msg_iov++;
    message->msg_iovlen--;
  }
}

STAND_IN ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
  if (!is_scheduled() || (flags & MSG_DONTWAIT) || is_nonblocking(descriptor)) {
    return after_transfer(descriptor, REAL(sendmsg)(descriptor, message, flags));
  }
  size_t length = length_of(message->msg_iov, message->msg_iovlen), sent = 0;
  struct msghdr rest = *message;
  struct iovec *parts = NULL;
  for (;;) {
    ssize_t result = REAL(sendmsg)(descriptor, &rest, flags | MSG_DONTWAIT);
    int error = errno;
    descriptors_changed();
    errno = error;
    if (result >= 0) {
      sent += (size_t)result;
      if (sent >= length) break;
      if (!parts) {
        parts = malloc(rest.msg_iovlen * sizeof *parts);
        if (!parts) break;
        memcpy(parts, message->msg_iov, message->msg_iovlen * sizeof *parts);
        rest.msg_iov = parts;
      }
      // Descriptors and addresses went with the first part.
      rest.msg_control = NULL;
      rest.msg_controllen = 0;
      skip_bytes(&rest, (size_t)result);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      struct pollfd writable = {descriptor, POLLOUT, 0};
      wait_for_descriptors(CALL_sendmsg, &writable, 1, NEVER);
    } else {
      free(parts);
      return sent ? (ssize_t)sent : result;
    }
  }
  free(parts);
  return (ssize_t)sent;
}

STAND_IN int eventfd_write(int descriptor, eventfd_t value) {
  int result = REAL(eventfd_write)(descriptor, value);
  if (is_scheduled()) {
    own_descriptors_changed();
    perhaps_take_turns(CALL_eventfd_write);
  }
  return result;
}

// MARK: Ends of descriptors

STAND_IN int shutdown(int descriptor, int how) {
  int result = REAL(shutdown)(descriptor, how);
  if (world) descriptors_changed();
  return result;
}

STAND_IN int close(int descriptor) {
  if (is_scheduled()) forget_timer(descriptor);
  forget_kind(descriptor);
  int result = REAL(close)(descriptor);
  if (world) {
    descriptors_changed();
    own_descriptors_changed();
  }
  return result;
}

STAND_IN int dup2(int from, int to) {
  if (is_scheduled() && from != to) forget_timer(to);
  forget_kind(to);
  int result = REAL(dup2)(from, to);
  if (world) descriptors_changed();
  return result;
}

STAND_IN int dup3(int from, int to, int flags) {
  if (is_scheduled()) forget_timer(to);
  forget_kind(to);
  int result = REAL(dup3)(from, to, flags);
  if (world) descriptors_changed();
  return result;
}
