#include "Queues.h"

#include <string.h>

uint64_t next_random(uint64_t *state) {
  uint64_t value = (*state += 0x9e3779b97f4a7c15ull);
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
  return value ^ (value >> 31);
}

uint32_t draw(uint32_t count) {
  // Where there is no choice nothing is drawn, so that what has no influence has none later either.
  if (count < 2 || world->seed == 0) return 0;
  return (uint32_t)(next_random(&world->choices) % count);
}

// MARK: Ready

// Kept in the order of coming: with seed 0 the longest waiting one is next.

void ready_append(reference who) { world->ready[world->ready_count++] = who; }

static void ready_remove_at(uint32_t place) {
  world->ready_count--;
  memmove(&world->ready[place], &world->ready[place + 1],
          (world->ready_count - place) * sizeof(reference));
}

reference ready_take(void) {
  if (world->ready_count == 0) return NOBODY;
  uint32_t place = draw(world->ready_count);
  reference who = world->ready[place];
  ready_remove_at(place);
  return who;
}

void ready_remove(reference who) {
  for (uint32_t place = 0; place < world->ready_count; place++) {
    if (world->ready[place] == who) {
      ready_remove_at(place);
      return;
    }
  }
}

// MARK: Deadlines

// A binary heap. Everyone knows his place in it, so that a wait that ends early leaves it at once.

static uint32_t *place_in_heap(reference who) {
  struct process *process = process_at(who);
  uint32_t index = who & 0x7fff;
  return (who & TIMER_BIT) ? &process->timers[index].deadline_place
                           : &process->threads[index].deadline_place;
}

static bool is_before(const struct deadline *a, const struct deadline *b) {
  return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void put(uint32_t place, struct deadline entry) {
  world->deadlines[place] = entry;
  *place_in_heap(entry.who) = place;
}

static void rise(uint32_t place, struct deadline entry) {
  while (place > 0) {
    uint32_t above = (place - 1) / 2;
    if (!is_before(&entry, &world->deadlines[above])) break;
    put(place, world->deadlines[above]);
    place = above;
  }
  put(place, entry);
}

static void sink(uint32_t place, struct deadline entry) {
  for (;;) {
    uint32_t below = 2 * place + 1;
    if (below >= world->deadline_count) break;
    if (below + 1 < world->deadline_count &&
        is_before(&world->deadlines[below + 1], &world->deadlines[below])) {
      below++;
    }
    if (!is_before(&world->deadlines[below], &entry)) break;
    put(place, world->deadlines[below]);
    place = below;
  }
  put(place, entry);
}

void deadline_add(reference who, int64_t at) {
  rise(world->deadline_count++, (struct deadline){at, world->orders++, who});
}

void deadline_remove(reference who) {
  uint32_t place = *place_in_heap(who);
  if (place == NO_PLACE) return;
  *place_in_heap(who) = NO_PLACE;
  struct deadline last = world->deadlines[--world->deadline_count];
  if (place == world->deadline_count) return;
  bool rises = place > 0 && is_before(&last, &world->deadlines[(place - 1) / 2]);
  if (rises) {
    rise(place, last);
  } else {
    sink(place, last);
  }
}

const struct deadline *deadline_first(void) {
  return world->deadline_count ? &world->deadlines[0] : NULL;
}
