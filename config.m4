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
  dnl A function that this PHP lacks must fail here, and not when the module is loaded.
  AX_CHECK_COMPILE_FLAG([-Werror=implicit-function-declaration],
    [XHPROF_CFLAGS="$XHPROF_CFLAGS -Werror=implicit-function-declaration"])
  AX_CHECK_COMPILE_FLAG([-fvisibility=hidden],
    [XHPROF_CFLAGS="$XHPROF_CFLAGS -fvisibility=hidden"])
  dnl Packed into one access, what the engine has just written as two numbers is waited for at each call.
  AX_CHECK_COMPILE_FLAG([-fno-tree-slp-vectorize],
    [XHPROF_CFLAGS="$XHPROF_CFLAGS -fno-tree-slp-vectorize"], [], [-Werror])
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
  dnl In the C library itself since glibc 2.34.
  PHP_CHECK_FUNC([timer_create], [rt])
  PHP_CHECK_FUNC([pthread_create], [pthread])

  dnl For the export to pprof and compressed runs; without it all else is there.
  xhprof_zlib=no
  AC_CHECK_HEADER([zlib.h], [
    PHP_CHECK_LIBRARY([z], [deflateInit2_],
      [PHP_ADD_LIBRARY([z],, [XHPROF_SHARED_LIBADD])
       AC_DEFINE([HAVE_XHPROF_ZLIB], [1], [Whether zlib is there])
       xhprof_zlib=yes])
  ])
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
      hp_entry.c
      hp_timer.c
      base/assoc.c
      base/atomic_file.c
      base/bailout.c
      base/descriptor.c
      base/duration.c
      base/filter.c
      base/function_name.c
      base/inflate.c
      base/interrupt.c
      base/log_file.c
      base/memory_limit.c
      base/nearest.c
      base/option.c
      base/pages.c
      base/peek.c
      base/pattern.c
      base/pool.c
      base/proc.c
      base/quiet.c
      base/random.c
      base/seccomp.c
      base/size.c
      base/sql.c
      base/sql_scan.c
      base/stack_bounds.c
      base/table.c
      base/text.c
      base/title.c
      base/utf8.c
      base/vector.c
      base/writer.c
      alloc/block.c
      alloc/live.c
      alloc/shadow.c
      alloc/site.c
      event/fake.c
      event/fork.c
      event/mark.c
      event/php.c
      event/usage.c
      profile/moments.c
      profile/paths.c
      profile/profile.c
      profile/slice.c
      profile/sources.c
      trace/call.c
      trace/call_lines.c
      trace/call_run.c
      trace/counting.c
      trace/detail.c
      trace/fiber.c
      trace/graph.c
      trace/hier.c
      trace/line_log.c
      trace/metric.c
      trace/naming.c
      trace/noted.c
      trace/overhead.c
      trace/own_cost.c
      trace/subject.c
      trace/symbol.c
      trace/timeline.c
      trace/tracer.c
      trace/tree.c
      trace/variant.c
      sampler/charge.c
      sampler/control.c
      sampler/due.c
      sampler/fork.c
      sampler/found.c
      sampler/helper.c
      sampler/look.c
      sampler/naps.c
      sampler/off_cpu.c
      sampler/on_tick.c
      sampler/own_code.c
      sampler/pace.c
      sampler/place.c
      sampler/safe_point.c
      sampler/sample_run.c
      sampler/sample_run_event.c
      sampler/sample_run_record.c
      sampler/sample_run_rest.c
      sampler/sampler.c
      sampler/source.c
      sampler/source_choice.c
      sampler/source_signal.c
      sampler/span.c
      sampler/stack_calls.c
      sampler/stack_links.c
      sampler/stack_memory.c
      sampler/stack_running.c
      sampler/stack_walk.c
      sampler/states.c
      sampler/store.c
      sampler/tick.c
      sampler/view.c
      sampler/wait.c
      sampler/wait_argument.c
      sampler/wait_call.c
      sampler/wait_child.c
      sampler/wait_file.c
      sampler/wait_label.c
      sampler/wait_names.c
      sampler/wait_own.c
      sampler/wait_set.c
      sampler/wait_socket.c
      sampler/wait_text.c
      format/callgrind.c
      format/chrome.c
      format/columns.c
      format/folded.c
      format/format.c
      format/head.c
      format/head_values.c
      format/html.c
      format/html_data.c
      format/html_functions.c
      format/json.c
      format/load.c
      format/load_check.c
      format/load_json.c
      format/load_pairs.c
      format/load_stacks.c
      format/log.c
      format/perfetto.c
      format/pprof.c
      format/processes.c
      format/protobuf.c
      format/speedscope.c
      format/text.c
      format/timeline.c
      format/xhgui.c
      format/xhprof.c
      hook/allocator.c
      hook/allocator_blocks.c
      hook/allocator_events.c
      hook/allocator_site.c
      hook/c_stack.c
      hook/compile.c
      hook/event.c
      hook/event_sql.c
      hook/ex.c
      hook/ex_call.c
      hook/ex_pointer.c
      hook/fiber.c
      hook/frameless.c
      hook/gc.c
      hook/internal.c
      hook/lines.c
      hook/observer.c
      hook/opcode.c
      hook/segment.c
      hook/slot.c
      hook/state.c
      hook/within.c
      live/account.c
      live/answer.c
      live/helper.c
      live/mark.c
      live/ring.c
      live/sink.c
      live/extract.c
      live/samples.c
      live/sums.c
      live/symbols.c
      live/thread.c
    ]), [$ext_shared],, [-I@ext_srcdir@ $XHPROF_CFLAGS])

  dnl These run once a request or less: small rather than fast, unless CFLAGS want something else.
  m4_define([xhprof_small], m4_normalize([
      base/call_text.c
      base/detail_kind.c
      base/outside.c
      trace/arguments.c
      base/key.c
      base/lock.c
      base/url.c
      base/mention.c
      profile/allocs.c
      trace/graph_profile.c
      trace/log.c
      trace/result.c
      hook/bypass.c
      hook/growth.c
      hook/hide.c
      hook/run.c
      live/apart.c
      live/budget.c
      live/context.c
      live/ended.c
      live/label.c
      live/tags.c
      live/trace.c
      event/perf.c
      event/registry.c
      event/set.c
      profile/distortion.c
      profile/events.c
      profile/flat.c
      profile/lines.c
      profile/looks.c
      profile/merge.c
      profile/meta.c
      profile/component_rules.c
      profile/components.c
      profile/neighbours.c
      profile/reconcile.c
      profile/reduce.c
      profile/rows.c
      profile/shares.c
      profile/sites.c
      profile/squares.c
      profile/stacks.c
      profile/summary.c
      profile/wait.c
      trace/options.c
      trace/targets.c
      sampler/options.c
      sampler/profile.c
      sampler/result.c
      sampler/stacks.c
      hook/calibrate.c
      hook/choose.c
      hook/start.c
      hook/stop.c
      live/confine.c
      live/control.c
      live/files.c
      live/locals.c
      live/locals_text.c
      live/part.c
      live/peer.c
      live/reader.c
      live/sums_profile.c
      live/tally.c
      heap/address_map.c
      heap/area.c
      heap/block.c
      heap/code.c
      heap/digest.c
      heap/file.c
      heap/frame.c
      heap/function.c
      heap/object.c
      heap/process.c
      heap/reach.c
      heap/record.c
      heap/regions.c
      heap/resource.c
      heap/roots.c
      heap/site.c
      heap/snapshot.c
      heap/stack.c
      heap/visit.c
      heap/walk.c
      request/after.c
      request/engine.c
      request/cidr.c
      request/file_name.c
      request/failure.c
      request/folder.c
      request/header.c
      request/ini.c
      request/job.c
      request/limit.c
      request/live.c
      request/meta.c
      request/opcache.c
      request/parameter.c
      request/request.c
      request/retain.c
      request/sapi.c
      request/save.c
      request/settings.c
      request/signal.c
      request/snapshot.c
      request/trace.c
      request/trigger.c
      request/worker.c
      attach/attachment.c
      attach/clock.c
      attach/fcgi.c
      attach/functions.c
      attach/guard.c
      attach/image.c
      attach/layout.c
      attach/locals.c
      attach/loop.c
      attach/maps.c
      attach/memory.c
      attach/process.c
      attach/request.c
      attach/stack.c
      attach/threads.c
      attach/writer.c
      class/attachment.c
      class/pprof_options.c
      class/profile.c
      class/profile_distortion.c
      class/profile_export.c
      class/profile_formats.c
      class/profile_from.c
      class/profile_functions.c
      class/profile_lines.c
      class/profile_load.c
      class/profile_sends.c
      class/profile_merge.c
      class/profile_components.c
      class/profile_neighbours.c
      class/profile_nodes.c
      class/profile_reduce.c
      class/profile_sites.c
      class/profile_stacks.c
      class/ring.c
      class/ring_control.c
      class/ring_marks.c
      class/ring_read.c
      class/ring_requests.c
      class/ring_stacks.c
      class/ring_status.c
      class/row.c
      class/tally.c
    ]))
  xhprof_small_flags=
  case " $CFLAGS $XHPROF_CFLAGS " in
    *" -O0 "* | *" -O1 "*[)] ;;
    *" -O2 "*[)] xhprof_small_flags=-Os ;;
  esac
  if test "$ext_shared" = no; then
    PHP_ADD_SOURCES([$ext_dir], xhprof_small, [$ac_extra $xhprof_small_flags])
  else
    PHP_ADD_SOURCES_X([$ext_dir], xhprof_small, [$ac_extra -DZEND_COMPILE_DL_EXT=1 $xhprof_small_flags],
      [shared_objects_xhprof], [yes])
  fi
  m4_foreach_w([folder], [base alloc event profile trace sampler format heap hook live attach request class],
    [PHP_ADD_BUILD_DIR([$ext_builddir/folder])
  ])
  dnl Readers from outside find the variable of a thread's context by the relocation for a descriptor of TLS.
  XHPROF_CONTEXT=
  XHPROF_CONTEXT_CFLAGS=
  case $host_os:$ext_shared in
    linux*:yes)
      XHPROF_CONTEXT='$(phplibdir)/xhprof_context.so.1'
      AX_CHECK_COMPILE_FLAG([-mtls-dialect=gnu2], [XHPROF_CONTEXT_CFLAGS=-mtls-dialect=gnu2], [], [-Werror])
      ;;
  esac
  PHP_SUBST([XHPROF_CONTEXT])
  PHP_SUBST([XHPROF_CONTEXT_CFLAGS])
  PHP_ADD_MAKEFILE_FRAGMENT

  dnl For the summary below.
  xhprof_what="calls, samples, allocations, heap snapshots, reports in HTML"
  case $host_os in
    linux*[)] xhprof_live="yes" ;;
    *[)] xhprof_live="no: needs Linux" ;;
  esac
  if test "$xhprof_zlib" = yes; then
    xhprof_zlib="yes: pprof, json.gz, xhgui.gz, xhprof.gz"
  else
    xhprof_zlib="NO: no pprof, and no compressed runs (json.gz, xhgui.gz, xhprof.gz)"
    xhprof_zlib_advice="    install zlib's headers (Debian, Ubuntu: zlib1g-dev; Fedora: zlib-devel; Alpine: zlib-dev)
    and run configure again"
  fi
fi

dnl Behind all that configure says, where it is seen: AC_OUTPUT comes after this file, m4_wrap after that.
m4_wrap([m4_divert_text([BODY], [
if test "$PHP_XHPROF" != no; then
  AS_ECHO(["
xhprof is configured:
  recording          $xhprof_what
  xhprof live        $xhprof_live
  zlib               $xhprof_zlib"])
  test -z "$xhprof_zlib_advice" || AS_ECHO(["$xhprof_zlib_advice"])
  test "$PHP_XHPROF_FAKE_CLOCK" = no || AS_ECHO(["  clock              FAKE: for tests only, all times are made up"])
  test "$PHP_XHPROF_DEV$PHP_XHPROF_SANITIZE$PHP_XHPROF_COVERAGE" = nonono ||
    AS_ECHO(["  for developers     yes: not what a server should run"])
  AS_ECHO(["  module             $EXTENSION_DIR/xhprof.so
  command            $prefix/bin/xhprof

Next: make, make install, extension=xhprof in php.ini, xhprof doctor"])
fi
])])
