/* Jacobian of the locked speeds with respect to the states, by differences with column colouring.
 *
 * The speeds depend linearly on the states, so differences with unit steps give the slopes; states that share
 * no element are stepped at once (Curtis, Powell & Reid, 1974). Along an elastic train whose states are
 * relative speeds, a speed depends on all of them up to its own, so everything here is looked up by rows or
 * columns: scanning the matrix for each of its elements would cost the cube of the length. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "contact.h"
#include "../model/model.h"

/* Change of a speed that may be rounding, relative to the largest state it depends on and the step. */
#define SPEED_ROUNDING (1024.0 * DBL_EPSILON)
#define WORD 64

static int64_t length(const dt_solver *s, int64_t hold)
{
    return s->model.lock_ptr[hold + 1] - s->model.lock_ptr[hold];
}

/* Sort short rows first: of nested ones, each then differs little from those before it. `first` has room for
 * n_x + 2 numbers, which are zero before and afterwards. */
static void choose_rows(dt_solver *s, int64_t *first)
{
    struct locks *h = &s->locks;
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        if (!dt_speed_is_state(s, hold)) {
            ++first[length(s, hold) + 1];
            ++h->n_rows;
        }
    for (int64_t k = 0; k <= s->model.n_x; ++k)
        first[k + 1] += first[k];
    for (int64_t hold = 0; hold < s->model.n_lock; ++hold)
        if (!dt_speed_is_state(s, hold))
            h->rows[first[length(s, hold)]++] = hold;
    memset(first, 0, (size_t)(s->model.n_x + 2) * sizeof *first);
}

static void number_columns(dt_solver *s)
{
    struct locks *h = &s->locks;
    for (int64_t r = 0; r < h->n_rows; ++r)
        for (int64_t e = s->model.lock_ptr[h->rows[r]]; e < s->model.lock_ptr[h->rows[r] + 1]; ++e)
            h->column_of[s->model.lock_state[e]] = 1;
    for (int64_t j = 0; j < s->model.n_x; ++j) {
        bool needed = h->column_of[j] != 0;
        h->column_of[j] = needed ? h->n_columns : -1;
        if (needed)
            h->columns[h->n_columns++] = j;
    }
}

/* Positions of the elements of each column, rows ascending. */
static void sort_by_column(dt_solver *s)
{
    struct locks *h = &s->locks;
    int64_t *ptr = h->column_ptr;
    for (int64_t r = 0; r < h->n_rows; ++r)
        for (int64_t e = s->model.lock_ptr[h->rows[r]]; e < s->model.lock_ptr[h->rows[r] + 1]; ++e)
            ++ptr[h->column_of[s->model.lock_state[e]] + 2];
    for (int64_t c = 0; c < h->n_columns; ++c)
        ptr[c + 2] += ptr[c + 1];
    for (int64_t r = 0; r < h->n_rows; ++r)
        for (int64_t e = s->model.lock_ptr[h->rows[r]]; e < s->model.lock_ptr[h->rows[r] + 1]; ++e) {
            int64_t place = ptr[h->column_of[s->model.lock_state[e]] + 1]++;
            h->element_row[place] = r;
            h->element[place] = e;
        }
}

/* Colours used by columns of a row, as bits, and how many of the first words are completely used. */
struct palette {
    int64_t words;
    uint64_t *taken;          /* [n_rows * words] */
    int64_t *full;            /* [n_rows] */
};

static bool taken(const struct palette *p, int64_t row, int64_t colour)
{
    return p->taken[row * p->words + colour / WORD] >> colour % WORD & 1u;
}

/* Is there a row that contains column c and an earlier column of this colour? */
static bool clashes(const struct locks *h, const struct palette *p, int64_t c, int64_t colour)
{
    for (int64_t k = h->column_ptr[c]; k < h->column_ptr[c + 1]; ++k)
        if (taken(p, h->element_row[k], colour))
            return true;
    return false;
}

static void colour_column(struct locks *h, const struct palette *p, int64_t c)
{
    int64_t colour = 0;
    for (int64_t k = h->column_ptr[c]; k < h->column_ptr[c + 1]; ++k)
        colour = dt_max(colour, p->full[h->element_row[k]]);
    while (clashes(h, p, c, colour))
        ++colour;
    h->colour[c] = colour;
    h->n_colours = dt_max(h->n_colours, colour + 1);
    for (int64_t k = h->column_ptr[c]; k < h->column_ptr[c + 1]; ++k) {
        int64_t row = h->element_row[k];
        p->taken[row * p->words + colour / WORD] |= UINT64_C(1) << colour % WORD;
        while (p->full[row] < h->n_colours && taken(p, row, p->full[row]))
            ++p->full[row];
    }
}

/* Columns of one colour share no row; false if memory is short. */
static bool colour_columns(struct locks *h)
{
    struct palette p = {.words = h->n_columns / WORD + 1};
    p.taken = calloc((size_t)(h->n_rows * (p.words + 1) + 1), sizeof *p.taken);
    if (!p.taken)
        return false;
    p.full = (int64_t *)(p.taken + h->n_rows * p.words);
    for (int64_t c = 0; c < h->n_columns; ++c)
        colour_column(h, &p, c);
    free(p.taken);
    return true;
}

/* Determine which states may be corrected; to be called once. False if memory is short. */
bool dt_motions_prepare(dt_solver *s)
{
    struct locks *h = &s->locks;
    choose_rows(s, h->column_ptr);
    number_columns(s);
    sort_by_column(s);
    h->constant = true;
    for (int64_t r = 0; r < h->n_rows; ++r)
        h->constant = h->constant && s->model.lock_steady[h->rows[r]];
    return colour_columns(h);
}

void dt_read_speeds(dt_solver *s)
{
    for (int64_t r = 0; r < s->locks.n_rows; ++r)
        s->locks.speed[r] = dt_value(s, s->model.lock_speed[s->locks.rows[r]]);
}

/* Magnitude of the largest state that the speeds depend on. */
static double largest_state(const dt_solver *s)
{
    double largest = 0.0;
    for (int64_t c = 0; c < s->locks.n_columns; ++c)
        largest = fmax(largest, fabs(s->x[s->locks.columns[c]]));
    return largest;
}

/* Rounding error of a speed. */
double dt_speed_rounding(const dt_solver *s) { return SPEED_ROUNDING * (1.0 + largest_state(s)); }

static void step_colour(dt_solver *s, int64_t colour, double *step)
{
    const struct locks *h = &s->locks;
    for (int64_t c = 0; c < h->n_columns; ++c) {
        if (h->colour[c] != colour)
            continue;
        double before = s->x[h->columns[c]];
        s->x[h->columns[c]] = before + 1.0;
        step[c] = s->x[h->columns[c]] - before;
    }
}

/* Column c of the slopes for every row that lists it. The speed of an element that gears hold anyway responds
 * by mere `rounding`: no change of the states can make it zero. */
static void read_column(dt_solver *s, int64_t c, double step, double rounding)
{
    struct locks *h = &s->locks;
    for (int64_t k = h->column_ptr[c]; k < h->column_ptr[c + 1]; ++k) {
        int64_t r = h->element_row[k];
        double change = dt_value(s, s->model.lock_speed[h->rows[r]]) - h->speed[r];
        if (fabs(change) <= rounding)
            continue;
        h->slope[h->element[k]] = change / step;
        h->size[r] = fmax(h->size[r], fabs(change / step));
    }
}

/* The speeds for other states than the present ones. Returns a dt_code. */
static int evaluate_speeds(dt_solver *s)
{
    if (!s->model.speeds)
        return dt_evaluate_elsewhere(s);
    dt_restore_memory(s);
    s->io.time = s->time;
    s->io.x = s->x;
    return s->model.speeds(&s->io);
}

/* Derivatives of the speeds with respect to the states, unless they are constant and known; x is left
 * unchanged, with everything evaluated there. Returns a dt_status. */
int dt_differentiate_speeds(dt_solver *s)
{
    struct locks *h = &s->locks;
    size_t bytes = (size_t)s->n * sizeof(double);
    if (h->constant && h->differentiated)
        return DT_DONE;
    memset(h->slope, 0, (size_t)s->model.lock_ptr[s->model.n_lock] * sizeof(double));
    memset(h->size, 0, (size_t)h->n_rows * sizeof(double));
    memcpy(s->x_stage, s->x, bytes);
    double rounding = dt_speed_rounding(s);
    dt_read_speeds(s);
    for (int64_t colour = 0; colour < h->n_colours; ++colour) {
        step_colour(s, colour, h->change);
        int code = evaluate_speeds(s);
        if (code)
            return dt_fail_block(s, code);
        for (int64_t c = 0; c < h->n_columns; ++c)
            if (h->colour[c] == colour)
                read_column(s, c, h->change[c], rounding);
        memcpy(s->x, s->x_stage, bytes);
    }
    h->differentiated = true;
    dt_restore_memory(s);
    int code = dt_evaluate_full(s, s->time, s->x);
    return code ? dt_fail_block(s, code) : DT_DONE;
}
