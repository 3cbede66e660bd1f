--TEST--
The Model Context Protocol's own client lists the tools of xhprof mcp, calls them and reads a run
--SKIPIF--
<?php
require __DIR__ . '/../format/tools.inc';
need_node_module('@modelcontextprotocol/sdk');
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../format/tools.inc';
require __DIR__ . '/cli.inc';
require __DIR__ . '/mcp.inc';

$folder = mcp_folder('<?php function work() { return md5("x"); } for ($i = 0; $i < 7; $i++) work();');
$module = module_path();
$command = ['-n', ...($module === null ? [] : ['-d', "extension=$module"]), '-d', "xhprof.output_dir=$folder/runs",
	realpath(TOOL), 'mcp', $folder];
$client = node_modules() . '/@modelcontextprotocol/sdk/dist/esm/client';
file_put_contents("$folder/client.mjs", strtr(<<<'JS'
	import { Client } from 'CLIENT/index.js';
	import { StdioClientTransport } from 'CLIENT/stdio.js';
	const client = new Client({ name: 'test', version: '1' });
	await client.connect(new StdioClientTransport({ command: PHP, args: ARGS }));
	const tools = (await client.listTools()).tools;
	console.log(tools.every((tool) => tool.inputSchema.type === 'object' && tool.description.length > 20), tools.length > 9);
	const ran = await client.callTool({ name: 'run', arguments: { script: 'shop.php' } });
	console.log(ran.isError, ran.content[0].text.includes('work'));
	const [run] = (await client.listResources()).resources;
	console.log(/ 7 .* work/.test((await client.readResource({ uri: run.uri })).contents[0].text));
	console.log((await client.callTool({ name: 'show', arguments: { run: run.name } })).content[0].text);
	const slow = client.callTool({ name: 'run', arguments: { script: 'slow.php' } }, undefined, { signal: AbortSignal.timeout(500) });
	await slow.catch(() => console.log('cancelled'));
	console.log((await client.callTool({ name: 'top', arguments: { run: run.name } })).isError);
	await client.close();
	JS, ['CLIENT' => $client, 'PHP' => json_encode(PHP_BINARY), 'ARGS' => json_encode($command)]));
file_put_contents("$folder/slow.php", '<?php sleep(100);');
echo shell_exec('node ' . escapeshellarg("$folder/client.mjs") . ' 2>&1');
unlink("$folder/client.mjs");
mcp_remove();
?>
--CLEAN--
<?php
require __DIR__ . '/mcp.inc';
@unlink(WORK . '/app/client.mjs');
mcp_remove();
?>
--EXPECT--
true true
false true
true
the argument "function" is missing

cancelled
false
