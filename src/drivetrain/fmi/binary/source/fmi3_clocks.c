/* Functions of FMI 3.0 for clocks as variables, which units do not have. */
#include "fmi3.h"
#include "unit.h"

static fmi3Status no_clocks(unit *u, const char *call, size_t count)
{
    if (u && count == 0)
        return fmi3OK;
    if (!u)
        return fmi3Error;
    unit_begin(u);
    unit_text(u, call);
    unit_text(u, ": this unit has no variables that are clocks");
    return (fmi3Status)unit_tell(u, UNIT_ERROR, UNIT_LOG_ERRORS);
}

fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Clock values[])
{
    (void)vr;
    (void)values;
    return no_clocks(c, __func__, n);
}

fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Clock values[])
{
    (void)vr;
    (void)values;
    return no_clocks(c, __func__, n);
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 intervals[],
                                  fmi3IntervalQualifier qualifiers[])
{
    (void)vr;
    (void)intervals;
    (void)qualifiers;
    return no_clocks(c, __func__, n);
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3UInt64 counters[],
                                   fmi3UInt64 resolutions[], fmi3IntervalQualifier qualifiers[])
{
    (void)vr;
    (void)counters;
    (void)resolutions;
    (void)qualifiers;
    return no_clocks(c, __func__, n);
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 shifts[])
{
    (void)vr;
    (void)shifts;
    return no_clocks(c, __func__, n);
}

fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3UInt64 counters[],
                                fmi3UInt64 resolutions[])
{
    (void)vr;
    (void)counters;
    (void)resolutions;
    return no_clocks(c, __func__, n);
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                  const fmi3Float64 intervals[])
{
    (void)vr;
    (void)intervals;
    return no_clocks(c, __func__, n);
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                   const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
    (void)vr;
    (void)counters;
    (void)resolutions;
    return no_clocks(c, __func__, n);
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Float64 shifts[])
{
    (void)vr;
    (void)shifts;
    return no_clocks(c, __func__, n);
}

fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference vr[], size_t n,
                                const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
    (void)vr;
    (void)counters;
    (void)resolutions;
    return no_clocks(c, __func__, n);
}
