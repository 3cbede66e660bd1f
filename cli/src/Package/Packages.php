<?php
declare(strict_types=1);

namespace XHProf\Cli\Package;

use XHProf\Cli\Problem;

/**
 * The packages of commands that are installed beside this one.
 *
 * @api
 */
final class Packages
{
	/** The package with the agent and the stores, by its name for Composer. */
	public const FLEET = 'xhprof/xhprof-fleet';

	/** @var array<class-string<Package>, Package|null> null: not made yet */
	private static array $packages = [];

	/** @param class-string<Package> $class it is made when it is asked for the first time */
	public static function add(string $class): void
	{
		self::$packages[$class] ??= null;
	}

	/** @return list<Package> */
	public static function all(): array
	{
		$all = [];
		foreach (self::$packages as $class => $package) {
			$all[] = self::$packages[$class] = $package ?? new $class();
		}

		return $all;
	}

	/** The package that has a command. */
	public static function with(string $command): ?Package
	{
		foreach (self::all() as $package) {
			if (isset($package->commands()[$command])) {
				return $package;
			}
		}

		return null;
	}

	/**
	 * The runs of the first package that finds some by URLs.
	 *
	 * @throws Problem if none does: it names the package to install
	 */
	public static function store(): RunStore
	{
		foreach (self::all() as $package) {
			$store = $package->store();
			if ($store !== null) {
				return $store;
			}
		}

		throw self::missing('the URL of a store', self::FLEET);
	}

	/** @param string $what it is in that package, which is not installed */
	public static function missing(string $what, string $package): Problem
	{
		return new Problem("$what needs the package $package, which is not installed",
			"composer require --dev $package");
	}
}
