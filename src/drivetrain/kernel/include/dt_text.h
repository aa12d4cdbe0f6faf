/* Numbers as text. */
#ifndef DRIVETRAIN_DT_TEXT_H
#define DRIVETRAIN_DT_TEXT_H

#include "dt_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Powers of ten for dt_text_rows: for each exponent from DT_LEAST_POWER to DT_MOST_POWER the two words,
 * high word first, of the least integer that is not below 10^k 2^s, with s such that it has 128 bits. */
#define DT_LEAST_POWER (-292)
#define DT_MOST_POWER 324

/* Largest length of a number and the separator after it. */
#define DT_TEXT_LENGTH 26

/* Write rows of numbers, separated by commas, each row ended by a line feed. Real numbers get the fewest
 * digits from which they are recovered exactly, in the notation of Python; columns marked in `whole` are
 * written as integers. `text` has room for n_rows * n_columns * DT_TEXT_LENGTH letters. Returns how many
 * were written. */
DT_API int64_t dt_text_rows(const double *values, int64_t n_rows, int64_t n_columns, const uint8_t *whole,
                            const uint64_t *powers, char *text);

#ifdef __cplusplus
}
#endif
#endif
