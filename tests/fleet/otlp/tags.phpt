--TEST--
A tag renames neither service nor host, whatever its name; a valid trace_id becomes a link, any other an attribute
--EXTENSIONS--
curl
zlib
--SKIPIF--
<?php
require __DIR__ . '/../../format/tools.inc';
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../batch.inc';
require __DIR__ . '/otlp.inc';
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Otlp\Request;
use XHProf\Profile;

function show_tags(array ...$tags): void
{
	$one = Profile::fromStacks([['frames' => ['main()'], 'samples' => 1, 'wall_ns' => 10, 'cpu_ns' => 0]]);
	$parts = array_map(fn (array $tags) => new BatchPart(series($tags), 'samples', $one), $tags);
	$message = new Request(batch(1, ...$parts));
	array_map($message->add(...), $parts);
	$request = otlp_request($message->message());
	echo otlp_words($request, $request['resourceProfiles'][0]['resource']['attributes']),
		count($request['resourceProfiles']) > 1 ? ' MORE' : '', "\n";
	foreach ($request['resourceProfiles'][0]['scopeProfiles'][0]['profiles'][0]['samples'] as $sample) {
		$link = $request['dictionary']['linkTable'][$sample['linkIndex'] ?? 0];
		echo '  ', otlp_words($request, $sample['attributeIndices']), isset($sample['linkIndex'])
			? " -> $link[traceId] $link[spanId]" : '', ' ', implode($sample['values']), "\n";
	}
	echo implode("\n", otlp_table_faults($request));
}

show_tags(['service.name' => 'evil', 'host.name' => 'evil', 'process.runtime.name' => 'evil', 'php.fpm.pool' => 'evil',
	'profile.frame.type' => 'evil', 'kind' => 'evil']);
show_tags(['tenant-id' => '7', 'tenant_id' => '8', 'tenant.id' => '9', "\u{e9}" => 'x', '12' => 'y', 'tag.k' => 'z']);
[$trace, $span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
show_tags(['trace_id' => $trace, 'span_id' => $span, 'route' => '/a'],
	['trace_id' => strtoupper($trace), 'span_id' => strtoupper($span), 'route' => '/a'], ['trace_id' => $trace],
	['span_id' => $span], ['trace_id' => $trace, 'span_id' => 'no id'],
	['trace_id' => $trace, 'span_id' => str_repeat('0', 16)], ['trace_id' => str_repeat('0', 32), 'span_id' => $span],
	['trace_id' => substr($trace, 1), 'span_id' => $span], ["trace_id" => "$trace\n"],
	['trace_id' => str_replace('4', 'g', $trace)], ['traceparent' => "00-$trace-$span-01"]);
?>
--EXPECT--
service.name=shop deployment.environment.name=production host.name=web1 process.runtime.name=php process.runtime.version=8.2.36 php.fpm.pool=www
  kind=samples tag.host.name=evil tag.kind=evil tag.php.fpm.pool=evil tag.process.runtime.name=evil tag.profile.frame.type=evil tag.service.name=evil 1
service.name=shop deployment.environment.name=production host.name=web1 process.runtime.name=php process.runtime.version=8.2.36 php.fpm.pool=www
  kind=samples tag.12=y tag.tag.k=z tag.tenant_id=7 tag.tenant.id=9 tag.tenant_id_2=8 tag.__=x 1
service.name=shop deployment.environment.name=production host.name=web1 process.runtime.name=php process.runtime.version=8.2.36 php.fpm.pool=www
  kind=samples tag.route=/a -> 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7 2
  kind=samples -> 4bf92f3577b34da6a3ce929d0e0e4736 0000000000000000 1
  kind=samples tag.span_id=00f067aa0ba902b7 1
  kind=samples tag.span_id=no id -> 4bf92f3577b34da6a3ce929d0e0e4736 0000000000000000 1
  kind=samples tag.span_id=0000000000000000 -> 4bf92f3577b34da6a3ce929d0e0e4736 0000000000000000 1
  kind=samples tag.span_id=00f067aa0ba902b7 tag.trace_id=00000000000000000000000000000000 1
  kind=samples tag.span_id=00f067aa0ba902b7 tag.trace_id=bf92f3577b34da6a3ce929d0e0e4736 1
  kind=samples tag.trace_id=4bf92f3577b34da6a3ce929d0e0e4736
 1
  kind=samples tag.trace_id=gbf92f3577b3gda6a3ce929d0e0eg736 1
  kind=samples tag.traceparent=00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 1
