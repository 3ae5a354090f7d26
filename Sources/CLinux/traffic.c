#include "greenroom_traffic.h"

#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static bool is_among(uint32_t inode, const uint32_t *inodes, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (inodes[index] == inode) return true;
  }
  return false;
}

static uint64_t bytes_of(const struct nlmsghdr *header, const struct inet_diag_msg *message) {
  int length = (int)(header->nlmsg_len - NLMSG_LENGTH(sizeof *message));
  for (struct rtattr *attribute = (struct rtattr *)(message + 1); RTA_OK(attribute, length);
       attribute = RTA_NEXT(attribute, length)) {
    if (attribute->rta_type != INET_DIAG_INFO) continue;
    struct tcp_info info = {0};
    size_t size = RTA_PAYLOAD(attribute);
    memcpy(&info, RTA_DATA(attribute), size < sizeof info ? size : sizeof info);
    return info.tcpi_bytes_received + info.tcpi_bytes_acked;
  }
  return 0;
}

// Reads the answers to one question; the number of sockets, or -1.
static int read_answers(int diagnosis, const uint32_t *inodes, size_t count, uint64_t *bytes) {
  _Alignas(struct nlmsghdr) char buffer[32 * 1024];
  int found = 0;
  while (true) {
    ssize_t received = recv(diagnosis, buffer, sizeof buffer, 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return -1;
    int length = (int)received;
    for (struct nlmsghdr *header = (struct nlmsghdr *)buffer; NLMSG_OK(header, length);
         header = NLMSG_NEXT(header, length)) {
      if (header->nlmsg_type == NLMSG_DONE) return found;
      if (header->nlmsg_type == NLMSG_ERROR) return -1;
      const struct inet_diag_msg *message = NLMSG_DATA(header);
      if (!is_among(message->idiag_inode, inodes, count)) continue;
      found++;
      *bytes += bytes_of(header, message);
    }
  }
}

static int ask(int diagnosis, int family, const uint32_t *inodes, size_t count, uint64_t *bytes) {
  struct {
    struct nlmsghdr header;
    struct inet_diag_req_v2 request;
  } question = {
      .header = {.nlmsg_len = sizeof question,
                 .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                 .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP},
      .request = {.sdiag_family = (uint8_t)family,
                  .sdiag_protocol = IPPROTO_TCP,
                  .idiag_ext = 1 << (INET_DIAG_INFO - 1),
                  .idiag_states = 0xffffffff},
  };
  if (send(diagnosis, &question, sizeof question, 0) < 0) return -1;
  return read_answers(diagnosis, inodes, count, bytes);
}

int greenroom_traffic(const uint32_t *inodes, size_t count, uint64_t *bytes) {
  *bytes = 0;
  int diagnosis = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (diagnosis < 0) return -1;
  int old = ask(diagnosis, AF_INET, inodes, count, bytes);
  int new = old < 0 ? -1 : ask(diagnosis, AF_INET6, inodes, count, bytes);
  int error = errno;
  close(diagnosis);
  errno = error;
  return new < 0 ? -1 : old + new;
}
