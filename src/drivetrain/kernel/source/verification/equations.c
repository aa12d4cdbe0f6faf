/* Residuals of the model's equations as written, evaluated at rows of a run.
 *
 * An equation is a short program over registers: nodes in an order in which operands come first. It does not
 * involve the compiled code, so a wrong elimination, differentiation, order, mode or sign shows. All rows are
 * evaluated in parallel, one lane each. In addition to its value a node has a size: the sum of the magnitudes
 * of its terms, which determines rounding. */
#include <float.h>
#include <math.h>

#include "../state/base.h"

#define ROWS DT_VERIFY_ROWS /* lanes of each node */
#define FLOOR 1e-2      /* minimum scale: this fraction of the run's largest terms, and this absolutely */
#define NEIGHBOURS 1e-6 /* and this fraction of the largest terms of all equations in the row */
#define SHARED_NOISE (512.0 * DBL_EPSILON)
#define MOST_SHARED_NOISE 1e-8
#define MOST_RELATIONS 8 /* of one equation that are tried with both values */
#define MOST_SUSPECTS 4096
#define VERIFY_MOST_LOOKS 512 /* rows that are scanned for events */
#define LONGEST_SPAN 64 /* rows after an event that are scanned for the next one */

struct bench {
    const dt_verification *given;
    int64_t n;     /* number of rows, */
    int64_t lanes; /* and of lanes evaluated, a multiple of four: the last ones repeat the last row */
    const double *row[ROWS];
    const double *p, *tables;
    const int64_t *table_offset;
    double noise;
    double *value, *size;  /* [nodes][ROWS] */
    signed char *truth;    /* [nodes] truth values assumed for relations */
    bool has_largest;
    double largest[ROWS]; /* largest terms of any equation, computed when needed */
};

static double function_of(int32_t op, double a, double b)
{
    switch (op) {
    case DT_OP_POW:
        return pow(a, b);
    case DT_OP_ATAN2:
        return atan2(a, b);
    case DT_OP_MOD:
        return a - floor(a / b) * b;
    case DT_OP_SIN:
        return sin(a);
    case DT_OP_COS:
        return cos(a);
    case DT_OP_TAN:
        return tan(a);
    case DT_OP_ASIN:
        return asin(a);
    case DT_OP_ACOS:
        return acos(a);
    case DT_OP_ATAN:
        return atan(a);
    case DT_OP_SINH:
        return sinh(a);
    case DT_OP_COSH:
        return cosh(a);
    case DT_OP_TANH:
        return tanh(a);
    case DT_OP_EXP:
        return exp(a);
    case DT_OP_LOG:
        return log(a);
    case DT_OP_LOG10:
        return log10(a);
    case DT_OP_SQRT:
        return sqrt(a);
    case DT_OP_SIGN:
        return (a > 0.0) - (a < 0.0);
    case DT_OP_FLOOR:
        return floor(a);
    default:
        return ceil(a);
    }
}

static int holds(int32_t op, double a, double b)
{
    switch (op) {
    case DT_OP_GT:
        return a > b;
    case DT_OP_GE:
        return a >= b;
    case DT_OP_LT:
        return a < b;
    case DT_OP_LE:
        return a <= b;
    case DT_OP_EQ:
        return a == b;
    default:
        return a != b;
    }
}

static int is_ordering(int32_t op)
{
    return op >= DT_OP_GT && op <= DT_OP_LE;
}

/* Leaves: values of rows, parameters and constants. */
static void load(const struct bench *b, const dt_equation *e, const int32_t *place, int64_t k)
{
    const int32_t *node = e->node + 4 * k;
    double *v = b->value + k * ROWS, value = 0.0;
    if (node[0] == DT_OP_VARIABLE && place[node[1]] >= 0) {
        int32_t column = place[node[1]] >> 1, opposite = place[node[1]] & 1;
        for (int64_t l = 0; l < b->lanes; l++)
            v[l] = b->row[l][column];
        for (int64_t l = 0; opposite && l < b->lanes; l++)
            v[l] = -v[l];
        return;
    }
    if (node[0] == DT_OP_TIME) {
        for (int64_t l = 0; l < b->lanes; l++)
            v[l] = b->row[l][0];
        return;
    }
    if (node[0] == DT_OP_CONST)
        value = e->constant[k];
    else if (node[0] == DT_OP_PARAMETER)
        value = b->p[place[node[1]]];
    for (int64_t l = 0; l < b->lanes; l++)
        v[l] = value;
}

#define EACH_LANE(expression)                                                                                          \
    for (int64_t l = 0; l < lanes; l++)                                                                                \
        v[l] = (expression);                                                                                           \
    break

/* Evaluate one node that is not a leaf, in all lanes. */
static void operate(const struct bench *b, const int32_t *node, const int32_t *place, double *restrict v)
{
    const double *x = b->value + node[1] * ROWS, *y = b->value + node[2] * ROWS, *z = b->value + node[3] * ROWS;
    int64_t lanes = b->lanes;
    switch (node[0]) {
    case DT_OP_ADD:
        EACH_LANE(x[l] + y[l]);
    case DT_OP_SUB:
        EACH_LANE(x[l] - y[l]);
    case DT_OP_MUL:
        EACH_LANE(x[l] * y[l]);
    case DT_OP_DIV:
        EACH_LANE(x[l] / y[l]);
    case DT_OP_NEG:
        EACH_LANE(-x[l]);
    case DT_OP_ABS:
        EACH_LANE(fabs(x[l]));
    case DT_OP_WHERE:
        EACH_LANE(x[l] != 0.0 ? y[l] : z[l]);
    case DT_OP_AND:
        EACH_LANE(x[l] != 0.0 && y[l] != 0.0 ? 1.0 : 0.0);
    case DT_OP_OR:
        EACH_LANE(x[l] != 0.0 || y[l] != 0.0 ? 1.0 : 0.0);
    case DT_OP_NOT:
        EACH_LANE(x[l] == 0.0 ? 1.0 : 0.0);
    case DT_OP_GT:
        EACH_LANE(x[l] > y[l] ? 1.0 : 0.0);
    case DT_OP_LT:
        EACH_LANE(x[l] < y[l] ? 1.0 : 0.0);
    case DT_OP_EQ:
        EACH_LANE(x[l] == y[l] ? 1.0 : 0.0);
    case DT_OP_GE:
    case DT_OP_LE:
    case DT_OP_NE:
        EACH_LANE(holds(node[0], x[l], y[l]) ? 1.0 : 0.0);
    case DT_OP_MIN:
        EACH_LANE(x[l] < y[l] || isnan(x[l]) ? x[l] : y[l]);
    case DT_OP_MAX:
        EACH_LANE(x[l] > y[l] || isnan(x[l]) ? x[l] : y[l]);
    case DT_OP_TABLE:
        EACH_LANE(dt_table(b->tables + b->table_offset[place[node[2]]], x[l], node[3]));
    default:
        EACH_LANE(function_of(node[0], x[l], y[l]));
    }
}

/* Evaluate all nodes of an equation; in lane `forced`, unless it is negative, relations have the values given
 * by `truth`. */
static void evaluate(const struct bench *b, const dt_equation *e, int64_t instance, int64_t forced)
{
    const int32_t *place = e->place + instance * e->n_place;
    for (int64_t k = 0; k < e->n_node; k++) {
        const int32_t *node = e->node + 4 * k;
        if (node[0] <= DT_OP_PARAMETER)
            load(b, e, place, k);
        else
            operate(b, node, place, b->value + k * ROWS);
        if (forced >= 0 && b->truth[k] >= 0)
            b->value[k * ROWS + forced] = b->truth[k];
    }
}

#define EACH_SIZE(expression)                                                                                          \
    for (int64_t l = 0; l < lanes; l++)                                                                                \
        s[l] = (expression);                                                                                           \
    break

/* Sums of the magnitudes of the terms of all nodes, computed after their values. */
static void measure(const struct bench *b, const dt_equation *e)
{
    int64_t lanes = b->lanes;
    for (int64_t k = 0; k < e->n_node; k++) {
        const int32_t *node = e->node + 4 * k;
        const double *v = b->value + k * ROWS, *x = b->value + node[1] * ROWS, *y = b->value + node[2] * ROWS;
        const double *sx = b->size + node[1] * ROWS, *sy = b->size + node[2] * ROWS, *sz = b->size + node[3] * ROWS;
        double *restrict s = b->size + k * ROWS;
        switch (node[0]) {
        case DT_OP_ADD:
        case DT_OP_SUB:
            EACH_SIZE(sx[l] + sy[l]);
        case DT_OP_MUL:
            EACH_SIZE(sx[l] * sy[l]);
        case DT_OP_DIV:
            EACH_SIZE(sx[l] / fabs(y[l]));
        case DT_OP_NEG:
        case DT_OP_ABS:
            EACH_SIZE(sx[l]);
        case DT_OP_WHERE:
            EACH_SIZE(x[l] != 0.0 ? sy[l] : sz[l]);
        default:
            EACH_SIZE(fabs(v[l]));
        }
    }
}

/* Minimum scale of differences: a fraction of the largest terms of some rows, and an absolute one. */
static double least_of(const double *terms, int64_t n)
{
    double most = 0.0;
    for (int64_t l = 0; l < n; l++)
        if (isfinite(terms[l]) && terms[l] > most)
            most = terms[l];
    return FLOOR * (most + 1.0);
}

static double least_of_sides(const struct bench *b, const dt_equation *e, double *terms)
{
    for (int64_t l = 0; l < b->n; l++)
        terms[l] = b->size[e->left * ROWS + l] + b->size[e->right * ROWS + l];
    return least_of(terms, b->n);
}

struct gap {
    double value, size, scaled;
};

/* Difference of the sides in a lane; `least` is the minimum scale. */
static struct gap gap_in(const struct bench *b, const dt_equation *e, int64_t l, double least)
{
    double left = b->value[e->left * ROWS + l], right = b->value[e->right * ROWS + l];
    if (e->discrete)
        return (struct gap){left - right, 1.0, left != right};
    double size = b->size[e->left * ROWS + l] + b->size[e->right * ROWS + l];
    double scaled = fabs(left - right) / (size + least);
    return (struct gap){left - right, size, isnan(scaled) ? INFINITY : scaled};
}

/* Relations whose sides are equal within noise in a lane, or whose value may be that before an event. */
static int64_t unsure_relations(const struct bench *b, const dt_equation *e, int64_t lane, int64_t *found)
{
    double shared = fmin(SHARED_NOISE * b->largest[lane], MOST_SHARED_NOISE), terms[ROWS];
    int64_t count = 0;
    for (int64_t k = 0; k < e->n_node && count < MOST_RELATIONS; k++) {
        const int32_t *node = e->node + 4 * k;
        if (!is_ordering(node[0]))
            continue;
        for (int64_t l = 0; l < b->n; l++)
            terms[l] = b->size[node[1] * ROWS + l] + b->size[node[2] * ROWS + l];
        double apart = fabs(b->value[node[1] * ROWS + lane] - b->value[node[2] * ROWS + lane]);
        double noise = b->noise * (terms[lane] + least_of(terms, b->n)) + shared;
        if (apart <= noise || b->row[lane][1] == DT_LEFT)
            found[count++] = k;
    }
    return count;
}

/* The smallest gap in a lane over the values of uncertain relations. */
static struct gap least_gap(const struct bench *b, const dt_equation *e, int64_t instance, int64_t lane, double least)
{
    int64_t unsure[MOST_RELATIONS], count = unsure_relations(b, e, lane, unsure);
    struct gap best = gap_in(b, e, lane, least);
    for (int64_t choice = 0; choice < (int64_t)1 << count; choice++) {
        if (best.scaled <= b->given->largest_gap)
            break;
        for (int64_t k = 0; k < e->n_node; k++)
            b->truth[k] = -1;
        for (int64_t i = 0; i < count; i++)
            b->truth[unsure[i]] = (signed char)(choice >> i & 1);
        evaluate(b, e, instance, lane);
        measure(b, e);
        struct gap trial = gap_in(b, e, lane, least);
        if (trial.scaled < best.scaled)
            best = trial;
    }
    return best;
}

/* On the left of an event relations still have their previous values, which the row does not contain; an
 * equation of discrete variables that depends on some cannot be checked there. */
static int is_open(const struct bench *b, const dt_equation *e, int64_t lane)
{
    return e->discrete && e->has_relations && b->row[lane][1] == DT_LEFT;
}

/* First check: without the sizes of terms, as if they were small. */
static int is_suspect(const struct bench *b, const dt_equation *e)
{
    const double *left = b->value + e->left * ROWS, *right = b->value + e->right * ROWS;
    double allowed = e->discrete ? 0.0 : FLOOR * b->given->largest_gap;
    int suspect = 0;
    for (int64_t l = 0; l < b->n; l++)
        suspect |= !(fabs(left[l] - right[l]) <= allowed) && !is_open(b, e, l);
    return suspect;
}

/* Second check, with the sizes of terms and all possible values of relations: the row with the largest
 * residual, -1 if all are satisfied. */
static int64_t missed_row(const struct bench *b, const dt_equation *e, int64_t instance, struct gap *worst)
{
    double terms[ROWS];
    int64_t row = -1;
    evaluate(b, e, instance, -1);
    measure(b, e);
    double least = least_of_sides(b, e, terms);
    for (int64_t l = 0; l < b->n; l++) {
        double scale = least + NEIGHBOURS * b->largest[l];
        if (gap_in(b, e, l, scale).scaled <= b->given->largest_gap || is_open(b, e, l))
            continue;
        struct gap found = least_gap(b, e, instance, l, scale);
        if (!(found.scaled <= b->given->largest_gap) && (row < 0 || found.scaled > worst->scaled)) {
            *worst = found;
            row = l;
        }
        evaluate(b, e, instance, -1);
        measure(b, e);
    }
    return row;
}

/* The largest terms of all equations, row by row: equations solved together share rounding errors. */
static void note_largest_terms(struct bench *b)
{
    double terms[ROWS];
    for (int64_t i = 0; i < b->given->n_equation; i++) {
        const dt_equation *e = b->given->equations + i;
        for (int64_t k = 0; k < e->n_instance && !e->discrete; k++) {
            evaluate(b, e, k, -1);
            measure(b, e);
            least_of_sides(b, e, terms);
            for (int64_t l = 0; l < b->n; l++)
                if (isfinite(terms[l]) && terms[l] > b->largest[l])
                    b->largest[l] = terms[l];
        }
    }
    b->has_largest = true;
}

/* Check an equation more closely; the terms of all others are computed only if it is violated. */
static void look_closer(struct bench *b, int64_t number, int64_t instance, dt_verdict *verdict)
{
    const dt_equation *e = b->given->equations + number;
    struct gap worst = {0.0, 0.0, 0.0};
    int64_t row = missed_row(b, e, instance, &worst);
    if (row >= 0 && !b->has_largest) {
        note_largest_terms(b);
        row = missed_row(b, e, instance, &worst);
    }
    if (row < 0)
        return;
    verdict->n_missed++;
    if (verdict->row >= 0 && !(worst.scaled > verdict->scaled))
        return;
    verdict->equation = number;
    verdict->instance = instance;
    verdict->row = row;
    verdict->scaled = worst.scaled;
    verdict->value = worst.value;
    verdict->size = worst.size;
}

/* Suspects are checked more closely at the end; there is space for the first MOST_SUSPECTS. */
static void lock_against_equations(struct bench *b, int64_t stride, dt_verdict *verdict)
{
    int32_t suspect[MOST_SUSPECTS][2];
    int64_t count = 0;
    for (int64_t i = 0; i < b->given->n_equation; i++) {
        const dt_equation *e = b->given->equations + i;
        for (int64_t k = e->n_instance > 1 ? i % stride : 0; k < e->n_instance; k += stride) {
            evaluate(b, e, k, -1);
            verdict->n_looked++;
            if (count < MOST_SUSPECTS && is_suspect(b, e)) {
                suspect[count][0] = (int32_t)i;
                suspect[count++][1] = (int32_t)k;
            }
        }
    }
    for (int64_t i = 0; i < count; i++)
        look_closer(b, suspect[i][0], suspect[i][1], verdict);
}

/* Energy stored, supplied and dissipated in each of the rows. */
struct energies {
    double stored[ROWS], supplied[ROWS], dissipated[ROWS];
};

static void add_up_energies(const struct bench *b, struct energies *sum)
{
    const dt_verification *g = b->given;
    for (int64_t l = 0; l < b->n; l++) {
        sum->stored[l] = sum->supplied[l] = sum->dissipated[l] = 0.0;
        for (int64_t i = 0; i < g->n_supplied; i++)
            sum->supplied[l] += b->row[l][g->supplied[i]];
        for (int64_t i = 0; i < g->n_dissipated; i++)
            sum->dissipated[l] += b->row[l][g->dissipated[i]];
    }
    for (int64_t i = 0; i < g->n_stored; i++) {
        const dt_equation *e = g->stored + i;
        for (int64_t k = 0; k < e->n_instance; k++) {
            evaluate(b, e, k, -1);
            for (int64_t l = 0; l < b->n; l++)
                sum->stored[l] += b->value[e->left * ROWS + l];
        }
    }
}

/* Are two rows free of events in between, as far as a few checks show? */
static bool is_free_of_events(const struct bench *b, int64_t lane, int64_t width)
{
    int64_t n_rows = (b->row[lane] - b->row[lane - 1]) / width;
    if (n_rows > LONGEST_SPAN)
        return false;
    for (int64_t i = 1; i <= n_rows; i++)
        if (((int)b->row[lane - 1][i * width + 1] & ~DT_SCHEDULED) == DT_RIGHT)
            return false;
    return true;
}

/* Supplied minus dissipated minus change of stored energy, since the first row. If events take energy
 * instantaneously, only the time between two events counts. */
static void balance(const struct bench *b, int64_t width, dt_verdict *verdict)
{
    struct energies sum;
    add_up_energies(b, &sum);
    verdict->energy = verdict->imbalance = 0.0;
    verdict->unbalanced = 0;
    for (int64_t l = 0; l < b->n; l++) {
        double most = fmax(fabs(sum.stored[l]), fmax(fabs(sum.supplied[l]), fabs(sum.dissipated[l])));
        int64_t from = b->given->energy_jumps && l > 0 ? l - 1 : 0;
        verdict->energy = most > verdict->energy ? most : verdict->energy;
        if (b->given->energy_jumps && (l == 0 || !is_free_of_events(b, l, width)))
            continue;
        double missing = fabs(sum.supplied[l] - sum.supplied[from] - (sum.dissipated[l] - sum.dissipated[from]) -
                              (sum.stored[l] - sum.stored[from]));
        if (!(missing <= verdict->imbalance)) {
            verdict->imbalance = isnan(missing) ? INFINITY : missing;
            verdict->unbalanced = l;
        }
    }
}

/* ---------------------------------------------------------------------- which rows to look at */

static void put(int64_t *picked, int64_t *count, int64_t row, int64_t n_rows)
{
    if (row < 0 || row >= n_rows || *count == DT_VERIFY_ROWS)
        return;
    int64_t i = *count;
    while (i > 0 && picked[i - 1] > row)
        i--;
    if (i > 0 && picked[i - 1] == row)
        return;
    for (int64_t k = (*count)++; k > i; k--)
        picked[k] = picked[k - 1];
    picked[i] = row;
}

static int flag_of(const double *rows, int64_t width, int64_t row)
{
    return (int)rows[row * width + 1] & ~DT_SCHEDULED;
}

/* Left rows of the events that are found by examining every second row, or fewer: an event has two. */
static int64_t find_events(const double *rows, int64_t n_rows, int64_t width, int64_t *found)
{
    int64_t count = 0, stride = n_rows / VERIFY_MOST_LOOKS + 1;
    stride = stride < 2 ? 2 : stride;
    for (int64_t i = 0; i < n_rows; i += stride) {
        int flag = flag_of(rows, width, i);
        if ((flag == DT_LEFT && i + 1 < n_rows) || (flag == DT_RIGHT && i > 0))
            found[count++] = flag == DT_LEFT ? i : i - 1;
    }
    return count;
}

/* The left row of the next event after `row`, or a later row without event if that is far away. */
static int64_t end_of_span(const double *rows, int64_t n_rows, int64_t width, int64_t row)
{
    int64_t until = row + LONGEST_SPAN < n_rows - 1 ? row + LONGEST_SPAN : n_rows - 1;
    while (row < until && flag_of(rows, width, row) != DT_LEFT)
        row++;
    return row;
}

int64_t dt_pick_rows(const double *rows, int64_t n_rows, int64_t width, int64_t most, int64_t *picked)
{
    int64_t count = 0, event[VERIFY_MOST_LOOKS + 1], n_events = find_events(rows, n_rows, width, event);
    most = most < DT_VERIFY_ROWS ? most : DT_VERIFY_ROWS;
    put(picked, &count, 0, n_rows);
    put(picked, &count, n_rows - 1, n_rows);
    int64_t wanted = most / 4 < n_events ? most / 4 : n_events;
    for (int64_t i = 0; i < wanted; i++) {
        int64_t left = event[(2 * i + 1) * n_events / (2 * wanted)];
        put(picked, &count, left, n_rows);
        put(picked, &count, left + 1, n_rows);
        put(picked, &count, end_of_span(rows, n_rows, width, left + 1), n_rows);
    }
    int64_t rest = most - count;
    for (int64_t i = 0; i < rest; i++)
        put(picked, &count, (int64_t)((double)(n_rows - 1) * (double)(i + 1) / (double)(rest + 1)), n_rows);
    return count;
}

void dt_verify(const dt_verification *verification, double noise, int64_t most_equations, const double *rows, int64_t n_rows,
               int64_t width, int64_t most_rows, const double *p, const double *tables, const int64_t *table_offset,
               double *work, dt_verdict *verdict)
{
    int64_t room = verification->most_nodes * ROWS;
    struct bench b = {.given = verification,
                      .p = p,
                      .tables = tables,
                      .table_offset = table_offset,
                      .noise = noise,
                      .value = work,
                      .size = work + room,
                      .truth = (signed char *)(work + 2 * room)};
    b.n = verdict->n_rows = dt_pick_rows(rows, n_rows, width, most_rows, verdict->rows);
    b.lanes = (b.n + 3) / 4 * 4;
    for (int64_t l = 0; l < ROWS; l++)
        b.row[l] = rows + verdict->rows[l < b.n ? l : b.n - 1] * width;
    verdict->n_missed = verdict->n_looked = 0;
    verdict->equation = verdict->instance = verdict->row = -1;
    verdict->value = verdict->size = verdict->scaled = 0.0;
    lock_against_equations(&b, verification->n_instance / most_equations + 1, verdict);
    balance(&b, width, verdict);
}

void dt_verify_runs(const dt_verification *verification, double noise, const dt_rows_of_runs *runs, double *work,
                    dt_verdict *verdicts)
{
    const double *rows = runs->rows, *p = runs->parameters;
    for (int64_t run = 0; run < runs->n_runs; run++) {
        dt_verify(verification, noise, runs->most_equations[run], rows, runs->n_rows[run], runs->width,
                  runs->most_rows[run], p, runs->tables, runs->table_offset, work, &verdicts[run]);
        rows += runs->n_rows[run] * runs->width;
        p += runs->n_parameters;
    }
}
