--TEST--
Helm accepts the chart, and the plain DaemonSet is what it makes
--SKIPIF--
<?php
require __DIR__ . '/../format/tools.inc';
getenv('XHPROF_TEST_HELM') || need_program('helm');
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../format/tools.inc';

chdir(dirname(__DIR__, 2) . '/packaging');
$helm = getenv('XHPROF_TEST_HELM') ?: 'helm';
$to = "--set 'to={clickhouse+https://writer@clickhouse.example:8443/xhprof?secret_file=/secret/password}'";
echo run_program("$helm lint --strict helm $to --set secret=s,metrics=/m | grep -v '^$'");
$plain = file_get_contents('container/daemonset.yaml');
echo strstr($plain, "\n---", true), "\n";
$made = run_program("$helm template xhprof-ship helm $to --set service=shop,secret=clickhouse-writer");
echo strstr($plain, '---') === $made ? "the same\n" : $made;
echo "\nAnother service, two places, metrics:\n", implode("\n",
	preg_grep('/name: \w+-ship|--|https|: "|- "/', explode("\n", run_program("$helm template api-ship helm --set "
		. "'to={https://a,https://b?x=\"},rings=/dev/shm/api,metrics=/m,options={--saved-runs,/runs}'")))), "\n";
echo "\nNowhere:\n", run_program("$helm template xhprof-ship helm | grep -o ' to is .*'");
?>
--EXPECT--
==> Linting helm
[INFO] Chart.yaml: icon is recommended
1 chart(s) linted, 0 chart(s) failed
# An agent on each node, as packaging/helm makes it: helm template xhprof-ship packaging/helm --set service=shop,secret=clickhouse-writer --set
# to={clickhouse+https://writer@clickhouse.example:8443/xhprof?secret_file=/secret/password}
the same

Another service, two places, metrics:
---
  name: api-ship
    app.kubernetes.io/name: xhprof-ship
            - --service
            - "php"
            - --env
            - "production"
            - --host
            - --to
            - "https://a"
            - --to
            - "https://b?x=\""
            - --metrics-file
            - "--saved-runs"
            - "/runs"
            exec: {command: [xhprof, ship, --status, --spool, /spool/queue]}
          hostPath: {path: "/dev/shm/api", type: DirectoryOrCreate}
          emptyDir: {sizeLimit: "256Mi"}
          hostPath: {path: "/m", type: Directory}

Nowhere:
Error: execution error at (xhprof-ship/templates/daemonset.yaml:2:4): to is empty: --set to={clickhouse+https://writer@clickhouse.example:8443/xhprof?secret_file=/secret/password}

Use --debug flag to render out invalid YAML