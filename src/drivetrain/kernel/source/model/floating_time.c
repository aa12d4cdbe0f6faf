/* Floating-point resolution of time instants. */
#include <math.h>
#include <string.h>

#include "model.h"

/* Only for finite numbers; undefined otherwise. */
double dt_ulp(double t)
{
    uint64_t bits;
    double next;
    t = fabs(t);
    memcpy(&bits, &t, sizeof bits);
    ++bits;
    memcpy(&next, &bits, sizeof next);
    return next - t;
}

/* First instant that counts as equal to t. */
double dt_just_before(double t) { return t - SAME_INSTANT * dt_ulp(t); }
