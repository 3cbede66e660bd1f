PHP_ARG_ENABLE([xhprof],
  [whether to enable the xhprof profiler],
  [AS_HELP_STRING([--enable-xhprof], [Enable the xhprof profiler])])

PHP_ARG_ENABLE([xhprof-dev],
  [whether to build xhprof with developer warnings],
  [AS_HELP_STRING([--enable-xhprof-dev], [xhprof: -Werror and extra warnings])],
  [no], [no])

PHP_ARG_ENABLE([xhprof-fake-clock],
  [whether to build xhprof with a fake clock],
  [AS_HELP_STRING([--enable-xhprof-fake-clock], [xhprof: a clock that steps at each read, for tests])],
  [no], [no])

PHP_ARG_ENABLE([xhprof-no-tsc],
  [whether to build xhprof as for a CPU without a counter to trust],
  [AS_HELP_STRING([--enable-xhprof-no-tsc], [xhprof: never read the CPU's counter, for tests])],
  [no], [no])

PHP_ARG_ENABLE([xhprof-sanitize],
  [whether to build xhprof with sanitizers],
  [AS_HELP_STRING([--enable-xhprof-sanitize], [xhprof: ASan and UBSan])],
  [no], [no])

PHP_ARG_ENABLE([xhprof-coverage],
  [whether to build xhprof with coverage],
  [AS_HELP_STRING([--enable-xhprof-coverage], [xhprof: gcov counters])],
  [no], [no])

if test "$PHP_XHPROF" != "no"; then
  XHPROF_CFLAGS="-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"
  AX_CHECK_COMPILE_FLAG([-fvisibility=hidden],
    [XHPROF_CFLAGS="$XHPROF_CFLAGS -fvisibility=hidden"])
  dnl With threads, the state is one load away instead of a function call. Only glibc keeps room for that
  dnl in what is loaded later: musl would refuse the module.
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
    #include <features.h>
    #ifndef __GLIBC__
    # error "another C library"
    #endif
  ]])], [
    AX_CHECK_COMPILE_FLAG([-ftls-model=initial-exec],
      [XHPROF_CFLAGS="$XHPROF_CFLAGS -ftls-model=initial-exec"])
  ])
  AC_CHECK_FUNC([pthread_getattr_np],
    [AC_DEFINE([HAVE_PTHREAD_GETATTR_NP], [1], [Whether the size of the C stack can be asked for])])
  AC_CHECK_MEMBER([struct perf_event_attr.sigtrap],
    [AC_DEFINE([HAVE_PERF_SIGTRAP], [1], [Whether the kernel headers know signals of perf events])],
    [], [[#include <linux/perf_event.h>]])
  dnl In the C library itself since glibc 2.34.
  PHP_CHECK_FUNC([timer_create], [rt])
  PHP_CHECK_FUNC([pthread_create], [pthread])

  dnl For the export to pprof; without it all else is there.
  AC_CHECK_HEADER([zlib.h], [
    PHP_CHECK_LIBRARY([z], [deflateInit2_],
      [PHP_ADD_LIBRARY([z],, [XHPROF_SHARED_LIBADD])
       AC_DEFINE([HAVE_XHPROF_ZLIB], [1], [Whether zlib is there])],
      [AC_MSG_WARN([xhprof: without zlib there is no export to pprof])])
  ], [AC_MSG_WARN([xhprof: without zlib.h (Debian: zlib1g-dev) there is no export to pprof])])
  PHP_SUBST([XHPROF_SHARED_LIBADD])

  if test "$PHP_XHPROF_DEV" != "no"; then
    for flag in -Wall -Wextra -Werror -Wshadow=local -Wstrict-prototypes -Wmissing-prototypes \
        -Wmissing-declarations -Wvla -Wpointer-arith -Wwrite-strings \
        -Wformat=2 -Wimplicit-fallthrough -Wlogical-op -Wduplicated-cond -Wduplicated-branches -Wnull-dereference \
        -Wdouble-promotion -Wno-unused-parameter -Wno-sign-compare; do
      AX_CHECK_COMPILE_FLAG([$flag], [XHPROF_CFLAGS="$XHPROF_CFLAGS $flag"], [], [-Werror])
    done
  fi
  if test "$PHP_XHPROF_FAKE_CLOCK" != "no"; then
    XHPROF_CFLAGS="$XHPROF_CFLAGS -DXHPROF_FAKE_CLOCK=1"
  fi
  if test "$PHP_XHPROF_NO_TSC" != "no"; then
    XHPROF_CFLAGS="$XHPROF_CFLAGS -DXHPROF_NO_TSC=1"
  fi
  if test "$PHP_XHPROF_SANITIZE" != "no"; then
    XHPROF_CFLAGS="$XHPROF_CFLAGS -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all"
    LDFLAGS="$LDFLAGS -fsanitize=address,undefined"
  fi
  if test "$PHP_XHPROF_COVERAGE" != "no"; then
    XHPROF_CFLAGS="$XHPROF_CFLAGS -O0 -g --coverage"
    LDFLAGS="$LDFLAGS --coverage"
  fi

  PHP_NEW_EXTENSION([xhprof], m4_normalize([
      xhprof.c
      xhprof_heap.c
      xhprof_profile.c
      hp_account.c
      hp_block.c
      hp_auto.c
      hp_auto_meta.c
      hp_auto_save.c
      hp_cidr.c
      hp_detail.c
      hp_dice.c
      hp_entry.c
      hp_export.c
      hp_export_callgrind.c
      hp_export_chrome.c
      hp_export_folded.c
      hp_export_json.c
      hp_export_log.c
      hp_export_pprof.c
      hp_export_speedscope.c
      hp_export_timeline.c
      hp_export_xhgui.c
      hp_export_xhprof.c
      hp_filter.c
      hp_flat.c
      hp_glob.c
      hp_graph.c
      hp_guard.c
      hp_header.c
      hp_heap.c
      hp_heap_block.c
      hp_heap_code.c
      hp_heap_digest.c
      hp_heap_file.c
      hp_heap_frame.c
      hp_heap_map.c
      hp_heap_object.c
      hp_heap_options.c
      hp_heap_process.c
      hp_heap_record.c
      hp_heap_regions.c
      hp_heap_resource.c
      hp_heap_roots.c
      hp_heap_sites.c
      hp_heap_walk.c
      hp_hier.c
      hp_hook.c
      hp_hook_alloc.c
      hp_hook_calibrate.c
      hp_hook_compile.c
      hp_hook_ex.c
      hp_hook_fiber.c
      hp_hook_frameless.c
      hp_hook_internal.c
      hp_hook_limit.c
      hp_hook_observer.c
      hp_hook_opcode.c
      hp_hook_sample.c
      hp_hook_stack.c
      hp_hook_walk.c
      hp_ini.c
      hp_ledger.c
      hp_load.c
      hp_load_json.c
      hp_load_pprof.c
      hp_load_serialized.c
      hp_load_xhgui.c
      hp_meta.c
      hp_input.c
      hp_name.c
      hp_options.c
      hp_output.c
      hp_overhead.c
      hp_pool.c
      hp_profile.c
      hp_profile_alloc.c
      hp_profiler.c
      hp_redact.c
      hp_request.c
      hp_retain.c
      hp_round.c
      hp_sample.c
      hp_sample_options.c
      hp_sample_profile.c
      hp_sample_result.c
      hp_sample_source.c
      hp_sample_source_signal.c
      hp_sample_source_thread.c
      hp_sample_stacks.c
      hp_shadow.c
      hp_store.c
      hp_symbol.c
      hp_temporary.c
      hp_timeline.c
      hp_timer.c
      hp_tree.c
      hp_trigger.c
      hp_utf8.c
      hp_writer.c
    ]), [$ext_shared],, [$XHPROF_CFLAGS])
  PHP_ADD_MAKEFILE_FRAGMENT
fi
