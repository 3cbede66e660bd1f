--TEST--
An event that does not exist, or cannot be counted, is refused by name
--FILE--
<?php
foreach ([1, 'page-faults', [1], ['page-fault'], [''], ['page-faults', 'page-faults:'], ['page-faults:0'],
	['page-faults:x'], ['page-faults:9999999999999'], ['page-faults:100'], [str_repeat('long', 1000)]] as $events) {
	try {
		xhprof_enable(0, ['events' => $events]);
		echo "taken\n";
	} catch (TypeError $error) {
		echo $error->getMessage(), "\n";
	}
}
var_dump(xhprof_info()['running']);
xhprof_enable(0, ['events' => []]);
echo json_encode(array_intersect(['ct', 'page-faults', 'context-switches'], array_keys(xhprof_disable()['main()']))),
	"\n";
xhprof_enable(0, ['events' => ['page-faults', 'page-faults', 'context-switches']]);
echo json_encode(array_intersect(['ct', 'page-faults', 'context-switches'], array_keys(xhprof_disable()['main()']))),
	"\n";
?>
--EXPECT--
xhprof_enable(): Argument #2 ($options) option "events" must be a list of event names
xhprof_enable(): Argument #2 ($options) option "events" must be a list of event names
xhprof_enable(): Argument #2 ($options) option "events" must be a list of event names
xhprof_enable(): Argument #2 ($options) option "events" has no event "page-fault"; did you mean "page-faults"? xhprof_info()["events"] lists them
xhprof_enable(): Argument #2 ($options) option "events" has no event ""; xhprof_info()["events"] lists them
xhprof_enable(): Argument #2 ($options) option "events" has a period that is not a number from 1 to 999999999999: "page-faults:"
xhprof_enable(): Argument #2 ($options) option "events" has a period that is not a number from 1 to 999999999999: "page-faults:0"
xhprof_enable(): Argument #2 ($options) option "events" has a period that is not a number from 1 to 999999999999: "page-faults:x"
xhprof_enable(): Argument #2 ($options) option "events" has a period that is not a number from 1 to 999999999999: "page-faults:9999999999999"
xhprof_enable(): Argument #2 ($options) option "events" has a period, which only xhprof_sample_enable() takes; omit it to count at calls
xhprof_enable(): Argument #2 ($options) option "events" has no event "longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglong"; xhprof_info()["events"] lists them
bool(false)
["ct"]
["ct","page-faults","context-switches"]
