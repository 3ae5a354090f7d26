#include "greenroom_mpris.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Declarations of GLib and GIO 2.x that are used here, as their documentation has them.
typedef int gboolean;
typedef struct _GError GError;
typedef struct _GVariant GVariant;
typedef struct _GMainContext GMainContext;
typedef struct _GMainLoop GMainLoop;
typedef struct _GDBusConnection GDBusConnection;
typedef struct _GDBusNodeInfo GDBusNodeInfo;
typedef struct _GDBusInterfaceInfo GDBusInterfaceInfo;
typedef struct _GDBusMethodInvocation GDBusMethodInvocation;

typedef struct {
  void (*method_call)(GDBusConnection *, const char *sender, const char *path,
                      const char *interface, const char *method, GVariant *parameters,
                      GDBusMethodInvocation *, void *data);
  GVariant *(*get_property)(GDBusConnection *, const char *sender, const char *path,
                            const char *interface, const char *property, GError **, void *data);
  gboolean (*set_property)(GDBusConnection *, const char *, const char *, const char *,
                           const char *, GVariant *, GError **, void *);
  void *padding[8];
} GDBusInterfaceVTable;

GMainContext *g_main_context_new(void);
void g_main_context_push_thread_default(GMainContext *);
void g_main_context_invoke(GMainContext *, gboolean (*)(void *), void *);
GMainLoop *g_main_loop_new(GMainContext *, gboolean);
void g_main_loop_run(GMainLoop *);
unsigned g_bus_own_name(int type, const char *name, int flags,
                        void (*acquired)(GDBusConnection *, const char *, void *),
                        void (*named)(GDBusConnection *, const char *, void *),
                        void (*lost)(GDBusConnection *, const char *, void *), void *,
                        void (*)(void *));
void g_dbus_connection_set_exit_on_close(GDBusConnection *, gboolean);
GDBusNodeInfo *g_dbus_node_info_new_for_xml(const char *, GError **);
GDBusInterfaceInfo *g_dbus_node_info_lookup_interface(GDBusNodeInfo *, const char *);
unsigned g_dbus_connection_register_object(GDBusConnection *, const char *path,
                                           GDBusInterfaceInfo *, const GDBusInterfaceVTable *,
                                           void *, void (*)(void *), GError **);
gboolean g_dbus_connection_emit_signal(GDBusConnection *, const char *destination,
                                       const char *path, const char *interface,
                                       const char *signal, GVariant *, GError **);
void g_dbus_method_invocation_return_value(GDBusMethodInvocation *, GVariant *);
GVariant *g_variant_new_parsed(const char *format, ...);
GVariant *g_variant_new_boolean(gboolean);
GVariant *g_variant_new_string(const char *);
GVariant *g_variant_new_int64(int64_t);
GVariant *g_variant_new_double(double);

enum { SESSION_BUS = 2 };

static const char path[] = "/org/mpris/MediaPlayer2";
static const char root[] = "org.mpris.MediaPlayer2";
static const char player[] = "org.mpris.MediaPlayer2.Player";

static const char description[] =
    "<node><interface name='org.mpris.MediaPlayer2'>"
    "<method name='Raise'/><method name='Quit'/>"
    "<property name='Identity' type='s' access='read'/>"
    "<property name='CanQuit' type='b' access='read'/>"
    "<property name='CanRaise' type='b' access='read'/>"
    "<property name='HasTrackList' type='b' access='read'/>"
    "<property name='SupportedUriSchemes' type='as' access='read'/>"
    "<property name='SupportedMimeTypes' type='as' access='read'/>"
    "</interface><interface name='org.mpris.MediaPlayer2.Player'>"
    "<method name='Play'/><method name='Pause'/><method name='PlayPause'/>"
    "<method name='Stop'/><method name='Next'/><method name='Previous'/>"
    "<property name='PlaybackStatus' type='s' access='read'/>"
    "<property name='Metadata' type='a{sv}' access='read'/>"
    "<property name='Position' type='x' access='read'/>"
    "<property name='Rate' type='d' access='read'/>"
    "<property name='MinimumRate' type='d' access='read'/>"
    "<property name='MaximumRate' type='d' access='read'/>"
    "<property name='Volume' type='d' access='read'/>"
    "<property name='CanPlay' type='b' access='read'/>"
    "<property name='CanPause' type='b' access='read'/>"
    "<property name='CanGoNext' type='b' access='read'/>"
    "<property name='CanGoPrevious' type='b' access='read'/>"
    "<property name='CanSeek' type='b' access='read'/>"
    "<property name='CanControl' type='b' access='read'/>"
    "</interface></node>";

// What is told, guarded by the lock; all else belongs to the thread.
static struct {
  pthread_mutex_t lock;
  char app[128], title[256], artist[256], album[256];
  int64_t length, position;
  bool is_playing, is_present;
  unsigned commands;
} told = {.lock = PTHREAD_MUTEX_INITIALIZER};

static GMainContext *context;
static GDBusConnection *connection;
static char *bus_name;
static void (*callback)(enum greenroom_mpris_command);

static GVariant *metadata(void) {
  return g_variant_new_parsed(
      "{'mpris:trackid': <objectpath '/dev/greenroom/track'>, 'xesam:title': <%s>,"
      " 'xesam:artist': <[%s]>, 'xesam:album': <%s>, 'mpris:length': <%x>}",
      told.title, told.artist, told.album, told.length);
}

static const char *status(void) {
  return !told.is_present ? "Stopped" : told.is_playing ? "Playing" : "Paused";
}

static bool answers(unsigned commands) { return (told.commands & commands) != 0; }

static GVariant *value_of(const char *property) {
  if (!strcmp(property, "PlaybackStatus")) return g_variant_new_string(status());
  if (!strcmp(property, "Metadata")) return metadata();
  if (!strcmp(property, "Position")) return g_variant_new_int64(told.position);
  if (!strcmp(property, "Identity")) return g_variant_new_string(told.app);
  if (!strncmp(property, "Supported", 9)) return g_variant_new_parsed("@as []");
  if (!strcmp(property, "CanPlay")) {
    return g_variant_new_boolean(answers(GREENROOM_MPRIS_PLAY | GREENROOM_MPRIS_TOGGLE));
  }
  if (!strcmp(property, "CanPause")) {
    return g_variant_new_boolean(answers(GREENROOM_MPRIS_PAUSE | GREENROOM_MPRIS_TOGGLE));
  }
  if (!strcmp(property, "CanGoNext")) return g_variant_new_boolean(answers(GREENROOM_MPRIS_NEXT));
  if (!strcmp(property, "CanGoPrevious")) {
    return g_variant_new_boolean(answers(GREENROOM_MPRIS_PREVIOUS));
  }
  if (!strcmp(property, "CanControl")) return g_variant_new_boolean(told.commands != 0);
  if (!strncmp(property, "Can", 3) || !strcmp(property, "HasTrackList")) {
    return g_variant_new_boolean(false);
  }
  return g_variant_new_double(1);
}

static GVariant *get_property(GDBusConnection *bus, const char *sender, const char *object,
                              const char *interface, const char *property, GError **error,
                              void *data) {
  (void)bus, (void)sender, (void)object, (void)interface, (void)error, (void)data;
  pthread_mutex_lock(&told.lock);
  GVariant *value = value_of(property);
  pthread_mutex_unlock(&told.lock);
  return value;
}

static void method_call(GDBusConnection *bus, const char *sender, const char *object,
                        const char *interface, const char *method, GVariant *parameters,
                        GDBusMethodInvocation *invocation, void *data) {
  (void)bus, (void)sender, (void)object, (void)interface, (void)parameters, (void)data;
  static const struct {
    const char *name;
    enum greenroom_mpris_command command;
  } methods[] = {{"Play", GREENROOM_MPRIS_PLAY},       {"Pause", GREENROOM_MPRIS_PAUSE},
                 {"PlayPause", GREENROOM_MPRIS_TOGGLE}, {"Stop", GREENROOM_MPRIS_STOP},
                 {"Next", GREENROOM_MPRIS_NEXT},        {"Previous", GREENROOM_MPRIS_PREVIOUS}};
  for (size_t index = 0; index < sizeof methods / sizeof methods[0]; index++) {
    if (!strcmp(method, methods[index].name)) callback(methods[index].command);
  }
  g_dbus_method_invocation_return_value(invocation, NULL);
}

static const GDBusInterfaceVTable table = {.method_call = method_call,
                                           .get_property = get_property};

static void bus_acquired(GDBusConnection *bus, const char *name, void *data) {
  (void)name, (void)data;
  g_dbus_connection_set_exit_on_close(bus, false);
  GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(description, NULL);
  if (!node) return;
  const char *interfaces[] = {root, player};
  for (size_t index = 0; index < 2; index++) {
    g_dbus_connection_register_object(bus, path,
                                      g_dbus_node_info_lookup_interface(node, interfaces[index]),
                                      &table, NULL, NULL, NULL);
  }
  connection = bus;
}

static void name_lost(GDBusConnection *bus, const char *name, void *data) {
  (void)bus, (void)name, (void)data;
  connection = NULL;
}

static gboolean announce(void *data) {
  (void)data;
  if (!connection) return false;
  pthread_mutex_lock(&told.lock);
  GVariant *changed = g_variant_new_parsed(
      "('org.mpris.MediaPlayer2.Player', {'PlaybackStatus': <%s>, 'Metadata': <%@a{sv}>,"
      " 'CanPlay': <%b>, 'CanPause': <%b>, 'CanGoNext': <%b>, 'CanGoPrevious': <%b>}, @as [])",
      status(), metadata(), (gboolean)answers(GREENROOM_MPRIS_PLAY | GREENROOM_MPRIS_TOGGLE),
      (gboolean)answers(GREENROOM_MPRIS_PAUSE | GREENROOM_MPRIS_TOGGLE),
      (gboolean)answers(GREENROOM_MPRIS_NEXT), (gboolean)answers(GREENROOM_MPRIS_PREVIOUS));
  pthread_mutex_unlock(&told.lock);
  g_dbus_connection_emit_signal(connection, NULL, path, "org.freedesktop.DBus.Properties",
                                "PropertiesChanged", changed, NULL);
  return false;
}

static void *run(void *data) {
  (void)data;
  g_main_context_push_thread_default(context);
  g_bus_own_name(SESSION_BUS, bus_name, 0, bus_acquired, NULL, name_lost, NULL, NULL);
  g_main_loop_run(g_main_loop_new(context, false));
  return NULL;
}

void greenroom_mpris_start(const char *name, void (*asked)(enum greenroom_mpris_command)) {
  if (context) return;
  callback = asked;
  bus_name = strdup(name);
  context = g_main_context_new();
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, NULL) == 0) pthread_detach(thread);
}

static void copy(const char *from, char *to, size_t capacity) {
  strncpy(to, from, capacity - 1);
  to[capacity - 1] = 0;
}

void greenroom_mpris_tell(const struct greenroom_mpris_state *state) {
  pthread_mutex_lock(&told.lock);
  copy(state->app, told.app, sizeof told.app);
  copy(state->title, told.title, sizeof told.title);
  copy(state->artist, told.artist, sizeof told.artist);
  copy(state->album, told.album, sizeof told.album);
  told.length = state->length;
  told.position = state->position;
  told.is_playing = state->is_playing;
  told.is_present = state->is_present;
  told.commands = state->commands;
  pthread_mutex_unlock(&told.lock);
  if (context) g_main_context_invoke(context, announce, NULL);
}
