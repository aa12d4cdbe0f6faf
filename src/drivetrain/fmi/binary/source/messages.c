/* Messages: sentences with numbers and names, independent of the locale. */
#include <math.h>
#include <string.h>

#include "unit.h"

static const char *const CATEGORY[UNIT_CATEGORIES] = {
    "logStatusError", "logStatusWarning", "logStatusDiscard", "logEvents", "logStart", "logSteps",
};

#define DIGITS 9

void unit_begin(unit *u)
{
    u->length = 0;
    u->message[0] = 0;
}

void unit_text(unit *u, const char *text)
{
    size_t room = UNIT_MESSAGE - 1 - u->length, size = strlen(text);
    if (size > room)
        size = room;
    memcpy(u->message + u->length, text, size);
    u->length += size;
    u->message[u->length] = 0;
}

static void write_whole(unit *u, int value)
{
    char text[16], *at = text + sizeof text;
    int rest = value < 0 ? -value : value;
    *--at = 0;
    do {
        *--at = (char)('0' + rest % 10);
    } while (rest /= 10);
    if (value < 0)
        *--at = '-';
    unit_text(u, at);
}

/* Digits of a positive number without zeros at the end; returns the exponent of the first. */
static int digits_of(double value, char *digits)
{
    int exponent = (int)floor(log10(value));
    double scaled = floor(value / pow(10.0, exponent - DIGITS + 1) + 0.5);
    if (scaled >= pow(10.0, DIGITS)) {
        scaled /= 10.0;
        ++exponent;
    }
    for (int k = DIGITS - 1; k >= 0; --k) {
        double tens = floor(scaled / 10.0);
        digits[k] = (char)('0' + (int)(scaled - 10.0 * tens));
        scaled = tens;
    }
    int count = DIGITS;
    while (count > 1 && digits[count - 1] == '0')
        --count;
    digits[count] = 0;
    return exponent;
}

/* Digits with so many of them before the point. */
static void write_digits(unit *u, const char *digits, int count, int before)
{
    char piece[2] = {0, 0};
    if (before <= 0)
        unit_text(u, "0.");
    for (int k = before; k < 0; ++k)
        unit_text(u, "0");
    for (int k = 0; k < count || k < before; ++k) {
        if (k > 0 && k == before)
            unit_text(u, ".");
        piece[0] = k < count ? digits[k] : '0';
        unit_text(u, piece);
    }
}

void unit_number(unit *u, double value)
{
    if (isnan(value) || isinf(value) || value == 0.0) {
        unit_text(u, isnan(value) ? "nan" : value == 0.0 ? "0" : value > 0.0 ? "inf" : "-inf");
        return;
    }
    char digits[DIGITS + 1];
    int exponent = digits_of(fabs(value), digits), count = (int)strlen(digits);
    bool plain = exponent >= -5 && exponent < DIGITS;
    if (value < 0.0)
        unit_text(u, "-");
    write_digits(u, digits, count, plain ? exponent + 1 : 1);
    if (!plain) {
        unit_text(u, "e");
        write_whole(u, exponent);
    }
}

const char *unit_word(const unit *u, int64_t number)
{
    const dt_fmu_words *words = u->m->words;
    return words->text + words->start[number];
}

enum unit_status unit_tell(unit *u, enum unit_status status, enum unit_category category)
{
    if (u->logs[category] && u->log)
        u->log(u, status, CATEGORY[category], u->message);
    return status;
}

enum unit_status unit_say(unit *u, enum unit_status status, const char *sentence)
{
    unit_begin(u);
    unit_text(u, sentence);
    return unit_tell(u, status, status == UNIT_WARNING ? UNIT_LOG_WARNINGS : UNIT_LOG_ERRORS);
}

/* The category of this name; -1: all of them, UNIT_CATEGORIES: unknown. */
static int category_of(const char *name)
{
    if (strcmp(name, "logAll") == 0)
        return -1;
    for (int k = 0; k < UNIT_CATEGORIES; ++k)
        if (strcmp(name, CATEGORY[k]) == 0)
            return k;
    return UNIT_CATEGORIES;
}

enum unit_status unit_choose_logs(unit *u, bool on, size_t count, const char *const *categories)
{
    for (int k = 0; count == 0 && k < UNIT_CATEGORIES; ++k)
        u->logs[k] = on;
    for (size_t i = 0; i < count; ++i) {
        int found = categories && categories[i] ? category_of(categories[i]) : UNIT_CATEGORIES;
        if (found == UNIT_CATEGORIES) {
            unit_begin(u);
            unit_text(u, "there is no category of messages ");
            unit_text(u, categories && categories[i] ? categories[i] : "NULL");
            unit_text(u, "; there are logAll");
            for (int k = 0; k < UNIT_CATEGORIES; ++k) {
                unit_text(u, ", ");
                unit_text(u, CATEGORY[k]);
            }
            return unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
        }
        for (int k = 0; k < UNIT_CATEGORIES; ++k)
            if (found < 0 || found == k)
                u->logs[k] = on;
    }
    return UNIT_OK;
}

static const char *phase_name(enum unit_phase phase)
{
    switch (phase) {
    case UNIT_INSTANTIATED: return "before initialisation";
    case UNIT_INITIALISING: return "in initialisation mode";
    case UNIT_STEPPING: return "between steps";
    case UNIT_EVENT: return "in event mode";
    case UNIT_CONTINUOUS: return "in continuous-time mode";
    case UNIT_INTERMEDIATE: return "while the environment looks at a point within a step";
    case UNIT_TERMINATED: return "after it was terminated";
    default: return "after a failure, which only reset or an earlier state undoes";
    }
}

bool unit_allowed(unit *u, const char *call, int phases)
{
    if (!u)
        return false;
    if (u->phase & phases)
        return true;
    unit_begin(u);
    unit_text(u, call);
    unit_text(u, " is not allowed ");
    unit_text(u, phase_name(u->phase));
    unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
    return false;
}

void unit_tell_start(unit *u)
{
    if (!u->logs[UNIT_LOG_START])
        return;
    for (int64_t k = 0; k < u->m->words->n_notes; ++k) {
        unit_begin(u);
        unit_text(u, "when the unit was made: ");
        unit_text(u, unit_word(u, u->m->words->note + k));
        unit_tell(u, UNIT_WARNING, UNIT_LOG_START);
    }
    for (int64_t k = 0; k < u->model->n_x; ++k) {
        unit_begin(u);
        unit_text(u, "start at t = ");
        unit_number(u, u->time);
        unit_text(u, " s: ");
        unit_text(u, unit_word(u, u->m->words->value + k));
        unit_text(u, " = ");
        unit_number(u, u->row[2 + k]);
        unit_text(u, u->m->moves[k] ? ", found" : ", given");
        unit_tell(u, UNIT_OK, UNIT_LOG_START);
    }
}

void unit_tell_steps(unit *u, int64_t steps)
{
    if (!u->logs[UNIT_LOG_STEPS])
        return;
    unit_begin(u);
    unit_text(u, "at t = ");
    unit_number(u, u->time);
    unit_text(u, " s after ");
    unit_number(u, (double)steps);
    unit_text(u, steps == 1 ? " step of the solver" : " steps of the solver");
    unit_tell(u, UNIT_OK, UNIT_LOG_STEPS);
}

/* The value of a discrete variable, by its name if it has one. */
static void write_discrete(unit *u, int64_t k, double value)
{
    const int64_t *labels = u->m->words->labels + 3 * k;
    double place = value - (double)labels[0];
    if (place >= 0.0 && place < (double)labels[1] && place == floor(place))
        unit_text(u, unit_word(u, labels[2] + (int64_t)place));
    else
        unit_number(u, value);
}

void unit_tell_event(unit *u, double time, const double *before, const double *after)
{
    int64_t first = u->model->n_x + u->model->n_q;
    bool any = false;
    if (!u->logs[UNIT_LOG_EVENTS])
        return;
    unit_begin(u);
    unit_text(u, "event at t = ");
    unit_number(u, time);
    unit_text(u, " s");
    for (int64_t k = 0; k < u->model->n_z; ++k) {
        if (before[k] == after[k])
            continue;
        unit_text(u, any ? ", " : ": ");
        unit_text(u, unit_word(u, u->m->words->value + first + k));
        unit_text(u, " from ");
        write_discrete(u, k, before[k]);
        unit_text(u, " to ");
        write_discrete(u, k, after[k]);
        any = true;
    }
    unit_tell(u, UNIT_OK, UNIT_LOG_EVENTS);
}
