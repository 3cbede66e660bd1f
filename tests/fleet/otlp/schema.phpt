--TEST--
protoc decodes what goes to an OpenTelemetry collector by the published schema, and writes the same bytes again
--EXTENSIONS--
curl
zlib
--SKIPIF--
<?php
require __DIR__ . '/../../format/tools.inc';
need_program('protoc');
if (!is_dir((string) getenv('XHPROF_OTLP_PROTO'))) die(
	'skip needs XHPROF_OTLP_PROTO, the folder of opentelemetry-proto');
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../batch.inc';
require __DIR__ . '/../stub.inc';
require __DIR__ . '/../../format/tools.inc';
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Destination\Destinations;
use XHProf\Profile;

/* What protoc makes of the file: --decode or --encode. */
function protoc(string $how, string $file): string
{
	exec('protoc -I ' . escapeshellarg((string) getenv('XHPROF_OTLP_PROTO'))
		. " --$how opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest"
		. ' opentelemetry/proto/collector/profiles/v1development/profiles_service.proto <' . escapeshellarg($file)
		. ' >' . escapeshellarg("$file.out"), $lines, $status);
	echo $status === 0 ? '' : "$how ended with $status\n";

	return file_get_contents("$file.out");
}

$folder = fleet_folder(__FILE__);
$stub = new Stub($folder);
$to = Destinations::of("otlp+http://$stub->address");
$one = Profile::fromStacks([['frames' => ['main()', "caf\xE9"], 'samples' => 3, 'wall_ns' => 3_000_000_000_000,
	'cpu_ns' => 0]], null, null, ["caf\xE9" => ['file' => '/srv/a.php', 'line' => 300]]);
$tags = ['service.name' => 'x', 'trace_id' => '4bf92f3577b34da6a3ce929d0e0e4736', 'span_id' => '00f067aa0ba902b7'];
$trace = traced(1, 2);
xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_ALLOC);
$kept = str_repeat('k', 1000) . branch(1);
$alloc = xhprof_stop();
show_outcome(outcome_of($to->send(batch(1, new BatchPart(series($tags), 'samples', $one)))));
show_outcome(outcome_of($to->send(batch(2, new BatchPart(series(['route' => "/\xFF"]), 'trace', $trace),
	new BatchPart(series(), 'alloc', $alloc), new BatchPart(series($tags), 'samples', $one)))));
foreach ($stub->requests() as $i => $sent) {
	file_put_contents("$folder/sent", $bytes = gzdecode($sent['body']));
	file_put_contents("$folder/text", $text = protoc('decode', "$folder/sent"));
	echo preg_match('/^\s*\d+[:\s]/m', $text) === 1 ? "UNKNOWN fields\n" : '',
		protoc('encode', "$folder/text") === $bytes ? "the same bytes\n" : "OTHER bytes\n";
	echo $i === 0 ? preg_replace('/(version: ")3\.[^"]*/', '$1VERSION', $text) : '';
}
preg_match_all('/^  string_table: "(.*)"$/m', $text, $strings);
echo implode(' ', preg_grep('/_|calls|\.php/', $strings[1])), "\n";
?>
--EXPECT--
accepted
accepted
the same bytes
resource_profiles {
  resource {
    attributes {
      key: "service.name"
      value {
        string_value: "shop"
      }
    }
    attributes {
      key: "deployment.environment.name"
      value {
        string_value: "production"
      }
    }
    attributes {
      key: "host.name"
      value {
        string_value: "web1"
      }
    }
    attributes {
      key: "process.runtime.name"
      value {
        string_value: "php"
      }
    }
    attributes {
      key: "process.runtime.version"
      value {
        string_value: "8.2.36"
      }
    }
    attributes {
      key: "php.fpm.pool"
      value {
        string_value: "www"
      }
    }
  }
  scope_profiles {
    scope {
      name: "xhprof"
      version: "VERSION"
    }
    profiles {
      sample_type {
        type_strindex: 7
        unit_strindex: 8
      }
      samples {
        stack_index: 1
        attribute_indices: 1
        attribute_indices: 2
        link_index: 1
        values: 3
      }
      time_unix_nano: 1790073060000000000
      duration_nano: 60000000000
      period_type {
        type_strindex: 9
        unit_strindex: 10
      }
      period: 1
      profile_id: "-Z7\001\211\022\302\324\322\372\261o[\270\265\320"
    }
    profiles {
      sample_type {
        type_strindex: 9
        unit_strindex: 10
      }
      samples {
        stack_index: 1
        attribute_indices: 1
        attribute_indices: 2
        link_index: 1
        values: 3000000000000
      }
      time_unix_nano: 1790073060000000000
      duration_nano: 60000000000
      period_type {
        type_strindex: 9
        unit_strindex: 10
      }
      period: 1
      profile_id: "\333d\315\351%\211s\n\237y\202\004\"\366\321Y"
    }
  }
}
dictionary {
  mapping_table {
  }
  location_table {
  }
  location_table {
    lines {
      function_index: 1
    }
    attribute_indices: 3
  }
  location_table {
    lines {
      function_index: 2
    }
    attribute_indices: 3
  }
  function_table {
  }
  function_table {
    name_strindex: 3
    system_name_strindex: 3
  }
  function_table {
    name_strindex: 5
    system_name_strindex: 5
    filename_strindex: 6
    start_line: 300
  }
  link_table {
    trace_id: "\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"
    span_id: "\000\000\000\000\000\000\000\000"
  }
  link_table {
    trace_id: "K\371/5w\263M\246\243\316\222\235\016\016G6"
    span_id: "\000\360g\252\013\251\002\267"
  }
  string_table: ""
  string_table: "kind"
  string_table: "tag.service.name"
  string_table: "main()"
  string_table: "profile.frame.type"
  string_table: "caf\303\251"
  string_table: "/srv/a.php"
  string_table: "samples"
  string_table: "count"
  string_table: "wall"
  string_table: "nanoseconds"
  attribute_table {
  }
  attribute_table {
    key_strindex: 1
    value {
      string_value: "samples"
    }
  }
  attribute_table {
    key_strindex: 2
    value {
      string_value: "x"
    }
  }
  attribute_table {
    key_strindex: 4
    value {
      string_value: "php"
    }
  }
  stack_table {
  }
  stack_table {
    location_indices: 2
    location_indices: 1
  }
}
the same bytes
array_map xhprof_stop str_repeat /srv/a.php calls allocated_objects allocated_bytes allocated_space inuse_objects inuse_space
