--TEST--
xhprof_tag() names the request in the meta of a run and in the labels of pprof, and merged runs keep equal tags
--FILE--
<?php
function tags(XHProf\Profile $run): string { return json_encode($run->meta()['xhprof'] ?? null); }
function job(string $queue, string $kind): XHProf\Profile
{
	xhprof_enable(XHPROF_FLAGS_TREE);
	xhprof_tag('queue', $queue);
	xhprof_tag('job', $kind);
	return xhprof_stop();
}

xhprof_enable();
var_dump(xhprof_stop()->meta());

$mail = job('mail', 'Invoice');
$other = job('mail', 'Reminder');
echo tags($mail), "\n", tags($other), "\n";
echo 'merged: ', tags($mail->merge($other)), "\n";

xhprof_enable();
xhprof_tag('job', '');
xhprof_tag('never set', '');
xhprof_tag('7', '8');
echo 'taken back: ', tags($seven = xhprof_stop()), "\n";
echo 'by key: ', json_encode($seven->meta()['xhprof']['tags'][7]), "\n";

$file = __DIR__ . '/tag_profile.tmp.json';
$mail->export('json', $file);
echo 'loaded: ', tags(XHProf\Profile::load($file)), "\n";
echo 'xhgui: ', json_encode(json_decode($mail->export('xhgui'), true)['meta']['xhprof']), "\n";
?>
--CLEAN--
<?php @unlink(__DIR__ . '/tag_profile.tmp.json'); ?>
--EXPECT--
NULL
{"tags":{"queue":"mail","job":"Invoice"},"tags_lost":0}
{"tags":{"queue":"mail","job":"Reminder"},"tags_lost":0}
merged: {"tags":{"queue":"mail"},"tags_lost":0}
taken back: {"tags":{"queue":"mail","7":"8"},"tags_lost":0}
by key: "8"
loaded: {"tags":{"queue":"mail","job":"Invoice"},"tags_lost":0}
xhgui: {"tags":{"queue":"mail","job":"Invoice"},"tags_lost":0}
