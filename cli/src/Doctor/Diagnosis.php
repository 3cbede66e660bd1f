<?php
declare(strict_types=1);

namespace XHProf\Cli\Doctor;

use XHProf\Cli\Process\Php;

/** Everything that the doctor finds out about a machine. */
final class Diagnosis
{
	/** @var list<Sapi> this PHP first */
	public readonly array $sapis;

	public readonly SystemChecks $system;

	/** @param array{clock: string, clock_reason: string, source: string}|null $own see SystemChecks */
	public function __construct(public readonly Machine $machine, public readonly string $commandVersion,
		string $current, ?array $own)
	{
		$this->sapis = self::find($machine, $current);
		$this->system = new SystemChecks($machine, $own);
	}

	/** @return array<string, list<Finding>> by what they are about */
	public function findings(): array
	{
		$setup = new Setup($this->machine);

		return ['PHP' => (new PhpChecks($this->machine, $setup, $this->sapis, $this->commandVersion))->findings(),
			'Folders' => (new FolderChecks($this->machine, $setup, $this->sapis))->findings(),
			'System' => $this->system->findings()];
	}

	/** @return list<Sapi> */
	private static function find(Machine $machine, string $current): array
	{
		$own = $current === '' ? null : Sapi::ofBinary($machine, $current, Php::options());
		$sapis = [$own];
		foreach ($machine->binaries() as $binary) {
			$sapis[] = $own !== null && $binary === realpath($current) ? null : Sapi::ofBinary($machine, $binary);
		}
		foreach ($machine->apacheModules() as $module) {
			$sapis[] = Sapi::ofApache($machine, $module, $own);
		}

		return array_values(array_filter($sapis));
	}
}
