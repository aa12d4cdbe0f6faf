/* The whole state of a run as a string of bytes, and back.
 *
 * It consists of the members of the solver, the arrays laid out with it, and the few things allocated apart:
 * the basis of locked speeds, bounds of large blocks, the pivot order of the iteration matrix and the history
 * of delayed expressions. Pointers are stored as distances from the arrays or from the solver, since steps
 * exchange some of them; which members are pointers to arrays is seen by laying these out twice. What belongs
 * to the model, to its settings, or is only scratch memory stays that of the solver that is restored. */
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "../discontinuities/discontinuities.h"
#include "../linalg/linalg.h"

#define STATE_MARK UINT64_C(0x4554415453544400) /* "DTSTATE" */
#define WORDS (sizeof(dt_solver) / sizeof(uint64_t))

/* What a word of the solver is. */
enum word { WORD_VALUE, WORD_POINTER, WORD_OWN };

/* How a pointer is stored: its distance is in the higher bits. */
enum place { PLACE_NONE, PLACE_ARRAY, PLACE_SOLVER, PLACE_OWN };
#define PLACE_BITS 2

enum way { COUNTING, WRITING, READING };

struct stream {
    dt_solver *s;
    enum way way;
    char *at;
    size_t used, size;        /* bytes passed, and of all when reading */
    bool short_of;            /* bytes or memory */
};

/* Count, write or read these data. */
static void pass(struct stream *f, void *data, size_t size)
{
    if (f->way == READING && size > f->size - f->used)
        f->short_of = true;
    if (f->short_of || size == 0)
        return;
    if (f->way == WRITING)
        memcpy(f->at + f->used, data, size);
    else if (f->way == READING)
        memcpy(data, f->at + f->used, size);
    f->used += size;
}

/* ------------------------------------------------------------------------ the solver */

static void mark(uint8_t *kind, size_t from, size_t size, enum word what)
{
    memset(kind + from / sizeof(uint64_t), what, size / sizeof(uint64_t));
}

#define MARK(kind, member, what) \
    mark(kind, offsetof(dt_solver, member), sizeof ((dt_solver *)0)->member, what)

/* All members of a dt_io but a few are pointers. */
static void mark_io(uint8_t *kind, size_t from)
{
    mark(kind, from, sizeof(dt_io), WORD_POINTER);
    mark(kind, from + offsetof(dt_io, time), sizeof(double), WORD_VALUE);
    mark(kind, from + offsetof(dt_io, initial), sizeof(int64_t), WORD_VALUE);
    mark(kind, from + offsetof(dt_io, failed_block), sizeof(int64_t), WORD_VALUE);
}

/* Members that point to arrays: those that differ between two places of the arrays. */
static bool mark_arrays(const dt_solver *s, uint8_t *kind)
{
    dt_solver *copies = malloc(2 * sizeof *copies);
    if (!copies)
        return false;
    copies[0] = copies[1] = *s;
    dt_lay_out(&copies[0], NULL, NULL, NULL);
    dt_lay_out(&copies[1], (char *)s->point, NULL, NULL);
    const char *one = (const char *)&copies[0], *other = (const char *)&copies[1];
    for (size_t w = 0; w < WORDS; ++w)
        if (memcmp(one + w * sizeof(uint64_t), other + w * sizeof(uint64_t), sizeof(uint64_t)) != 0)
            kind[w] = WORD_POINTER;
    free(copies);
    return true;
}

static bool mark_words(const dt_solver *s, uint8_t *kind)
{
    memset(kind, WORD_VALUE, WORDS);
    if (!mark_arrays(s, kind))
        return false;
    mark_io(kind, offsetof(dt_solver, io));
    mark_io(kind, offsetof(dt_solver, crossing.io));
    mark_io(kind, offsetof(dt_solver, step_probe.io));
    MARK(kind, mode_search.noise_of, WORD_POINTER);
    MARK(kind, mode_search.noise_unknowns, WORD_POINTER);
    MARK(kind, crossing.g_end, WORD_POINTER);
    MARK(kind, crossing.looked, WORD_POINTER);
    MARK(kind, history.before, WORD_POINTER);
    MARK(kind, failure.relations, WORD_POINTER);
    MARK(kind, failure.changes, WORD_POINTER);
    MARK(kind, model, WORD_OWN);
    MARK(kind, settings, WORD_OWN);
    MARK(kind, settings.stop_time, WORD_VALUE);
    MARK(kind, stiff.matrix, WORD_OWN);
    MARK(kind, stiff.handed, WORD_OWN);
    MARK(kind, history.kind, WORD_OWN);
    MARK(kind, history.pieces, WORD_OWN);
    MARK(kind, history.capacity, WORD_OWN);
    MARK(kind, history.breaks, WORD_OWN);
    MARK(kind, history.break_capacity, WORD_OWN);
    MARK(kind, locks.basis, WORD_OWN);
    MARK(kind, locks.basis_column, WORD_OWN);
    MARK(kind, contact.slope, WORD_OWN);
    MARK(kind, contact.work, WORD_OWN);
    MARK(kind, second_motion.rival, WORD_OWN);
    MARK(kind, second_motion.rate, WORD_OWN);
    MARK(kind, arena, WORD_OWN);
    return true;
}

static uint64_t stored(const dt_solver *s, size_t arrays, uint64_t pointer)
{
    uint64_t base = (uint64_t)(uintptr_t)s->point, solver = (uint64_t)(uintptr_t)s;
    if (pointer == 0)
        return PLACE_NONE;
    if (pointer >= base && pointer - base <= arrays)
        return (pointer - base) << PLACE_BITS | PLACE_ARRAY;
    if (pointer >= solver && pointer - solver < sizeof *s)
        return (pointer - solver) << PLACE_BITS | PLACE_SOLVER;
    return PLACE_OWN;
}

static uint64_t found(const struct stream *f, char *base, size_t arrays, uint64_t code, uint64_t own)
{
    uint64_t distance = code >> PLACE_BITS;
    switch ((enum place)(code & ((1 << PLACE_BITS) - 1))) {
    case PLACE_ARRAY:
        return (uint64_t)(uintptr_t)base + (distance <= arrays ? distance : 0);
    case PLACE_SOLVER:
        return (uint64_t)(uintptr_t)f->s + (distance < sizeof *f->s ? distance : 0);
    case PLACE_OWN:
        return own;
    default:
        return 0;
    }
}

static void pass_members(struct stream *f, const uint8_t *kind, size_t arrays)
{
    char *base = (char *)f->s->point, *at = (char *)f->s;
    for (size_t w = 0; w < WORDS; ++w, at += sizeof(uint64_t)) {
        uint64_t own, code;
        memcpy(&own, at, sizeof own);
        code = kind[w] == WORD_POINTER ? stored(f->s, arrays, own) : kind[w] == WORD_OWN ? 0 : own;
        pass(f, &code, sizeof code);
        if (f->way != READING || f->short_of || kind[w] == WORD_OWN)
            continue;
        if (kind[w] == WORD_POINTER)
            code = found(f, base, arrays, code, own);
        memcpy(at, &code, sizeof code);
    }
}

/* ------------------------------------------------------------------------- the rest */

static void pass_array(void *context, void *array, size_t size)
{
    struct stream *f = context;
    if (f->s->model.n_block == 0 || array != (void *)f->s->io.blocks)
        pass(f, array, size);
}

static void pass_arrays(struct stream *f)
{
    dt_solver *copy = malloc(sizeof *copy);
    f->short_of |= !copy;
    if (!copy)
        return;
    *copy = *f->s;
    dt_lay_out(copy, (char *)f->s->point, pass_array, f);
    free(copy);
}

static void pass_basis(struct stream *f)
{
    struct locks *h = &f->s->locks;
    int64_t count = h->n_rows > 0 ? h->basis_ptr[h->n_rows] : 0;
    f->short_of |= count < 0 || count > h->n_rows * h->n_columns;
    if (f->short_of)
        return;
    pass(f, h->basis, (size_t)count * sizeof *h->basis);
    pass(f, h->basis_column, (size_t)count * sizeof *h->basis_column);
}

static void pass_blocks(struct stream *f)
{
    for (int64_t k = 0; k < f->s->model.n_block; ++k) {
        size_t count;
        int8_t *held = dt_block_held(f->s->io.blocks[k], &count);
        pass(f, held, count);
    }
}

/* The pivot order of the iteration matrix, if it is sparse and has one. */
static void pass_pivots(struct stream *f)
{
    struct matrix *m = &f->s->stiff.matrix;
    size_t count = m->factors ? (size_t)m->n : 0;
    int64_t *order = count ? malloc(2 * count * sizeof *order) : NULL;
    f->short_of |= count && !order;
    int64_t ordered = order && f->way != READING ? dt_sparse_get_order(m->factors, order, order + count) : 0;
    pass(f, &ordered, sizeof ordered);
    if (ordered && order)
        pass(f, order, 2 * count * sizeof *order);
    for (size_t i = 0; ordered && f->way == READING && i < 2 * count; ++i)
        f->short_of |= order[i] < 0 || order[i] >= m->n;
    if (ordered && f->way == READING && !f->short_of)
        f->short_of |= !order || dt_sparse_order(m->factors, order, order + count) != DT_OK;
    free(order);
}

static void pass_history(struct stream *f)
{
    struct history *h = &f->s->history;
    if (h->n == 0 || !h->running)
        return;
    if (f->way == READING)
        f->short_of |= h->end < h->first || h->break_end < h->break_first || !dt_history_reserve(f->s);
    for (int64_t i = h->first; !f->short_of && i < h->end; ++i)
        pass(f, dt_history_piece(h, i), (size_t)h->stride * sizeof(double));
    for (int64_t i = h->break_first; !f->short_of && i < h->break_end; ++i)
        pass(f, dt_history_break(h, i), sizeof(struct history_break));
}

/* What has to be the same where a state is saved and where it is restored. */
#define SIZES 12
static void sizes_of(const dt_solver *s, size_t arrays, uint64_t *sizes)
{
    const dt_model *m = &s->model;
    const uint64_t all[SIZES] = {
        sizeof *s,           arrays,           (uint64_t)m->n_x,        (uint64_t)m->n_q,
        (uint64_t)m->n_z,    (uint64_t)m->n_y, (uint64_t)s->n_all_rel,  (uint64_t)m->n_memory,
        (uint64_t)m->n_lock, (uint64_t)m->n_block, (uint64_t)m->n_delay, (uint64_t)s->settings.method};
    memcpy(sizes, all, sizeof all);
}

/* Compare the beginning with that of this solver. Returns dt_restored. */
static int compare_sizes(struct stream *f, size_t arrays)
{
    uint64_t version[2] = {STATE_MARK, DT_ABI_VERSION}, given[2] = {STATE_MARK, DT_ABI_VERSION};
    uint64_t own[SIZES], sizes[SIZES];
    sizes_of(f->s, arrays, own);
    sizes_of(f->s, arrays, sizes);
    pass(f, given, sizeof given);
    if (f->short_of || memcmp(given, version, sizeof given) != 0)
        return DT_OTHER_VERSION;
    pass(f, sizes, sizeof sizes);
    return f->short_of || memcmp(sizes, own, sizeof own) != 0 ? DT_OTHER_MODEL : DT_RESTORED;
}

/* Count, write or read the whole state. Returns dt_restored. */
static int pass_all(struct stream *f)
{
    uint8_t *kind = malloc(WORDS);
    dt_solver *s = f->s;
    if (!kind || !mark_words(s, kind)) {
        free(kind);
        return DT_INCOMPLETE;
    }
    dt_solver *copy = malloc(sizeof *copy);
    size_t arrays = 0;
    f->short_of = !copy;
    if (copy) {
        *copy = *s;
        arrays = dt_lay_out(copy, NULL, NULL, NULL);
        free(copy);
    }
    int outcome = compare_sizes(f, arrays);
    if (outcome == DT_RESTORED) {
        pass_members(f, kind, arrays);
        pass_arrays(f);
        pass_basis(f);
        pass_blocks(f);
        pass_pivots(f);
        pass_history(f);
    }
    free(kind);
    return f->short_of && outcome == DT_RESTORED ? DT_INCOMPLETE : outcome;
}

int64_t dt_state_size(dt_solver *s)
{
    struct stream f = {.s = s, .way = COUNTING};
    return pass_all(&f) == DT_RESTORED ? (int64_t)f.used : -1;
}

void dt_save(dt_solver *s, void *bytes)
{
    struct stream f = {.s = s, .way = WRITING, .at = bytes};
    pass_all(&f);
}

int dt_restore(dt_solver *s, const void *bytes, int64_t size)
{
    struct stream f = {.s = s, .way = READING, .at = (char *)(uintptr_t)bytes, .size = (size_t)size};
    int outcome = pass_all(&f);
    s->stiff.jacobian_ready = s->stiff.factored = false;
    if (outcome != DT_RESTORED)
        s->phase = PHASE_NOT_READY;
    return outcome;
}
