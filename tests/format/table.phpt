--TEST--
XHProf\Profile::formats() is the table that the command reads, and the viewer's tests: formats.json
--FILE--
<?php
$formats = XHProf\Profile::formats();
$known = json_decode(file_get_contents(__DIR__ . '/formats.json'), true, flags: JSON_THROW_ON_ERROR);
foreach ($formats as $name => $format) {
	$row = array_diff_key($format, ['is_available' => 0]);
	if ($row !== ($known[$name] ?? null)) {
		echo "formats.json: ", json_encode([$name => $row], JSON_UNESCAPED_SLASHES), "\n";
	}
}
var_dump(array_keys($formats) === array_keys($known));

/* What is not available cannot be written, and needs zlib. */
$run = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 0]]);
foreach ($formats as $name => ['needs' => $needs, 'is_packed' => $is_packed, 'is_available' => $is_available]) {
	try {
		$is_written = $run->export($name) !== '';
	} catch (ValueError $error) {
		$is_written = null;
	} catch (RuntimeException $error) {
		$is_written = false;
	}
	if ($is_written !== ($is_available ? $needs === [] : null) || !($is_available || $is_packed)) {
		echo "$name: ", var_export($is_written, true), "\n";
	}
}
?>
--EXPECT--
bool(true)
