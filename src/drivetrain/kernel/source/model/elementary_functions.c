/* The C library's elementary functions, by name. */
#include <math.h>
#include <string.h>

#include "model.h"

typedef double (*one)(double);
typedef double (*two)(double, double);

static const struct {
    const char *name;
    one function;
} ones[] = {
    {"acos", acos},   {"asin", asin}, {"atan", atan},   {"ceil", ceil}, {"cos", cos},   {"cosh", cosh}, {"exp", exp},
    {"floor", floor}, {"log", log},   {"log10", log10}, {"sin", sin},   {"sinh", sinh}, {"tan", tan},   {"tanh", tanh},
};
static const struct {
    const char *name;
    two function;
} twos[] = {{"atan2", atan2}, {"pow", pow}};

dt_elementary dt_elementary_function(const char *name)
{
    for (size_t k = 0; k < sizeof ones / sizeof *ones; ++k)
        if (strcmp(name, ones[k].name) == 0)
            return (dt_elementary)ones[k].function;
    for (size_t k = 0; k < sizeof twos / sizeof *twos; ++k)
        if (strcmp(name, twos[k].name) == 0)
            return (dt_elementary)twos[k].function;
    return NULL;
}
