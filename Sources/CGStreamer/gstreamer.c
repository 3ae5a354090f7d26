#include "greenroom_gstreamer.h"

#include <stdlib.h>
#include <string.h>

// Declarations of GStreamer 1.x and GLib 2.x that are used here, as their documentation has them.
typedef int gboolean;
typedef struct {
  uint32_t domain;
  int code;
  char *message;
} GError;
typedef struct _GstElement GstElement;
typedef struct _GstBus GstBus;
typedef struct _GstTagList GstTagList;
typedef struct _GstPad GstPad;
typedef struct _GstCaps GstCaps;
typedef struct _GstStructure GstStructure;

// The documented beginning of a message: GstMiniObject, then its type.
typedef struct {
  size_t object_type;
  int reference_count;
  int lock_state;
  unsigned flags;
  void *copy;
  void *dispose;
  void *free;
  unsigned private_number;
  void *private_pointer;
  unsigned type;
} GstMessage;

_Static_assert(sizeof(void *) != 8 || offsetof(GstMessage, type) == 64, "GstMiniObject has 64 bytes");

typedef struct {
  int descriptor;
  unsigned short events;
  unsigned short returned;
} GPollFD;

gboolean gst_init_check(int *argc, char ***argv, GError **error);
GstElement *gst_parse_launch(const char *description, GError **error);
int gst_element_set_state(GstElement *, int state);
int gst_element_get_state(GstElement *, int *state, int *pending, uint64_t timeout);
GstBus *gst_element_get_bus(GstElement *);
gboolean gst_element_query_position(GstElement *, int format, int64_t *);
gboolean gst_element_query_duration(GstElement *, int format, int64_t *);
gboolean gst_element_seek(GstElement *, double rate, int format, int flags, int start_type,
                          int64_t start, int stop_type, int64_t stop);
GstElement *gst_bin_get_by_name(GstElement *bin, const char *name);
GstPad *gst_element_get_static_pad(GstElement *, const char *name);
GstCaps *gst_pad_get_current_caps(GstPad *);
GstStructure *gst_caps_get_structure(const GstCaps *, unsigned index);
gboolean gst_structure_get_int(const GstStructure *, const char *field, int *);
void gst_bus_get_pollfd(GstBus *, GPollFD *);
GstMessage *gst_bus_pop(GstBus *);
GstMessage *gst_bus_timed_pop(GstBus *, uint64_t timeout);
void gst_message_parse_error(GstMessage *, GError **, char **debug);
void gst_message_parse_tag(GstMessage *, GstTagList **);
gboolean gst_tag_list_get_string(const GstTagList *, const char *tag, char **value);
GstTagList *gst_tag_list_merge(const GstTagList *, const GstTagList *, int mode);
void gst_mini_object_unref(void *);
void gst_object_unref(void *);
void gst_util_set_object_arg(void *object, const char *name, const char *value);
void g_error_free(GError *);
void g_free(void *);

enum { FORMAT_TIME = 3 };
enum { SEEK_FLUSH = 1, SEEK_ACCURATE = 2, SEEK_SEGMENT = 8 };
enum { SEEK_TYPE_NONE = 0, SEEK_TYPE_SET = 1 };
enum { MERGE_REPLACE = 2 };
enum {
  MESSAGE_EOS = 1 << 0,
  MESSAGE_ERROR = 1 << 1,
  MESSAGE_TAG = 1 << 4,
  MESSAGE_SEGMENT_DONE = 1 << 17,
};

struct greenroom_pipeline {
  GstElement *element;
  GstBus *bus;
  GstTagList *tags;
};

static void copy(const char *from, char *to, size_t capacity) {
  strncpy(to, from ? from : "", capacity - 1);
  to[capacity - 1] = 0;
}

static void take_error(GError *error, const char *otherwise, char *text, size_t capacity) {
  copy(error ? error->message : otherwise, text, capacity);
  if (error) g_error_free(error);
}

bool greenroom_gstreamer_start(char *text, size_t capacity) {
  GError *error = NULL;
  if (gst_init_check(NULL, NULL, &error)) return true;
  take_error(error, "GStreamer can't be initialised", text, capacity);
  return false;
}

struct greenroom_pipeline *greenroom_pipeline_create(const char *description, char *text,
                                                     size_t capacity) {
  GError *error = NULL;
  GstElement *element = gst_parse_launch(description, &error);
  if (!element || error) {
    take_error(error, "no pipeline", text, capacity);
    if (element) gst_object_unref(element);
    return NULL;
  }
  struct greenroom_pipeline *pipeline = calloc(1, sizeof *pipeline);
  if (!pipeline) abort();
  pipeline->element = element;
  pipeline->bus = gst_element_get_bus(element);
  return pipeline;
}

void greenroom_pipeline_destroy(struct greenroom_pipeline *pipeline) {
  gst_element_set_state(pipeline->element, GREENROOM_PIPELINE_NULL);
  gst_object_unref(pipeline->bus);
  gst_object_unref(pipeline->element);
  if (pipeline->tags) gst_mini_object_unref(pipeline->tags);
  free(pipeline);
}

bool greenroom_pipeline_go(struct greenroom_pipeline *pipeline,
                           enum greenroom_pipeline_state state, int64_t patience) {
  gst_element_set_state(pipeline->element, (int)state);
  int reached = 0;
  gst_element_get_state(pipeline->element, &reached, NULL, (uint64_t)patience);
  return reached == (int)state;
}

int64_t greenroom_pipeline_position(struct greenroom_pipeline *pipeline) {
  int64_t position;
  return gst_element_query_position(pipeline->element, FORMAT_TIME, &position) ? position : -1;
}

int64_t greenroom_pipeline_duration(struct greenroom_pipeline *pipeline) {
  int64_t duration;
  return gst_element_query_duration(pipeline->element, FORMAT_TIME, &duration) ? duration : -1;
}

bool greenroom_pipeline_seek(struct greenroom_pipeline *pipeline, double rate, int64_t position,
                             bool flush, bool segment) {
  int flags = SEEK_ACCURATE | (flush ? SEEK_FLUSH : 0) | (segment ? SEEK_SEGMENT : 0);
  return gst_element_seek(pipeline->element, rate, FORMAT_TIME, flags, SEEK_TYPE_SET, position,
                          SEEK_TYPE_NONE, -1);
}

void greenroom_pipeline_set(struct greenroom_pipeline *pipeline, const char *name,
                            const char *property, const char *value) {
  GstElement *element = gst_bin_get_by_name(pipeline->element, name);
  if (!element) return;
  gst_util_set_object_arg(element, property, value);
  gst_object_unref(element);
}

int greenroom_pipeline_descriptor(struct greenroom_pipeline *pipeline) {
  GPollFD poll = {.descriptor = -1};
  gst_bus_get_pollfd(pipeline->bus, &poll);
  return poll.descriptor;
}

static void remember(struct greenroom_pipeline *pipeline, GstMessage *message) {
  GstTagList *tags = NULL;
  gst_message_parse_tag(message, &tags);
  if (!pipeline->tags) {
    pipeline->tags = tags;
    return;
  }
  GstTagList *merged = gst_tag_list_merge(pipeline->tags, tags, MERGE_REPLACE);
  gst_mini_object_unref(pipeline->tags);
  gst_mini_object_unref(tags);
  pipeline->tags = merged;
}

static enum greenroom_pipeline_message understand(struct greenroom_pipeline *pipeline,
                                                  GstMessage *message, char *text,
                                                  size_t capacity) {
  if (!message) return GREENROOM_PIPELINE_NOTHING;
  enum greenroom_pipeline_message result = GREENROOM_PIPELINE_OTHER;
  switch (message->type) {
    case MESSAGE_EOS: result = GREENROOM_PIPELINE_END; break;
    case MESSAGE_SEGMENT_DONE: result = GREENROOM_PIPELINE_SEGMENT_DONE; break;
    case MESSAGE_TAG: remember(pipeline, message); break;
    case MESSAGE_ERROR: {
      GError *error = NULL;
      char *debug = NULL;
      gst_message_parse_error(message, &error, &debug);
      take_error(error, "unknown", text, capacity);
      g_free(debug);
      result = GREENROOM_PIPELINE_ERROR;
      break;
    }
    default: break;
  }
  gst_mini_object_unref(message);
  return result;
}

enum greenroom_pipeline_message greenroom_pipeline_pop(struct greenroom_pipeline *pipeline,
                                                       char *text, size_t capacity) {
  return understand(pipeline, gst_bus_pop(pipeline->bus), text, capacity);
}

enum greenroom_pipeline_message greenroom_pipeline_wait(struct greenroom_pipeline *pipeline,
                                                        int64_t patience, char *text,
                                                        size_t capacity) {
  while (true) {
    GstMessage *message = gst_bus_timed_pop(pipeline->bus, (uint64_t)patience);
    enum greenroom_pipeline_message result = understand(pipeline, message, text, capacity);
    if (result != GREENROOM_PIPELINE_OTHER) return result;
  }
}

void greenroom_pipeline_tag(struct greenroom_pipeline *pipeline, const char *name, char *text,
                            size_t capacity) {
  text[0] = 0;
  char *value = NULL;
  if (!pipeline->tags || !gst_tag_list_get_string(pipeline->tags, name, &value)) return;
  copy(value, text, capacity);
  g_free(value);
}

void greenroom_pipeline_format(struct greenroom_pipeline *pipeline, const char *name,
                               int *channels, int *rate) {
  *channels = *rate = 0;
  GstElement *element = gst_bin_get_by_name(pipeline->element, name);
  if (!element) return;
  GstPad *pad = gst_element_get_static_pad(element, "sink");
  GstCaps *caps = pad ? gst_pad_get_current_caps(pad) : NULL;
  if (caps) {
    const GstStructure *structure = gst_caps_get_structure(caps, 0);
    gst_structure_get_int(structure, "channels", channels);
    gst_structure_get_int(structure, "rate", rate);
    gst_mini_object_unref(caps);
  }
  if (pad) gst_object_unref(pad);
  gst_object_unref(element);
}
