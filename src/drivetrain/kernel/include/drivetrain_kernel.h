/* Time integration of hybrid driveline models: steps, events, mixed systems, delays.
 *
 * Plain C11 on top of libm. There are no globals, so any number of solvers may run in parallel threads.
 * Nothing is allocated after dt_create, except (all between steps) the history of delayed expressions, pivot
 * orders, and factors of large algebraic blocks that outgrow their previous size. A compiled model is seen
 * only through `dt_model`: sizes and a few functions. All values are doubles; Booleans are 0 and 1, integers
 * are doubles without a fractional part.
 *
 * Terms used below
 *   relation       a condition such as `w > 0` whose value is frozen while time passes; it may
 *                  change at events only
 *   discrete       a variable that changes at events only (`z`); `pre` is its value before the
 *                  event iteration pass at hand
 *   value index    position in (x | q | z | y), counted from 0
 *   row            [time, flag, x, q, z, y]: what is recorded at an instant
 *   short row      [time, flag, x, q, z, rel]: the same with frozen relations in place of y, which
 *                  dt_complete and dt_select compute from them
 *
 * Licence: BSD-3-Clause, the drivetrain developers.
 */
#ifndef DRIVETRAIN_KERNEL_H
#define DRIVETRAIN_KERNEL_H

#include "dt_model.h"
#include "dt_sensitivity.h"
#include "dt_services.h"
#include "dt_settings.h"
#include "dt_solver.h"
#include "dt_text.h"
#include "dt_unit.h"
#include "dt_verification.h"

#endif
