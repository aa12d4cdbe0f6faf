/* Rows of numbers as comma-separated text, in the notation of Python. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "../../include/dt_text.h"
#include "shortest_decimal.h"

#define MOST_DIGITS 20

/* Digits of a positive integer; returns how many there are. */
static int digits_of(uint64_t number, char *digits)
{
    char reversed[MOST_DIGITS];
    int count = 0;
    do
        reversed[count++] = (char)('0' + number % 10);
    while (number /= 10);
    for (int i = 0; i < count; ++i)
        digits[i] = reversed[count - 1 - i];
    return count;
}

static char *copied(char *text, const char *what, int count)
{
    memcpy(text, what, (size_t)count);
    return text + count;
}

static char *zeros(char *text, int count)
{
    memset(text, '0', (size_t)count);
    return text + count;
}

/* d.ddde+xx */
static char *with_exponent(char *text, const char *digits, int count, int exponent)
{
    *text++ = digits[0];
    if (count > 1) {
        *text++ = '.';
        text = copied(text, digits + 1, count - 1);
    }
    *text++ = 'e';
    *text++ = exponent < 0 ? '-' : '+';
    if (exponent < 0)
        exponent = -exponent;
    if (exponent < 10)
        *text++ = '0';
    return text + digits_of((uint64_t)exponent, text);
}

/* A positive number, with the point after `point` digits. */
static char *positive(char *text, const char *digits, int count, int point)
{
    if (point > 16 || point <= -4)
        return with_exponent(text, digits, count, point - 1);
    if (point <= 0) {
        text = copied(text, "0.", 2);
        return copied(zeros(text, -point), digits, count);
    }
    if (count <= point)
        return copied(zeros(copied(text, digits, count), point - count), ".0", 2);
    text = copied(text, digits, point);
    *text++ = '.';
    return copied(text, digits + point, count - point);
}

static char *real(char *text, double value, const uint64_t *powers)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (value != value)
        return copied(text, "nan", 3);
    if (bits >> 63) {
        *text++ = '-';
        bits &= ~((uint64_t)1 << 63);
    }
    if (bits >> 52 == 0x7ff)
        return copied(text, "inf", 3);
    if (!bits)
        return copied(text, "0.0", 3);
    dt_decimal decimal = dt_shortest_decimal(bits, powers);
    char digits[MOST_DIGITS];
    int count = digits_of(decimal.digits, digits), point = count + decimal.exponent;
    while (count > 1 && digits[count - 1] == '0')
        --count;
    return positive(text, digits, count, point);
}

/* Is it an integer that can be written as one? */
static bool is_whole(double value) { return fabs(value) < 9.2e18 && value == floor(value); }

static char *integer(char *text, double value)
{
    if (value < 0.0)
        *text++ = '-';
    return text + digits_of((uint64_t)(value < 0.0 ? -value : value), text);
}

int64_t dt_text_rows(const double *values, int64_t n_rows, int64_t n_columns, const uint8_t *whole,
                     const uint64_t *powers, char *text)
{
    char *end = text;
    for (int64_t row = 0; row < n_rows; ++row)
        for (int64_t k = 0; k < n_columns; ++k) {
            double value = values[row * n_columns + k];
            end = whole[k] && is_whole(value) ? integer(end, value) : real(end, value, powers);
            *end++ = k + 1 < n_columns ? ',' : '\n';
        }
    return end - text;
}
