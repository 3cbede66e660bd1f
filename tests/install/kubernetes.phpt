--TEST--
Kubernetes' own types take the manifests, each field of which they know
--SKIPIF--
<?php
require __DIR__ . '/../format/tools.inc';
array_map(need_node_module(...), ['kubernetes-types', 'typescript', 'yaml']);
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../format/tools.inc';

$node = node_modules();
$read = temporary('kubernetes.tmp.cjs',
	'const { readFileSync } = require("fs"); const { parse } = require(process.argv[2] + "/yaml");
	console.log(JSON.stringify(parse(readFileSync(process.argv[3], "utf8")), null, 1));');
/* As a literal, in which the compiler refuses fields that the type lacks. */
function check(string $name, string $type, string $json): void
{
	[$module, $class] = explode('.', $type);
	$file = temporary('kubernetes.tmp.ts', "import type { $class } from '" . node_modules()
		. "/kubernetes-types/$module';\nexport const manifest: $class = " . trim($json) . ";\n");
	$types = escapeshellarg(node_modules() . '/typescript/lib/tsc.js');
	echo "$name: ", trim(preg_replace('/^.*?error /m', '',
		run_program("node $types --noEmit --strict --skipLibCheck " . escapeshellarg($file)))) ?: 'ok', "\n";
}
foreach (['daemonset.yaml' => 'apps/v1.DaemonSet', 'pod.yaml' => 'core/v1.Pod'] as $name => $type) {
	$json = run_program("node $read " . escapeshellarg($node) . ' '
		. escapeshellarg(dirname(__DIR__, 2) . "/packaging/container/$name"));
	check($name, $type, $json);
	check('a field too many', $type, preg_replace('/"(readOnlyRootFilesystem)"/', '"$1s"', $json, 1));
}
?>
--EXPECT--
daemonset.yaml: ok
a field too many: TS2353: Object literal may only specify known properties, and '"readOnlyRootFilesystems"' does not exist in type 'SecurityContext'.
pod.yaml: ok
a field too many: TS2353: Object literal may only specify known properties, and '"readOnlyRootFilesystems"' does not exist in type 'SecurityContext'.