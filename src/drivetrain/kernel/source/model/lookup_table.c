/* Look-up in packed tables: piecewise cubics with an extrapolation rule outside the grid. */
#include <float.h>
#include <math.h>

#include "model.h"

enum { COUNT, RULE, SLOPE_LEFT, SLOPE_RIGHT, FIRST, LAST, BENDS, TURNS, HEADER };
enum { RULE_HOLD, RULE_CONTINUE, RULE_PERIODIC, RULE_NONE };

static double line(double y, double slope, double v, int64_t derivative)
{
    if (derivative == 0)
        return y + slope * v;
    return derivative == 1 ? slope : 0.0;
}

static double cubic(const double *c, double v, int64_t derivative)
{
    if (derivative == 0)
        return c[0] + v * (c[1] + v * (c[2] + v * c[3]));
    if (derivative == 1)
        return c[1] + v * (2.0 * c[2] + v * 3.0 * c[3]);
    return 2.0 * c[2] + 6.0 * c[3] * v;
}

/* Largest i <= n - 2 with x[i] <= u, for x[0] <= u. */
static int64_t interval_of(const double *x, int64_t n, double u)
{
    int64_t low = 0, high = n - 1;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (x[middle] <= u)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static double outside(const double *table, double edge_value, double slope, double v,
                      int64_t derivative)
{
    switch ((int)table[RULE]) {
    case RULE_HOLD:
        return derivative == 0 ? edge_value : 0.0;
    case RULE_CONTINUE:
        return line(edge_value, slope, v, derivative);
    default:
        return NAN;
    }
}

/* Piece number i of the table, even where another one applies: -1 is left of the grid, n - 1 right. */
static double piece(const double *table, int64_t i, double u, int64_t derivative)
{
    int64_t n = (int64_t)table[COUNT];
    const double *x = table + HEADER;
    if (i < 0)
        return outside(table, table[FIRST], table[SLOPE_LEFT], u - x[0], derivative);
    if (i == n - 1)
        return outside(table, table[LAST], table[SLOPE_RIGHT], u - x[n - 1], derivative);
    return cubic(x + n + 4 * i, u - x[i], derivative);
}

/* An argument of a periodic table. */
struct place {
    double u;       /* within the first period */
    double periods; /* number of periods passed */
};

/* Reduce an argument to the first period if the table is periodic. */
DT_INLINE struct place within_period(const double *table, double u)
{
    int64_t n = (int64_t)table[COUNT];
    const double *x = table + HEADER;
    if ((int)table[RULE] != RULE_PERIODIC)
        return (struct place){u, 0.0};
    double period = x[n - 1] - x[0], passed = floor((u - x[0]) / period);
    u -= period * passed;
    /* rounding in the line above may leave the half-open period by one bit */
    if (u >= x[n - 1])
        return (struct place){x[0], passed + 1.0};
    return (struct place){u < x[0] ? x[0] : u, passed};
}

double dt_table(const double *table, double u, int64_t derivative)
{
    int64_t n = (int64_t)table[COUNT];
    const double *x = table + HEADER;
    if (isnan(u))
        return u;
    if (n == 1)
        return derivative == 0 ? table[FIRST] : 0.0;
    u = within_period(table, u).u;
    if (u < x[0])
        return piece(table, -1, u, derivative);
    if (u > x[n - 1])
        return piece(table, n - 1, u, derivative);
    if (u == x[n - 1] && derivative == 0)
        return table[LAST];
    return piece(table, interval_of(x, n, u), u, derivative);
}

/* Number of bends up to an argument within the first period, excluding its end. */
DT_INLINE int64_t bends_before(const double *table, double u)
{
    int64_t n = (int64_t)table[COUNT], low = 0, high = (int64_t)table[BENDS];
    const double *x = table + HEADER, *bend = x + n + 4 * (n - 1);
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (x[(int64_t)bend[middle]] <= u)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Number of bends before an argument, including those of earlier periods. */
static double pieces_before(const double *table, struct place place)
{
    return place.periods * table[BENDS] + (double)bends_before(table, place.u);
}

/* A bend, counted across all periods. */
struct bend {
    int64_t point; /* index in the grid */
    double shift;  /* shift of the argument to its period there */
    bool known;    /* false: there is none, since a non-periodic table has ended */
};

static struct bend bend_number(const double *table, double number)
{
    int64_t n = (int64_t)table[COUNT];
    double m = table[BENDS], turn = floor(number / m);
    const double *x = table + HEADER, *bend = x + n + 4 * (n - 1);
    bool repeats = (int)table[RULE] == RULE_PERIODIC;
    if (!repeats && turn != 0.0)
        return (struct bend){0, 0.0, false};
    return (struct bend){(int64_t)bend[(int64_t)(number - m * turn)],
                         repeats ? turn * (x[n - 1] - x[0]) : 0.0, true};
}

/* How far an argument lies inside a piece that begins after `before` bends, negative outside; `there` is the
 * count at the argument, which decides in the last bits. */
static double depth(const double *table, double u, double before, double there)
{
    const double *x = table + HEADER;
    struct bend left = bend_number(table, before - 1.0), right = bend_number(table, before);
    double from_left = left.known ? u - left.shift - x[left.point] : INFINITY;
    double to_right = right.known ? x[right.point] - (u - right.shift) : INFINITY;
    if (there > before)
        return fmin(to_right, -DBL_MIN);
    if (there < before)
        return fmin(from_left, -DBL_MIN);
    return fmax(0.0, fmin(from_left, to_right));
}

double dt_table_bend(const double *table, double u, double piece)
{
    if (table[BENDS] == 0.0)
        return piece == 0.0 ? 0.5 : copysign(1.0, piece);
    if (!isfinite(u))
        return NAN;
    double there = pieces_before(table, within_period(table, u));
    if (piece != 0.0)
        return copysign(1.0, piece) * depth(table, u, piece - 0.5, there);
    return depth(table, u, there, there) > 0.0 ? there + 0.5 : 0.0;
}

/* The index of the grid piece to the left of a bend. */
static int64_t left_of(const double *table, int64_t point)
{
    const double *x = table + HEADER;
    int64_t piece = point - 1;
    while (piece > 0 && x[piece] == x[piece + 1])
        --piece;
    return piece;
}

double dt_table_beside(const double *table, double u, int64_t derivative, double piece_held)
{
    int64_t n = (int64_t)table[COUNT];
    const double *x = table + HEADER;
    if (piece_held == 0.0 || table[BENDS] == 0.0 || !isfinite(u))
        return dt_table(table, u, derivative);
    double before = piece_held - 0.5, there = pieces_before(table, within_period(table, u));
    if (there == before)
        return dt_table(table, u, derivative);
    if (there > before) {
        struct bend right = bend_number(table, before);
        return piece(table, left_of(table, right.point), u - right.shift, derivative);
    }
    struct bend left = bend_number(table, before - 1.0);
    bool seam = (int)table[RULE] == RULE_PERIODIC && left.point == n - 1;
    double period = seam ? x[n - 1] - x[0] : 0.0;
    return piece(table, seam ? 0 : left.point, u - left.shift - period, derivative);
}

double dt_table_turn(const double *table, double u)
{
    int64_t n = (int64_t)table[COUNT];
    const double *x = table + HEADER, *start = x + n + 4 * (n - 1) + (int64_t)table[BENDS];
    const double *end = start + n - 1;
    if (table[TURNS] == 0.0 || isnan(u))
        return 0.0;
    struct place place = within_period(table, u);
    double before = place.periods * table[TURNS];
    u = place.u;
    if (u <= x[0])
        return before;
    if (u >= x[n - 1])
        return end[n - 2];
    int64_t i = interval_of(x, n, u);
    double part = (u - x[i]) / (x[i + 1] - x[i]);
    return before + start[i] + part * (end[i] - start[i]);
}

/* The next grid point above or below u; there is none to the left of a non-periodic grid. */
double dt_table_next(const double *table, double u, bool up)
{
    int64_t n = (int64_t)table[COUNT];
    const double *x = table + HEADER;
    double v = within_period(table, u).u;
    if (n == 1 || (up ? v >= x[n - 1] : v <= x[0] && (int)table[RULE] != RULE_PERIODIC))
        return up ? INFINITY : -INFINITY;
    if (v < x[0] || v > x[n - 1])
        return u + ((up ? x[0] : x[n - 1]) - v);
    int64_t i = interval_of(x, n, v);
    if (up)
        return u + (x[i + 1] - v);
    if (x[i] < v)
        return u + (x[i] - v);
    return u + (i > 0 ? x[i - 1] - x[i] : x[n - 2] - x[n - 1]);
}

/* The range of a table, or of a derivative of it, over its grid points. */
double dt_table_range(const double *table, int64_t derivative)
{
    int64_t n = (int64_t)table[COUNT];
    const double *c = table + HEADER + n + derivative;
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < n - 1; ++i) {
        low = fmin(low, c[4 * i]);
        high = fmax(high, c[4 * i]);
    }
    if (derivative == 0) {
        low = fmin(low, table[LAST]);
        high = fmax(high, table[LAST]);
    }
    static const double factorial[] = {1.0, 1.0, 2.0, 6.0};
    return factorial[derivative] * (high - low);
}

void dt_table_many(const double *table, int64_t n, const double *u, int64_t derivative, double *out)
{
    for (int64_t i = 0; i < n; ++i)
        out[i] = dt_table(table, u[i], derivative);
}

double dt_floor_bend(double u, double piece)
{
    double low = floor(u), held = piece - 0.5;
    if (piece != 0.0)
        return copysign(1.0, piece) * fmin(u - held, held + 1.0 - u);
    return u == low ? 0.0 : low + 0.5;
}
