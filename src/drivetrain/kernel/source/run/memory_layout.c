/* Lay out all arrays of a solver in one allocation. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#endif
#include <stdlib.h>

#include "run.h"
#include "../discontinuities/discontinuities.h"
#include "../methods/methods.h"
#include "../contact/contact.h"

/* Under AddressSanitizer the arrays of an arena are separated by poisoned memory. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define GAP 64
#else
#define GAP 0
#define ASAN_POISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#endif

/* Arrays from this size on are aligned to cache lines, so that no vector straddles two. */
#define LONG_ARRAY 256
#define CACHE_LINE 64
/* Arenas from twice this size on use pages of this size: with ordinary ones, address translation takes longer
 * than reading. */
#define LARGE_PAGE ((size_t)1 << 21)

/* Allocates pieces of one block; with base NULL it only adds up sizes. */
struct arena {
    char *base;
    size_t used, gap;
    dt_visit *visit;          /* is shown every array; or NULL */
    void *context;
};

/* Round up to a multiple of a power of two. */
static size_t round_up(size_t number, size_t grain) { return (number + grain - 1) & ~(grain - 1); }

static void *take(struct arena *arena, int64_t count, size_t size)
{
    size_t wanted = (size_t)count * size, grain = wanted < LONG_ARRAY ? 16 : CACHE_LINE;
    size_t at = round_up(arena->used, grain), bytes = round_up(wanted, grain) + arena->gap;
    arena->used = at + bytes;
    if (arena->base && arena->gap)
        ASAN_POISON_MEMORY_REGION(arena->base + at + wanted, bytes - wanted);
    if (arena->visit)
        arena->visit(arena->context, arena->base + at, wanted);
    return arena->base ? arena->base + at : NULL;
}

static double *doubles(struct arena *arena, int64_t count)
{
    return take(arena, count, sizeof(double));
}

static uint8_t *bytes(struct arena *arena, int64_t count) { return take(arena, count, 1); }

static int64_t *integers(struct arena *arena, int64_t count)
{
    return take(arena, count, sizeof(int64_t));
}

/* The outputs of `full`, except memory, contiguous since they are copied and compared as a whole; all pieces
 * are aligned to cache lines, so that they have the same layout. Returns the size. */
static size_t lay_out_outputs(const dt_solver *s, dt_io *io, struct arena *arena)
{
    const dt_model *m = &s->model;
    size_t gap = arena->gap;
    arena->gap = 0;
    size_t start = arena->used = round_up(arena->used, CACHE_LINE);
    io->xdot = doubles(arena, s->n);
    io->z_out = doubles(arena, m->n_z);
    io->g = doubles(arena, m->n_rel);
    io->t_event = doubles(arena, m->n_time_rel);
    io->reinit_on = doubles(arena, m->n_reinit);
    io->reinit_value = doubles(arena, m->n_reinit);
    io->impact_on = doubles(arena, m->n_impact);
    io->restitution = doubles(arena, m->n_impact);
    io->assert_ok = doubles(arena, m->n_assert);
    io->y = doubles(arena, m->n_y);
    io->delay_value = doubles(arena, m->n_delay);
    io->delay_time = doubles(arena, m->n_delay);
    arena->gap = gap;
    return arena->used - start;
}

/* Everything that an event iteration changes, contiguous so that a probe can save it. */
static void lay_out_point(dt_solver *s, struct arena *arena)
{
    const dt_model *m = &s->model;
    size_t start = arena->used;
    s->point = s->x = doubles(arena, s->n);
    s->pre = doubles(arena, m->n_z);
    s->z = doubles(arena, m->n_z);
    s->rel = doubles(arena, s->n_all_rel);
    s->sample = doubles(arena, m->n_sample);
    s->io.memory = doubles(arena, m->n_memory);
    s->outputs_bytes = lay_out_outputs(s, &s->io, arena);
    s->memory_kept = doubles(arena, m->n_memory);
    s->mode_search.triggered = bytes(arena, s->n_all_rel);
    s->point_size = (int64_t)((arena->used - start) / sizeof(double));
    s->point_backup = doubles(arena, s->point_size);
    s->probed = doubles(arena, s->point_size);
}

static void lay_out_step(dt_solver *s, struct arena *arena)
{
    for (int i = 0; i < STAGES; ++i)
        s->k[i] = doubles(arena, s->n);
    for (int i = 0; i <= DT_DEGREE; ++i)
        s->dense[i] = doubles(arena, s->n);
    s->x_stage = doubles(arena, s->n);
    s->x_new = doubles(arena, s->n);
    s->x_point = doubles(arena, s->n);
    s->shares_before = doubles(arena, s->model.n_memory);
    s->end_memory = doubles(arena, s->model.n_memory);
    s->tiles.alike = bytes(arena, s->model.tile ? s->model.tile_ptr[s->model.n_tile] : 1);
    s->tiles.passed = doubles(arena, STAGES * s->model.n_passed);
    s->error = doubles(arena, s->n);
    s->smooth_before = doubles(arena, s->model.n_smooth);
    s->io.longest_step = doubles(arena, 1);
    s->io.work = doubles(arena, s->model.n_work);
    s->io.constant = doubles(arena, s->model.n_constant);
    s->io.factors = doubles(arena, s->model.n_factors);
    s->io.blocks = take(arena, s->model.n_block, sizeof *s->io.blocks);
    s->io.switching = doubles(arena, s->model.n_switching);
    s->io.branch = s->branches.branch = doubles(arena, s->model.n_switching);
    s->branches.start = doubles(arena, s->model.n_switching);
    s->branches.end = doubles(arena, s->model.n_switching);
    s->branches.left = doubles(arena, s->model.n_switching);
    s->branches.right = doubles(arena, s->model.n_switching);
    s->branches.look = doubles(arena, s->model.n_switching);
    s->branches.seen = doubles(arena, s->model.n_switching);
    s->io.angle = doubles(arena, s->model.n_angle);
    s->oscillation.start = doubles(arena, s->model.n_angle);
    s->oscillation.end = doubles(arena, s->model.n_angle);
    s->oscillation.rate = doubles(arena, s->model.n_knot);
    s->oscillation.range = doubles(arena, 2 * s->model.n_knot);
    s->clock_index = integers(arena, s->model.n_sample);
}

/* Without discontinuities no step is integrated in panels. */
static void lay_out_pieces(dt_solver *s, struct arena *arena)
{
    struct panels *p = &s->panels;
    int64_t n_q = s->model.n_switching ? s->model.n_q : 0;
    p->xdot = doubles(arena, n_q ? s->n : 0);
    p->first = doubles(arena, n_q);
    p->middle = doubles(arena, n_q);
    p->last = doubles(arena, n_q);
    p->end = doubles(arena, PANELS_MOST);
    p->rate = doubles(arena, ((PANELS_NODES + 1) * PANELS_MOST + 1) * n_q);
    p->sum = doubles(arena, (PANELS_MOST + 1) * n_q);
    p->size = doubles(arena, n_q);
    p->inner = doubles(arena, PANELS_DEPTH * PANELS_NODES * n_q);
}

static bool may_be_stiff(const dt_solver *s)
{
    return s->model.jacobian && s->model.n_x > 0 && s->settings.method != DT_EXPLICIT;
}

static void lay_out_stiff(dt_solver *s, struct arena *arena)
{
    struct stiff *w = &s->stiff;
    int64_t n = may_be_stiff(s) ? s->model.n_x : 0;
    for (int i = 0; i < (int)(sizeof w->u / sizeof *w->u); ++i)
        w->u[i] = doubles(arena, n);
    w->jac = s->io.jac = doubles(arena, n ? s->model.n_jac + s->model.n_jac_room : 0);
    w->dfdt = s->io.dfdt = doubles(arena, n);
    w->direction = doubles(arena, n ? s->n : 0);
    w->image = doubles(arena, n ? s->n : 0);
}

static void lay_out_relations(dt_solver *s, struct arena *arena)
{
    struct mode_search *m = &s->mode_search;
    struct crossing *c = &s->crossing;
    m->seen_capacity = 256 + 4 * s->n_all_rel;
    m->noise_scale = doubles(arena, m->n_blocks);
    m->start = doubles(arena, s->n_all_rel);
    m->ever = bytes(arena, s->n_all_rel);
    m->falling = bytes(arena, m->n_blocks);
    m->searched = bytes(arena, s->n_all_rel);
    m->contradicted = doubles(arena, CONTRADICTIONS * s->n_all_rel);
    m->seen = take(arena, m->seen_capacity, sizeof(uint64_t));
    c->candidate = bytes(arena, s->model.n_rel);
    c->clear_start = bytes(arena, s->model.n_rel);
    c->inert = bytes(arena, s->model.n_rel);
    c->true_at_zero = doubles(arena, s->model.n_rel);
    c->outputs = take(arena, (int64_t)s->outputs_bytes, 1);
    c->memory = doubles(arena, s->model.n_memory);
    c->guess = doubles(arena, s->model.n_memory);
    lay_out_outputs(s, &c->io, arena);
    c->io.memory = doubles(arena, s->model.n_memory);
    c->g_start = doubles(arena, s->model.n_rel);
    c->g_left = doubles(arena, s->model.n_rel);
    c->g_right = doubles(arena, s->model.n_rel);
    for (int i = 0; i < CHECKPOINTS; ++i)
        c->g_check[i] = doubles(arena, s->model.n_rel);
    c->io.switching = doubles(arena, s->model.n_switching);
    c->io.angle = doubles(arena, s->model.n_angle);
    m->cycling = bytes(arena, s->n_all_rel);
    s->cycle_log = take(arena, DT_CYCLE_LOG, sizeof(dt_change));
    s->failed_relations = integers(arena, s->n_all_rel);
}

static void lay_out_turning(dt_solver *s, struct arena *arena)
{
    struct load_reversal *r = &s->load_reversal;
    r->shares = doubles(arena, s->model.n_memory);
    r->now = doubles(arena, s->model.n_memory);
    r->direction = doubles(arena, s->model.n_memory);
    r->since = doubles(arena, s->model.n_memory);
    r->x = doubles(arena, s->n);
}

static void lay_out_accumulation(dt_solver *s, struct arena *arena)
{
    struct zeno *a = &s->zeno;
    for (int i = 0; i < 2; ++i)
        a->crowd[i].relations = bytes(arena, s->model.n_rel);
    a->reach = doubles(arena, s->model.n_rel);
    a->reach_before = doubles(arena, s->model.n_rel);
    a->range = doubles(arena, s->model.n_rel);
    a->idle = take(arena, s->model.n_rel, sizeof(struct idle));
    a->lost = integers(arena, s->model.n_rel);
    a->turn = take(arena, 2 * s->model.n_rel, sizeof(struct turn));
}

static void lay_out_foreign(dt_solver *s, struct arena *arena)
{
    const dt_model *m = &s->model;
    int64_t n_in = m->n_foreign ? m->foreign_in_ptr[m->n_foreign] : 0;
    int64_t n_out = m->n_foreign ? m->foreign_out_ptr[m->n_foreign] : 0;
    s->foreign.due = bytes(arena, m->n_foreign);
    s->foreign.given = doubles(arena, n_in);
    s->foreign.value = doubles(arena, dt_max(n_in, n_out));
}

static void lay_out_hold(dt_solver *s, struct arena *arena)
{
    struct locks *h = &s->locks;
    h->rows = integers(arena, s->model.n_lock);
    h->columns = integers(arena, s->model.n_x);
    h->colour = integers(arena, s->model.n_x);
    h->column_of = integers(arena, s->model.n_x);
    h->column_ptr = integers(arena, s->model.n_x + 2);
    h->element_row = integers(arena, s->model.lock_ptr[s->model.n_lock]);
    h->element = integers(arena, s->model.lock_ptr[s->model.n_lock]);
    h->slope = doubles(arena, s->model.lock_ptr[s->model.n_lock]);
    h->basis_ptr = integers(arena, s->model.n_lock + 1);
    h->own = doubles(arena, s->model.n_lock);
    h->pinned = bytes(arena, s->model.n_x);
    h->set_anew = bytes(arena, s->model.n_x);
    h->locked = bytes(arena, s->model.n_lock);
    h->was_locked = bytes(arena, s->model.n_lock);
    h->active = bytes(arena, s->model.n_lock);
    h->resting = integers(arena, s->model.n_lock);
    h->resting_before = integers(arena, s->model.n_lock);
    h->speed = doubles(arena, s->model.n_lock);
    h->drift = doubles(arena, s->model.n_lock);
    h->size = doubles(arena, s->model.n_lock);
    h->change = doubles(arena, s->model.n_x);
    h->x_before = doubles(arena, s->n);
}

static void lay_out_contacts(dt_solver *s, struct arena *arena)
{
    struct contact *a = &s->contact;
    int64_t n = s->model.n_contact;
    a->of_relation = integers(arena, s->model.n_rel);
    a->before = doubles(arena, s->n_all_rel);
    a->was_at_rest = bytes(arena, n);
    a->closed = bytes(arena, n);
    a->passed = (int8_t *)bytes(arena, n);
    a->at_rest = bytes(arena, n);
    a->way = (int8_t *)bytes(arena, n);
    a->rounding = doubles(arena, n);
    a->open = bytes(arena, s->mode_search.n_blocks + 1);
    a->list = integers(arena, n);
    a->load = doubles(arena, n);
    a->step = doubles(arena, n);
    a->load_before = doubles(arena, n);
    a->first = doubles(arena, DT_ANSWERS * n);
    a->passed_of = (int8_t *)bytes(arena, n);
    a->way_of = (int8_t *)bytes(arena, n);
    a->noise_of = doubles(arena, n);
    a->state = (int8_t *)bytes(arena, 3 * n);
    a->order = integers(arena, 2 * n);
}

static void lay_out_impulses(dt_solver *s, struct arena *arena)
{
    struct impulses *p = &s->impulses;
    int64_t n_lock = s->model.n_lock, n = n_lock ? s->n : 0;
    p->spent = bytes(arena, s->model.n_impact);
    p->pending = bytes(arena, s->model.n_impact);
    p->restitution = doubles(arena, s->model.n_impact);
    p->closing = bytes(arena, n_lock);
    p->role = bytes(arena, n_lock);
    p->active = bytes(arena, n_lock);
    p->before = doubles(arena, n_lock);
    p->after = doubles(arena, n_lock);
    p->target = doubles(arena, n_lock);
    p->way = doubles(arena, n_lock);
    p->z = doubles(arena, n_lock ? s->model.n_z : 0);
    p->pre = doubles(arena, n_lock ? s->model.n_z : 0);
    p->branch = doubles(arena, n_lock ? s->model.n_switching : 0);
    p->base = doubles(arena, n);
    p->change = doubles(arena, n);
    p->later = doubles(arena, n);
    p->x = doubles(arena, n);
}

static void lay_out_history(dt_solver *s, struct arena *arena)
{
    struct history *h = &s->history;
    h->before = h->before_run = doubles(arena, h->n);
    h->before_probe = doubles(arena, h->n);
    h->previous = doubles(arena, h->n);
    h->now = doubles(arena, h->n);
    h->scale = doubles(arena, h->n);
    h->nodes = doubles(arena, h->n * dt_history_nodes());
    h->passed = integers(arena, h->n);
    h->segment = integers(arena, h->n);
}

/* Probing a step must not affect the run: all outputs have memory of their own. */
static void lay_out_step_probe(dt_solver *s, struct arena *arena)
{
    struct step_probe *p = &s->step_probe;
    if (!p->on)
        return;
    int64_t n = s->n + s->model.n_pair;
    lay_out_outputs(s, &p->io, arena);
    p->io.memory = doubles(arena, s->model.n_memory);
    p->io.switching = doubles(arena, s->model.n_switching);
    p->io.angle = doubles(arena, s->model.n_angle);
    p->io.longest_step = doubles(arena, 1);
    p->io.factors = doubles(arena, s->model.n_factors);
    p->io.branch = doubles(arena, s->model.n_switching);
    p->x = doubles(arena, s->n);
    p->change = doubles(arena, n);
    p->integral = doubles(arena, n);
    p->size = doubles(arena, n);
    p->largest = doubles(arena, n);
    p->allowed = doubles(arena, n);
    p->moved = doubles(arena, n);
    p->doubt = doubles(arena, n);
    p->before = doubles(arena, n);
    p->value = doubles(arena, s->model.n_pair);
}

static void lay_out(dt_solver *s, struct arena *arena)
{
    arena->gap = 0;
    lay_out_point(s, arena);
    arena->gap = GAP;
    lay_out_step(s, arena);
    lay_out_pieces(s, arena);
    lay_out_relations(s, arena);
    lay_out_turning(s, arena);
    lay_out_accumulation(s, arena);
    lay_out_foreign(s, arena);
    lay_out_hold(s, arena);
    lay_out_contacts(s, arena);
    lay_out_impulses(s, arena);
    lay_out_stiff(s, arena);
    lay_out_history(s, arena);
    lay_out_step_probe(s, arena);
}

size_t dt_lay_out(dt_solver *copy, char *base, dt_visit *visit, void *context)
{
    struct arena arena = {.base = base, .visit = visit, .context = context};
    lay_out(copy, &arena);
    return arena.used;
}

/* Zeroed memory; `base` is the start of its first cache line or large page. */
static void *reserve(size_t size, char **base)
{
    size_t grain = size < 2 * LARGE_PAGE ? CACHE_LINE : LARGE_PAGE;
    char *memory = calloc(1, size + grain);
    if (!memory)
        return NULL;
    *base = memory + (grain - (uintptr_t)memory % grain) % grain;
#ifdef MADV_HUGEPAGE
    if (grain == LARGE_PAGE) /* only advice: if it is ignored, all works as before */
        madvise(*base, round_up(size, LARGE_PAGE) - LARGE_PAGE, MADV_HUGEPAGE);
#endif
    return memory;
}

/* Space for a dense basis, of which the system commits only the pages in use. */
static bool allocate_basis(struct locks *h)
{
    size_t most = (size_t)(h->n_rows * h->n_columns) + 1;
    h->basis = calloc(most, sizeof *h->basis);
    h->basis_column = calloc(most, sizeof *h->basis_column);
    return h->basis && h->basis_column;
}

/* Create the blocks of a model; false if memory is short. */
static bool create_blocks(dt_solver *s)
{
    for (int64_t k = 0; k < s->model.n_block; ++k) {
        s->io.blocks[k] = dt_block_create(s->model.blocks + k);
        if (!s->io.blocks[k])
            return false;
    }
    return true;
}

void dt_destroy_blocks(dt_solver *s)
{
    for (int64_t k = 0; s->arena && k < s->model.n_block; ++k)
        dt_block_destroy(s->io.blocks[k]);
}

bool dt_allocate(dt_solver *s)
{
    struct arena arena = {0};
    lay_out(s, &arena);
    s->arena = reserve(arena.used, &arena.base);
    if (!s->arena)
        return false;
    arena.used = 0;
    lay_out(s, &arena);
    if (!create_blocks(s))
        return false;
    if (!dt_motions_prepare(s) || !allocate_basis(&s->locks) || !dt_contacts_prepare(s) ||
        !dt_second_motion_prepare(s))
        return false;
    return !may_be_stiff(s) || !s->model.jac_ptr || dt_matrix_create(&s->stiff.matrix, &s->model);
}
