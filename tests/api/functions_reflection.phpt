--TEST--
The functions declare their parameters, types and defaults
--FILE--
<?php
foreach (['xhprof_enable', 'xhprof_disable', 'xhprof_info'] as $name) {
	$function = new ReflectionFunction($name);
	$parameters = array_map(fn(ReflectionParameter $p) => $p->getType() . ' $' . $p->getName()
		. ' = ' . var_export($p->getDefaultValue(), true), $function->getParameters());
	echo $name, '(', implode(', ', $parameters), '): ', $function->getReturnType(), "\n";
	var_dump($function->getExtensionName(), $function->isDeprecated());
}
?>
--EXPECT--
xhprof_enable(int $flags = 0, ?array $options = NULL): void
string(6) "xhprof"
bool(false)
xhprof_disable(): ?array
string(6) "xhprof"
bool(false)
xhprof_info(): array
string(6) "xhprof"
bool(false)
