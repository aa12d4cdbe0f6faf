/* Look-up in packed tables: piecewise cubics with a rule for arguments outside the grid. */
#include <math.h>

#include "internal.h"

enum { COUNT, RULE, SLOPE_LEFT, SLOPE_RIGHT, FIRST, LAST, HEADER };
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

double dt_table(const double *table, double u, int64_t derivative)
{
    int64_t n = (int64_t)table[COUNT];
    const double *x = table + HEADER;
    if (isnan(u))
        return u;
    if (n == 1)
        return derivative == 0 ? table[FIRST] : 0.0;
    if ((int)table[RULE] == RULE_PERIODIC) {
        double period = x[n - 1] - x[0];
        u -= period * floor((u - x[0]) / period);
        /* rounding of the line above may leave the half-open period by one bit */
        if (u < x[0] || u >= x[n - 1])
            u = x[0];
    }
    if (u < x[0])
        return outside(table, table[FIRST], table[SLOPE_LEFT], u - x[0], derivative);
    if (u > x[n - 1])
        return outside(table, table[LAST], table[SLOPE_RIGHT], u - x[n - 1], derivative);
    if (u == x[n - 1] && derivative == 0)
        return table[LAST];
    int64_t i = interval_of(x, n, u);
    return cubic(x + n + 4 * i, u - x[i], derivative);
}

void dt_table_many(const double *table, int64_t n, const double *u, int64_t derivative, double *out)
{
    for (int64_t i = 0; i < n; ++i)
        out[i] = dt_table(table, u[i], derivative);
}
