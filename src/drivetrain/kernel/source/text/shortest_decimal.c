/* The decimal with the fewest digits from which a double is recovered exactly.
 *
 * R. Giulietti: The Schubfach way to render doubles (2020). The decimals of one power of ten are a grid. On
 * the finest grid that is coarser than the spacing of doubles at most one point lies in the interval that is
 * rounded to the number; on the next finer one at least one does. Both are found by one multiplication with
 * a rounded power of ten, whose product is rounded to odd so that comparisons with it are exact. */
#include "../../include/dt_text.h"
#include "shortest_decimal.h"

#define FRACTION_BITS 52
#define HIDDEN_BIT ((uint64_t)1 << FRACTION_BITS)
#define BIAS 1075 /* exponent of the last bit of a number, as stored */

/* floor(log10(2^e)), or of 3/4 of it: exact for all exponents of doubles */
static int32_t floor_log10(int32_t e, int shortened)
{
    return (e * 1262611 - (shortened ? 524031 : 0)) >> 22;
}

/* floor(log2(10^e)) */
static int32_t floor_log2_of_power(int32_t e) { return (e * 1741647) >> 19; }

/* High word of a product; *low receives the low word. */
static uint64_t product(uint64_t a, uint64_t b, uint64_t *low)
{
    uint64_t mask = 0xffffffffu;
    uint64_t a0 = a & mask, a1 = a >> 32, b0 = b & mask, b1 = b >> 32;
    uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
    uint64_t other = a0 * b1 + (middle & mask);
    *low = a * b;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

/* A power of ten times a number, over 2^128, rounded to odd: the last bit tells if something is cut off. */
static uint64_t rounded_to_odd(const uint64_t *power, uint64_t number)
{
    uint64_t low, middle, ignored;
    uint64_t carried = product(power[1], number, &ignored);
    uint64_t high = product(power[0], number, &low);
    middle = low + carried;
    high += middle < low;
    return high | (middle > 1);
}

dt_decimal dt_shortest_decimal(uint64_t bits, const uint64_t *powers)
{
    uint64_t fraction = bits & (HIDDEN_BIT - 1), stored = bits >> FRACTION_BITS;
    uint64_t c = stored ? fraction | HIDDEN_BIT : fraction;
    int32_t q = (int32_t)(stored ? stored : 1) - BIAS;
    if (q <= 0 && -q <= FRACTION_BITS && !(c & (((uint64_t)1 << -q) - 1)))
        return (dt_decimal){c >> -q, 0}; /* an integer */
    int is_even = !(c & 1), closer_below = !fraction && stored > 1;
    int32_t k = floor_log10(q, closer_below);
    int32_t shift = q + floor_log2_of_power(-k) + 1;
    const uint64_t *power = powers + 2 * (-k - DT_LEAST_POWER);
    /* All in quarters of the unit of grid k: the interval that is rounded to the number, and the number. */
    uint64_t lower = rounded_to_odd(power, (4 * c - 2 + (uint64_t)closer_below) << shift) + !is_even;
    uint64_t number = rounded_to_odd(power, (4 * c) << shift);
    uint64_t upper = rounded_to_odd(power, (4 * c + 2) << shift) - !is_even;
    uint64_t below = number / 4;
    if (below >= 10) {
        uint64_t tens = below / 10;
        int first = lower <= 40 * tens, second = 40 * tens + 40 <= upper;
        if (first != second)
            return (dt_decimal){tens + (uint64_t)second, k + 1};
    }
    int first = lower <= 4 * below, second = 4 * below + 4 <= upper;
    if (first != second)
        return (dt_decimal){below + (uint64_t)second, k};
    uint64_t half = 4 * below + 2;
    int up = number > half || (number == half && (below & 1));
    return (dt_decimal){below + (uint64_t)up, k};
}
