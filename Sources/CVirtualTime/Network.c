#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>

#include "Baton.h"
#include "Report.h"
#include "SystemCall.h"

// What lies outside the machine answers in its own time, and never the same twice.

static bool is_on_this_machine(const struct sockaddr *address) {
  switch (address->sa_family) {
    case AF_INET: {
      const struct sockaddr_in *internet = (const struct sockaddr_in *)address;
      return (ntohl(internet->sin_addr.s_addr) >> 24) == 127;
    }
    case AF_INET6: {
      const struct sockaddr_in6 *internet = (const struct sockaddr_in6 *)address;
      return IN6_IS_ADDR_LOOPBACK(&internet->sin6_addr);
    }
    default: return true;
  }
}

static const char *text_of(const struct sockaddr *address, char *text, socklen_t size) {
  const void *number = address->sa_family == AF_INET
                           ? (const void *)&((const struct sockaddr_in *)address)->sin_addr
                           : (const void *)&((const struct sockaddr_in6 *)address)->sin6_addr;
  return inet_ntop(address->sa_family, number, text, size) ? text : "an address";
}

static const char no_network[] =
    "there is no network in virtual time: answer with a URLProtocol, or with a server on 127.0.0.1";

STAND_IN int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
  if (!is_scheduled()) return REAL(connect)(descriptor, address, length);
  if (!is_on_this_machine(address)) {
    char text[INET6_ADDRSTRLEN];
    report_refusal(CALL_connect, text_of(address, text, sizeof text), no_network);
    errno = ENETUNREACH;
    return -1;
  }
  int result = REAL(connect)(descriptor, address, length);
  int error = errno;
  descriptors_changed();
  errno = error;
  return result;
}

STAND_IN int getaddrinfo(const char *restrict node, const char *restrict service,
                         const struct addrinfo *restrict hints, struct addrinfo **restrict result) {
  if (!is_scheduled()) return REAL(getaddrinfo)(node, service, hints, result);
  unsigned char number[sizeof(struct in6_addr)];
  bool is_known = !node || strcmp(node, "localhost") == 0 ||
                  inet_pton(AF_INET, node, number) == 1 || inet_pton(AF_INET6, node, number) == 1;
  if (!is_known) {
    report_refusal(CALL_getaddrinfo, node, no_network);
    return EAI_FAIL;
  }
  return REAL(getaddrinfo)(node, service, hints, result);
}
