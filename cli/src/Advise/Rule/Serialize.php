<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Need;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;
use XHProf\Cli\Terminal\Units;

/** Much time goes into serializing or unserializing values. */
final class Serialize extends Rule
{
	protected const ID = 'serialize';
	protected const NEEDS = [Need::Calls];

	private const FUNCTIONS = ['serialize', 'unserialize', 'json_encode', 'json_decode', 'var_export',
		'igbinary_serialize', 'igbinary_unserialize', 'msgpack_pack', 'msgpack_unpack'];

	/**
	 * A program may well read or write one document. But for a cache, whose purpose is to save time, a fifth of the run
	 * is too much.
	 */
	private const LEAST_SHARE = 0.2;

	/** See RepeatedQueries. A single call may be the program's whole purpose. */
	private const LEAST = 10;

	public function findings(Recording $run): array
	{
		$findings = [];
		foreach ($run->named(self::FUNCTIONS) as $call) {
			// The work of __serialize(), __wakeup() and the like belongs to the program, not to the serializing.
			$ns = $run->own($call);
			if ($call->calls >= self::LEAST && $run->share($ns) >= self::LEAST_SHARE) {
				$findings[] = new Defect(self::ID,
					"$call->function() is called repeatedly", $ns, $call->calls, $call, null,
					[Units::of($call->calls, 'call') . ', ' . Units::time($ns / $call->calls) . ' each'],
					'keep the value in memory, store separately the parts that are read alone, '
						. 'or write a PHP file, which opcache caches', Proof::ofCode(), $call->way());
			}
		}

		return $findings;
	}
}
