#ifndef GREENROOM_MPRIS_H
#define GREENROOM_MPRIS_H

#include <stdbool.h>
#include <stdint.h>

/// The Media Player Remote Interfacing Specification, as far as one player needs it: the session bus is
/// told who plays what, and others on it ask for play, pause and the like.

enum greenroom_mpris_command {
  GREENROOM_MPRIS_PLAY = 1 << 0,
  GREENROOM_MPRIS_PAUSE = 1 << 1,
  GREENROOM_MPRIS_TOGGLE = 1 << 2,
  GREENROOM_MPRIS_STOP = 1 << 3,
  GREENROOM_MPRIS_NEXT = 1 << 4,
  GREENROOM_MPRIS_PREVIOUS = 1 << 5,
};

/// What is told. Texts are copied.
struct greenroom_mpris_state {
  const char *_Nonnull app;
  const char *_Nonnull title;
  const char *_Nonnull artist;
  const char *_Nonnull album;
  /// Microseconds; 0: not known.
  int64_t length;
  int64_t position;
  bool is_playing;
  /// Whether there is anybody who plays or stands.
  bool is_present;
  /// What the app answers to.
  unsigned commands;
};

/// Takes a name on the session bus, in a thread of its own. Nothing happens where there is no bus.
/// `asked` is called on that thread.
void greenroom_mpris_start(const char *_Nonnull name,
                           void (*_Nonnull asked)(enum greenroom_mpris_command command));

/// Says what holds from now on.
void greenroom_mpris_tell(const struct greenroom_mpris_state *_Nonnull state);

#endif
