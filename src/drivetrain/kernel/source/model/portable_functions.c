/* sin, cos, exp and log of the same bits on every platform, within one unit of the last place.
 *
 * C libraries differ in the last bits of theirs. Here only operations are used that IEEE 754 defines to the
 * last bit: reduction of the argument in parts (W. J. Cody, W. Waite, Software Manual for the Elementary
 * Functions, 1980), then the Taylor series. Very large arguments are left to the C library. */
#include <math.h>
#include <string.h>

#include "model.h"

/* Angles, rad, up to which multiples of the first three parts of pi/2 are exact */
#define LARGEST_ANGLE 0x1p19

/* pi/2 in parts of 33 bits and a rest, ln 2 in two parts */
static const double PI_2[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e0p-69, 0x1.b839a252049c1p-104};
static const double LN2_HIGH = 0x1.62e42feep-1, LN2_LOW = 0x1.a39ef35793c76p-33;
static const double TO_TURNS = 0x1.45f306dc9c883p-1, TO_BINARY = 0x1.71547652b82fep+0;

/* The nearest integer, for numbers far below it */
#define ROUNDER 0x1.8p52

/* An angle less a multiple of pi/2: high + low */
struct remainder {
    double high, low;
    int64_t turns;
};

static struct remainder reduce(double x)
{
    double n = (x * TO_TURNS + ROUNDER) - ROUNDER;
    double first = x - n * PI_2[0];
    double a = n * PI_2[1], second = first - a;
    double back = second - first;
    double lost = (first - (second - back)) - (a + back); /* of the subtraction */
    double b = n * PI_2[2], third = second - b;
    back = third - second;
    lost += (second - (third - back)) - (b + back);
    lost -= n * PI_2[3];
    double high = third + lost;
    return (struct remainder){high, (third - high) + lost, (int64_t)n};
}

/* Taylor series of sin(high + low) and cos(high + low), |high| < pi/4 */
static double sine(double high, double low)
{
    double z = high * high, w = z * z;
    double c = (1.0 / 120 + z * (-1.0 / 5040)) + w * (1.0 / 362880 + z * (-1.0 / 39916800));
    double d = (1.0 / 6227020800 + z * (-1.0 / 1307674368000)) + w * (1.0 / 355687428096000);
    double series = -1.0 / 6 + z * (c + w * w * d);
    return high + (z * high * series + low * (1.0 - 0.5 * z));
}

static double cosine(double high, double low)
{
    double z = high * high, w = z * z, half = 0.5 * z, most = 1.0 - half;
    double c = (1.0 / 24 + z * (-1.0 / 720)) + w * (1.0 / 40320 + z * (-1.0 / 3628800));
    double d = (1.0 / 479001600 + z * (-1.0 / 87178291200)) + w * (1.0 / 20922789888000);
    return most + (((1.0 - most) - half) + (w * (c + w * w * d) - high * low));
}

double dt_sin(double x)
{
    if (!(fabs(x) < LARGEST_ANGLE))
        return sin(x);
    if (fabs(x) < 0x1p-27) /* with its sign, if it is zero */
        return x;
    struct remainder r = reduce(x);
    double value = r.turns & 1 ? cosine(r.high, r.low) : sine(r.high, r.low);
    return r.turns & 2 ? -value : value;
}

double dt_cos(double x)
{
    if (!(fabs(x) < LARGEST_ANGLE))
        return cos(x);
    struct remainder r = reduce(x);
    double value = r.turns & 1 ? sine(r.high, r.low) : cosine(r.high, r.low);
    return (r.turns + 1) & 2 ? -value : value;
}

/* value * 2^exponent, both of which are normal numbers */
static double scaled(double value, int64_t exponent)
{
    int64_t bits = (exponent + 1023) * (INT64_C(1) << 52);
    double power;
    memcpy(&power, &bits, sizeof power);
    return value * power;
}

double dt_exp(double x)
{
    if (!(fabs(x) < 700.0))
        return exp(x);
    double n = (x * TO_BINARY + ROUNDER) - ROUNDER;
    double high = x - n * LN2_HIGH, low = n * LN2_LOW;
    double r = high - low, lost = (high - r) - low;
    double z = r * r, w = z * z;
    double c = (0.5 + r * (1.0 / 6)) + z * (1.0 / 24 + r * (1.0 / 120));
    double d = (1.0 / 720 + r * (1.0 / 5040)) + z * (1.0 / 40320 + r * (1.0 / 362880));
    double e = (1.0 / 3628800 + r * (1.0 / 39916800)) + z * (1.0 / 479001600 + r * (1.0 / 6227020800));
    double rest = lost + z * (c + w * (d + w * e)) + lost * r;
    return scaled(1.0 + (r + rest), (int64_t)n);
}

double dt_log(double x)
{
    if (!(x >= 0x1p-1022 && x <= 0x1.fffffffffffffp1023))
        return log(x);
    int exponent;
    double m = frexp(x, &exponent);
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2.0;
        --exponent;
    }
    /* log(1 + f) = f - f^2/2 + s (f^2/2 + R), s = f / (2 + f), R = 2 (s^2/3 + s^4/5 + ...) */
    double f = m - 1.0, s = f / (2.0 + f), z = s * s, w = z * z, half = 0.5 * f * f, k = exponent;
    double c = (2.0 / 3 + z * (2.0 / 5)) + w * (2.0 / 7 + z * (2.0 / 9));
    double d = (2.0 / 11 + z * (2.0 / 13)) + w * (2.0 / 15 + z * (2.0 / 17));
    double e = (2.0 / 19 + z * (2.0 / 21)) + w * (2.0 / 23);
    double series = z * (c + w * w * (d + w * w * e));
    return k * LN2_HIGH - ((half - (s * (half + series) + k * LN2_LOW)) - f);
}

/* The least power of two that is not below x > 0. */
double dt_power_of_two(double x)
{
    int exponent;
    double m = frexp(x, &exponent);
    return ldexp(1.0, m == 0.5 ? exponent - 1 : exponent);
}
