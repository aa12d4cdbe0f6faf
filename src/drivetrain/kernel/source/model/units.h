/* Units for model exchange, as the kernel handles them. */
#ifndef DRIVETRAIN_KERNEL_MODEL_UNITS_H
#define DRIVETRAIN_KERNEL_MODEL_UNITS_H

#include "../../include/dt_unit.h"
#include "../state/base.h"

/* unit_values.c */
bool dt_tell_unit(dt_unit *u);

/* unit_steps.c */
dt_unit *dt_unit_of(const dt_io *io, int64_t k);
int dt_complete_units(dt_solver *s, bool *event);
int64_t dt_failed_unit(const dt_solver *s);

#endif
