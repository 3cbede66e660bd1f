--TEST--
A profile comes from xhprof_stop() only and cannot be changed, copied or serialized
--FILE--
<?php
xhprof_enable();
$profile = xhprof_stop();

function attempt(callable $what): void
{
	try {
		$what();
		echo "nothing thrown\n";
	} catch (Throwable $error) {
		echo get_class($error), ': ', $error->getMessage(), "\n";
	}
}

attempt(fn() => new XHProf\Profile);
attempt(fn() => (new ReflectionClass('XHProf\Profile'))->newInstanceWithoutConstructor());
attempt(fn() => clone $profile);
attempt(fn() => serialize($profile));
attempt(fn() => unserialize('O:14:"XHProf\Profile":0:{}'));
attempt(function () use ($profile) { $profile->wall = 1; });
attempt(fn() => $profile->merge(1));
attempt(fn() => $profile->merge($profile, new stdClass));
attempt(fn() => $profile->diff(null));
attempt(fn() => $profile->pairs(1));
echo (new ReflectionClass($profile))->isFinal() ? "final\n" : "open\n";
?>
--EXPECT--
Error: Call to private XHProf\Profile::__construct() from global scope
ReflectionException: Class XHProf\Profile is an internal class marked as final that cannot be instantiated without invoking its constructor
Error: Trying to clone an uncloneable object of class XHProf\Profile
Exception: Serialization of 'XHProf\Profile' is not allowed
Exception: Unserialization of 'XHProf\Profile' is not allowed
Error: Cannot create dynamic property XHProf\Profile::$wall
TypeError: XHProf\Profile::merge(): Argument #1 must be of type XHProf\Profile, int given
TypeError: XHProf\Profile::merge(): Argument #2 must be of type XHProf\Profile, stdClass given
TypeError: XHProf\Profile::diff(): Argument #1 ($before) must be of type XHProf\Profile, null given
ArgumentCountError: XHProf\Profile::pairs() expects exactly 0 arguments, 1 given
final
