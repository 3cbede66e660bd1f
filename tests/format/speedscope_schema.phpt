--TEST--
The speedscope export is valid by speedscope's own schema
--SKIPIF--
<?php
require __DIR__ . '/tools.inc';
need_node_module('ajv');
need_node_module('speedscope');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/tools.inc';

$script = temporary('schema.tmp.js', <<<'JS'
	const fs = require('fs');
	const [modules, ...files] = process.argv.slice(2);
	const Ajv = require(modules + '/ajv');
	const schema = JSON.parse(fs.readFileSync(modules + '/speedscope/dist/release/file-format-schema.json'));
	const validate = new Ajv({strict: false, allErrors: true}).compile(schema);
	for (const file of files) {
		const valid = validate(JSON.parse(fs.readFileSync(file)));
		console.log(valid ? 'valid' : JSON.stringify(validate.errors.slice(0, 5)));
	}
	JS);
$file = temporary('schema.tmp.json');
foreach (['program', 'odd_names', 'empty_program'] as $program) {
	foreach ([0, ALL_METRICS] as $flags) {
		run(XHPROF_FLAGS_TREE | $flags, $program)->export('speedscope', $file);
		echo "$program: ",
			run_program('node ' . implode(' ', array_map('escapeshellarg', [$script, node_modules(), $file])));
	}
}
file_put_contents($file, '{"profiles":[]}');
echo strlen(run_program('node ' . implode(' ', array_map('escapeshellarg', [$script, node_modules(), $file])))) > 10
	? "and it does look\n" : "it looks at nothing\n";
?>
--EXPECT--
program: valid
program: valid
odd_names: valid
odd_names: valid
empty_program: valid
empty_program: valid
and it does look
