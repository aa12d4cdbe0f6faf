/* Failure reports: why a run ends, in numbers. */
#include "model.h"
#include "units.h"

int dt_fail(dt_solver *s, int status)
{
    int64_t unit = dt_failed_unit(s);
    if (unit >= 0) { /* whatever follows from it */
        s->failure.count = unit;
        status = DT_FOREIGN;
    }
    s->failure.status = status;
    s->failure.time = s->io.time;
    s->phase = PHASE_FAILED;
    return status;
}

int dt_fail_block(dt_solver *s, int code)
{
    s->failure.block = s->io.failed_block;
    s->failure.block_code = code;
    return dt_fail(s, DT_BLOCK_FAILED);
}

void dt_clear_failure(dt_solver *s)
{
    s->failure = (dt_failure){.status = DT_DONE,
                              .state = -1,
                              .block = -1,
                              .assertion = -1,
                              .delay = -1,
                              .lock = -1,
                              .relations = s->failed_relations,
                              .changes = s->cycle_log};
}
