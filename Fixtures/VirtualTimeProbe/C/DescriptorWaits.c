#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/uio.h>

#include "Waits.h"

// MARK: Several descriptors

static void wait_in_poll(int input) {
  struct pollfd wanted = {input, POLLIN, 0};
  tell("poll: %d", poll(&wanted, 1, 1000));
  struct timespec time = duration(1);
  tell("ppoll: %d", ppoll(&wanted, 1, &time, NULL));
  tell("poll at once: %d", poll(&wanted, 1, 0));
}

static void wait_in_select(int input) {
  fd_set inputs;
  FD_ZERO(&inputs);
  FD_SET(input, &inputs);
  struct timeval limit = {1, 0};
  tell("select: %d", select(input + 1, &inputs, NULL, NULL, &limit));
  FD_SET(input, &inputs);
  struct timespec time = duration(1);
  tell("pselect: %d", pselect(input + 1, &inputs, NULL, NULL, &time, NULL));
}

static int epoll_of(int input) {
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN};
  epoll_ctl(epoll, EPOLL_CTL_ADD, input, &event);
  return epoll;
}

static void wait_in_epoll(int input) {
  int epoll = epoll_of(input);
  struct epoll_event event;
  tell("epoll_wait: %d", epoll_wait(epoll, &event, 1, 1000));
  tell("epoll_pwait: %d", epoll_pwait(epoll, &event, 1, 1000, NULL));
  struct timespec time = duration(1);
  // Not before Linux 5.11.
  int count = epoll_pwait2(epoll, &event, 1, &time, NULL);
  tell("epoll_pwait2: %d", count);
  close(epoll);
}

/// Each way once without anything to read, and once with.
static void write_later(int *ends);

static void wait_for_several(void) {
  int ends[2];
  if (pipe(ends) != 0) abort();
  wait_in_poll(ends[0]);
  wait_in_select(ends[0]);
  wait_in_epoll(ends[0]);
  write_later(ends);
  struct pollfd wanted = {ends[0], POLLIN, 0};
  tell("poll without end: %d", poll(&wanted, 1, -1));
  tell("ppoll with something: %d", ppoll(&wanted, 1, NULL, NULL));
  int epoll = epoll_of(ends[0]);
  struct epoll_event event;
  tell("epoll_wait with something: %d", epoll_wait(epoll, &event, 1, -1));
}

static void *write_after_five(void *ends) {
  rest(5);
  if (write(((int *)ends)[1], "news", 4) != 4) abort();
  return NULL;
}

static void write_later(int *ends) { pthread_detach(start(write_after_five, ends)); }

// MARK: Timers and events

static uint64_t number_from(int descriptor) {
  uint64_t number = 0;
  return read(descriptor, &number, sizeof number) == sizeof number ? number : 0;
}

static void wait_for_timer(void) {
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  struct itimerspec each = {duration(1), duration(2)}, left;
  timerfd_settime(timer, 0, &each, NULL);
  tell("after %llu", (unsigned long long)number_from(timer));
  tell("after %llu", (unsigned long long)number_from(timer));
  rest(3.5);
  timerfd_gettime(timer, &left);
  tell("%ld ms left", left.it_value.tv_sec * 1000 + left.it_value.tv_nsec / 1000000);
  tell("after %llu", (unsigned long long)number_from(timer));
  int alarm = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  struct itimerspec once = {duration(0), after(CLOCK_REALTIME, 3600)};
  timerfd_settime(alarm, TFD_TIMER_ABSTIME, &once, NULL);
  struct pollfd wanted = {alarm, POLLIN, 0};
  tell("poll: %d", poll(&wanted, 1, -1));
  tell("after %llu", (unsigned long long)number_from(alarm));
  struct itimerspec never = {duration(0), duration(0)};
  timerfd_settime(timer, 0, &never, NULL);
  wanted.fd = timer;
  tell("stopped: %d", poll(&wanted, 1, 10000));
  close(timer);
  close(alarm);
}

static void *add_later(void *event) {
  rest(2);
  eventfd_write(*(int *)event, 5);
  rest(2);
  eventfd_write(*(int *)event, 1);
  return NULL;
}

static void wait_for_event(void) {
  int event = eventfd(0, EFD_CLOEXEC);
  pthread_t adder = start(add_later, &event);
  eventfd_t value;
  eventfd_read(event, &value);
  tell("eventfd_read: %llu", (unsigned long long)value);
  tell("read: %llu", (unsigned long long)number_from(event));
  finish(adder);
}

// MARK: Reading and writing

static void *read_after_five(void *argument) {
  rest(5);
  static char bytes[65536];
  size_t whole = 0;
  ssize_t part;
  while ((part = read(*(int *)argument, bytes, sizeof bytes)) > 0) whole += (size_t)part;
  tell("read %zu", whole);
  return NULL;
}

/// A megabyte is more than a pipe or a socket takes.
enum { MUCH = 1024 * 1024 };

static void fill(int input, int output, ssize_t (*put)(int, const void *, size_t)) {
  pthread_t reader = start(read_after_five, &input);
  char *much = calloc(1, MUCH);
  ssize_t count = put(output, much, MUCH);
  tell("wrote %zd", count);
  close(output);
  finish(reader);
  close(input);
  free(much);
}

static ssize_t send_it(int socket, const void *bytes, size_t count) {
  return send(socket, bytes, count, 0);
}

static ssize_t writev_it(int descriptor, const void *bytes, size_t count) {
  struct iovec parts[] = {{(void *)bytes, count / 2}, {(char *)bytes + count / 2, count - count / 2}};
  return writev(descriptor, parts, 2);
}

static void write_to_full_pipe(void) {
  int ends[2];
  if (pipe(ends) != 0) abort();
  fill(ends[0], ends[1], write);
}

static void writev_to_full_pipe(void) {
  int ends[2];
  if (pipe(ends) != 0) abort();
  fill(ends[0], ends[1], writev_it);
}

static ssize_t sendmsg_it(int socket, const void *bytes, size_t count) {
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  return sendmsg(socket, &message, 0);
}

static void send_to_full_socket(ssize_t (*put)(int, const void *, size_t)) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) abort();
  fill(ends[0], ends[1], put);
}

static void write_to_full_socket(void) { send_to_full_socket(write); }
static void send_all_to_full_socket(void) { send_to_full_socket(send_it); }
static void sendmsg_to_full_socket(void) { send_to_full_socket(sendmsg_it); }

static void *say_something(void *ends) {
  for (int time = 0; time < 4; time++) {
    rest(1);
    if (write(((int *)ends)[1], "news", 4) != 4) abort();
  }
  rest(1);
  shutdown(((int *)ends)[1], SHUT_RDWR);
  return NULL;
}

static void receive_in_all_ways(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) abort();
  pthread_t speaker = start(say_something, ends);
  char bytes[16];
  struct iovec part = {bytes, sizeof bytes};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  tell("recv: %zd", recv(ends[0], bytes, sizeof bytes, 0));
  tell("recv at once: %s", answer(recv(ends[0], bytes, sizeof bytes, MSG_DONTWAIT) < 0 ? errno : 0));
  tell("recvfrom: %zd", recvfrom(ends[0], bytes, sizeof bytes, 0, NULL, NULL));
  tell("recvmsg: %zd", recvmsg(ends[0], &message, 0));
  tell("readv: %zd", readv(ends[0], &part, 1));
  tell("read at the end: %zd", read(ends[0], bytes, sizeof bytes));
  finish(speaker);
}

// MARK: Connections

static struct sockaddr_in here(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static void *connect_twice(void *port) {
  for (int time = 0; time < 2; time++) {
    rest(2);
    int client = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = here(*(int *)port);
    tell("connect: %s", answer(connect(client, (struct sockaddr *)&address, sizeof address) ? errno : 0));
    rest(1);
    send(client, "hello", 5, 0);
    close(client);
  }
  return NULL;
}

static void wait_for_connections(void) {
  int server = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = here(0);
  socklen_t length = sizeof address;
  bind(server, (struct sockaddr *)&address, sizeof address);
  listen(server, 5);
  getsockname(server, (struct sockaddr *)&address, &length);
  int port = ntohs(address.sin_port);
  pthread_t client = start(connect_twice, &port);
  for (int time = 0; time < 2; time++) {
    int peer = time ? accept4(server, NULL, NULL, SOCK_CLOEXEC) : accept(server, NULL, NULL);
    tell(time ? "accept4" : "accept");
    char bytes[16];
    tell("recv: %zd", recv(peer, bytes, sizeof bytes, 0));
    close(peer);
  }
  finish(client);
}

static void use_the_network(void) {
  int outside = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = here(53);
  inet_pton(AF_INET, "8.8.8.8", &address.sin_addr);
  int result = connect(outside, (struct sockaddr *)&address, sizeof address);
  tell("connect: %s", result ? strerror(errno) : "done");
  struct addrinfo *found;
  tell("getaddrinfo: %s", gai_strerror(getaddrinfo("example.com", "80", NULL, &found)));
  tell("localhost: %s", getaddrinfo("localhost", "80", NULL, &found) ? "unknown" : "known");
}

// MARK: Streams

static void *read_stream_later(void *input) { return read_after_five(input); }

static void write_streams(void) {
  int ends[2];
  if (pipe(ends) != 0) abort();
  pthread_t reader = start(read_stream_later, &ends[0]);
  FILE *stream = fdopen(ends[1], "w");
  fputs("some", stream);
  fwrite("news", 1, 4, stream);
  fflush(stream);
  tell("flushed");
  rest(10);
  fclose(stream);
  finish(reader);
}

static void *write_in_pieces(void *output) {
  static const char *const pieces[] = {"on", "e\ntwo\nth", "ree\nfour", "five"};
  for (int i = 0; i < 4; i++) {
    rest(5);
    if (write(*(int *)output, pieces[i], strlen(pieces[i])) < 0) abort();
  }
  rest(5);
  close(*(int *)output);
  return NULL;
}

static void read_streams(void) {
  int ends[2];
  if (pipe(ends) != 0) abort();
  pthread_t writer = start(write_in_pieces, &ends[1]);
  FILE *stream = fdopen(ends[0], "r");
  char *line = NULL, text[16];
  size_t capacity = 0;
  tell("getline: %zd %.3s", getline(&line, &capacity, stream), line);
  tell("fgets: %.3s", fgets(text, sizeof text, stream));
  tell("getc: %c", getc(stream));
  tell("getdelim: %zd %.4s", getdelim(&line, &capacity, '\n', stream), line);
  tell("fread: %zu %.6s", fread(text, 1, 6, stream), text);
  tell("fread to the end: %zu %.2s", fread(text, 1, sizeof text, stream), text);
  tell("fgetc: %d, fgets: %s", fgetc(stream), fgets(text, sizeof text, stream) ? "some" : "none");
  free(line);
  fclose(stream);
  finish(writer);
}

// MARK: Timers that nobody waits for

static void drop_timer(void) {
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC), set = epoll_create1(EPOLL_CLOEXEC);
  struct itimerspec soon = {.it_value = {100, 0}};
  struct epoll_event event = {.events = EPOLLIN};
  epoll_ctl(set, EPOLL_CTL_ADD, timer, &event);
  timerfd_settime(timer, 0, &soon, NULL);
  rest(30);
  epoll_ctl(set, EPOLL_CTL_DEL, timer, NULL);
  epoll_ctl(set, EPOLL_CTL_ADD, timer, &event);
  tell("taken back: %d", epoll_wait(set, &event, 1, -1));
  timerfd_settime(timer, 0, &soon, NULL);
  epoll_ctl(set, EPOLL_CTL_DEL, timer, NULL);
  rest(200);
  epoll_ctl(set, EPOLL_CTL_ADD, timer, &event);
  tell("overdue: %d", epoll_wait(set, &event, 1, -1));
  timerfd_settime(timer, 0, &soon, NULL);
  epoll_ctl(set, EPOLL_CTL_DEL, timer, NULL);
  struct pollfd readable = {timer, POLLIN, 0};
  tell("itself: %d", poll(&readable, 1, -1));
  timerfd_settime(timer, 0, &soon, NULL);
  epoll_ctl(set, EPOLL_CTL_ADD, timer, &event);
  epoll_ctl(set, EPOLL_CTL_DEL, timer, NULL);
  fflush(stdout);
  pause();
}

const struct wait descriptor_waits[] = {
    {"several", wait_for_several},
    {"timer", wait_for_timer},
    {"event", wait_for_event},
    {"full-pipe", write_to_full_pipe},
    {"full-pipe-writev", writev_to_full_pipe},
    {"full-socket", write_to_full_socket},
    {"full-socket-send", send_all_to_full_socket},
    {"full-socket-sendmsg", sendmsg_to_full_socket},
    {"receive", receive_in_all_ways},
    {"connections", wait_for_connections},
    {"network", use_the_network},
    {"streams", write_streams},
    {"streams-in", read_streams},
    {"dropped-timer", drop_timer},
    {NULL, NULL},
};
