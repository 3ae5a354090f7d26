#ifndef GREENROOM_GSTREAMER_H
#define GREENROOM_GSTREAMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// GStreamer, as far as players of sounds need it. Positions and times are nanoseconds.
///
/// Its own headers need those of GLib, whose folders pkg-config alone can tell, and with what pkg-config
/// says of GLib SwiftPM warns in every build.

/// A pipeline as `gst-launch-1.0` describes one.
struct greenroom_pipeline;

enum greenroom_pipeline_state {
  GREENROOM_PIPELINE_NULL = 1,
  GREENROOM_PIPELINE_READY,
  GREENROOM_PIPELINE_PAUSED,
  GREENROOM_PIPELINE_PLAYING,
};

/// What a pipeline has to say.
enum greenroom_pipeline_message {
  GREENROOM_PIPELINE_NOTHING,
  GREENROOM_PIPELINE_END,
  GREENROOM_PIPELINE_SEGMENT_DONE,
  GREENROOM_PIPELINE_ERROR,
  /// Anything else.
  GREENROOM_PIPELINE_OTHER,
};

/// False, and why in `error`: GStreamer can't be used.
bool greenroom_gstreamer_start(char *_Nonnull error, size_t capacity);

/// NULL, and why in `error`: an element is missing, or the description is wrong.
struct greenroom_pipeline *_Nullable greenroom_pipeline_create(const char *_Nonnull description,
                                                               char *_Nonnull error,
                                                               size_t capacity);

/// Stops it and gives it up.
void greenroom_pipeline_destroy(struct greenroom_pipeline *_Nonnull pipeline);

/// Goes to a state, and waits at most `patience` until it is there. False if it is not.
bool greenroom_pipeline_go(struct greenroom_pipeline *_Nonnull pipeline,
                           enum greenroom_pipeline_state state, int64_t patience);

/// -1 where it is not known.
int64_t greenroom_pipeline_position(struct greenroom_pipeline *_Nonnull pipeline);
int64_t greenroom_pipeline_duration(struct greenroom_pipeline *_Nonnull pipeline);

/// Goes on from a position at a rate. With `flush` at once, else after what is under way; with `segment`
/// the end is a message and the pipeline goes on.
bool greenroom_pipeline_seek(struct greenroom_pipeline *_Nonnull pipeline, double rate,
                             int64_t position, bool flush, bool segment);

/// Sets a property of the element with this name.
void greenroom_pipeline_set(struct greenroom_pipeline *_Nonnull pipeline,
                            const char *_Nonnull element, const char *_Nonnull property,
                            const char *_Nonnull value);

/// Becomes readable when there is a message.
int greenroom_pipeline_descriptor(struct greenroom_pipeline *_Nonnull pipeline);

/// The next message. Errors and their debug text go to `text`. Tags are remembered.
enum greenroom_pipeline_message greenroom_pipeline_pop(
    struct greenroom_pipeline *_Nonnull pipeline, char *_Nonnull text, size_t capacity);

/// Waits for the end or an error.
enum greenroom_pipeline_message greenroom_pipeline_wait(
    struct greenroom_pipeline *_Nonnull pipeline, int64_t patience, char *_Nonnull text,
    size_t capacity);

/// A tag that has come by, such as `title`; empty where none has.
void greenroom_pipeline_tag(struct greenroom_pipeline *_Nonnull pipeline,
                            const char *_Nonnull name, char *_Nonnull text, size_t capacity);

/// What goes into the element with this name; 0 where that is not known.
void greenroom_pipeline_format(struct greenroom_pipeline *_Nonnull pipeline,
                               const char *_Nonnull element, int *_Nonnull channels,
                               int *_Nonnull rate);

#endif
