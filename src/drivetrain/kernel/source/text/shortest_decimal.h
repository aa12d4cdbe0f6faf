/* Shortest decimal numbers. */
#ifndef DRIVETRAIN_SHORTEST_DECIMAL_H
#define DRIVETRAIN_SHORTEST_DECIMAL_H

#include <stdint.h>

/* digits * 10^exponent */
typedef struct dt_decimal {
    uint64_t digits;
    int32_t exponent;
} dt_decimal;

/* The decimal with the fewest digits that is rounded to the number with these bits (positive and finite), and
 * of these the nearest one; `powers` as for dt_text_rows. */
dt_decimal dt_shortest_decimal(uint64_t bits, const uint64_t *powers);

#endif
