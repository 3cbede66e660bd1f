/* snapshot.h: heap snapshots that the program did not ask for. */
#ifndef HP_REQUEST_SNAPSHOT_H
#define HP_REQUEST_SNAPSHOT_H

#include "base/compat.h"

/* Writes one to an absolute path; from is the innermost frame. has_wait: it is complete on return;
 * else a forked snapshot writer may still write it. Returns 0 or an errno. Takes nothing from PHP's
 * allocator. */
int hp_snapshot_write(const char *path, const zend_execute_data *from, bool has_wait);

/* As hp_snapshot_write(), but does not wait. The caller closes *end, which hangs up when the writer
 * ends. 0: it has ended. */
int hp_snapshot_begin(const char *path, const zend_execute_data *from, int *end);

#endif /* HP_REQUEST_SNAPSHOT_H */
