/* Look-up in packed tables: piecewise cubics with a rule for arguments outside the grid. */
#include <math.h>

#include "internal.h"

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

/* Piece number i of the table, also where another one holds: -1 is left of the grid, n - 1 right. */
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

/* The argument within the first period, if the table has one. */
DT_INLINE double within_period(const double *table, double u)
{
    int64_t n = (int64_t)table[COUNT];
    const double *x = table + HEADER;
    if ((int)table[RULE] != RULE_PERIODIC)
        return u;
    double period = x[n - 1] - x[0];
    u -= period * floor((u - x[0]) / period);
    /* rounding of the line above may leave the half-open period by one bit */
    return u < x[0] || u >= x[n - 1] ? x[0] : u;
}

double dt_table(const double *table, double u, int64_t derivative)
{
    int64_t n = (int64_t)table[COUNT];
    const double *x = table + HEADER;
    if (isnan(u))
        return u;
    if (n == 1)
        return derivative == 0 ? table[FIRST] : 0.0;
    u = within_period(table, u);
    if (u < x[0])
        return piece(table, -1, u, derivative);
    if (u > x[n - 1])
        return piece(table, n - 1, u, derivative);
    if (u == x[n - 1] && derivative == 0)
        return table[LAST];
    return piece(table, interval_of(x, n, u), u, derivative);
}

/* Number of bends up to an argument within the first period. */
DT_INLINE int64_t bends_before(const double *table, double u)
{
    int64_t n = (int64_t)table[COUNT], low = 0, high = (int64_t)table[BENDS];
    const double *x = table + HEADER, *bend = x + n + 4 * (n - 1);
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (x[(int64_t)bend[middle]] <= u)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double side_of(int64_t bends) { return bends % 2 ? -1.0 : 1.0; }

/* A neighbouring bend of an argument. */
struct bend {
    double distance; /* INFINITY: there is none */
    int64_t beyond;  /* piece behind it */
    double shift;    /* of the argument there: it may lie in another period */
};

DT_INLINE struct bend bend_to_the_left(const double *table, double u, int64_t k)
{
    int64_t n = (int64_t)table[COUNT], m = (int64_t)table[BENDS];
    const double *x = table + HEADER, *bend = x + n + 4 * (n - 1);
    bool over = k == 0 && (int)table[RULE] == RULE_PERIODIC, end = over && m % 2;
    if (k == 0 && !over)
        return (struct bend){INFINITY, 0, 0.0};
    int64_t point = end ? n - 1 : (int64_t)bend[over ? m - 1 : k - 1], piece = point - 1;
    double shift = over ? x[n - 1] - x[0] : 0.0;
    while (piece > 0 && x[piece] == x[piece + 1])
        --piece;
    return (struct bend){u + shift - x[point], piece, shift};
}

DT_INLINE struct bend bend_to_the_right(const double *table, double u, int64_t k)
{
    int64_t n = (int64_t)table[COUNT], m = (int64_t)table[BENDS];
    const double *x = table + HEADER, *bend = x + n + 4 * (n - 1);
    bool over = k == m && (int)table[RULE] == RULE_PERIODIC, end = over && m % 2;
    if (k == m && !over)
        return (struct bend){INFINITY, 0, 0.0};
    int64_t point = end ? 0 : (int64_t)bend[over ? 0 : k];
    double shift = over ? x[0] - x[n - 1] : 0.0;
    return (struct bend){x[point] - u - shift, point, shift};
}

/* A table that repeats itself has an even number of bends within its period: its end counts where that
 * makes it so. */
double dt_table_bend(const double *table, double u)
{
    if (table[BENDS] == 0.0)
        return 1.0;
    u = within_period(table, u);
    int64_t k = bends_before(table, u);
    struct bend left = bend_to_the_left(table, u, k), right = bend_to_the_right(table, u, k);
    return side_of(k) * (left.distance < right.distance ? left.distance : right.distance);
}

double dt_table_beside(const double *table, double u, int64_t derivative, double side)
{
    if (side == 0.0 || table[BENDS] == 0.0 || isnan(u))
        return dt_table(table, u, derivative);
    u = within_period(table, u);
    int64_t k = bends_before(table, u);
    if (side_of(k) == side)
        return dt_table(table, u, derivative);
    struct bend left = bend_to_the_left(table, u, k), right = bend_to_the_right(table, u, k);
    struct bend near = left.distance < right.distance ? left : right;
    return piece(table, near.beyond, u + near.shift, derivative);
}

double dt_table_turn(const double *table, double u)
{
    int64_t n = (int64_t)table[COUNT];
    const double *x = table + HEADER, *start = x + n + 4 * (n - 1) + (int64_t)table[BENDS];
    const double *end = start + n - 1;
    if (table[TURNS] == 0.0 || isnan(u))
        return 0.0;
    double periods = 0.0;
    if ((int)table[RULE] == RULE_PERIODIC) {
        periods = floor((u - x[0]) / (x[n - 1] - x[0]));
        u = within_period(table, u);
    }
    if (u <= x[0])
        return periods * table[TURNS];
    if (u >= x[n - 1])
        return end[n - 2];
    int64_t i = interval_of(x, n, u);
    double part = (u - x[i]) / (x[i + 1] - x[i]);
    return periods * table[TURNS] + start[i] + part * (end[i] - start[i]);
}

void dt_table_many(const double *table, int64_t n, const double *u, int64_t derivative, double *out)
{
    for (int64_t i = 0; i < n; ++i)
        out[i] = dt_table(table, u[i], derivative);
}
