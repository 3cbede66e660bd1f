<?php
declare(strict_types=1);

namespace XHProf\Cli\Mcp;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Process\Signals;

/** The Model Context Protocol on the standard streams: tools that are commands, and saved runs as resources. */
final class Server
{
	/** The versions of the protocol, the newest first. */
	private const PROTOCOLS = ['2025-06-18', '2025-03-26', '2024-11-05'];

	private const INSTRUCTIONS = 'Profiles PHP. Begin with `run` for a script, or `list` for saved runs; `top` says '
		. 'where the time goes, `show` who calls a function, `queries` and `advise` why. After a change, prove it: '
		. '`run` with `repeat` and `against`, or `diff`. `live`, `dump` and `slow` look into running processes.';

	private readonly Answers $answers;

	/** False once the current call is cancelled. */
	private bool $isWanted = true;

	/** True once a signal has come. Then no command that we started is left running. */
	private bool $isEnded = false;

	public function __construct(private readonly Messages $messages, private readonly Tools $tools,
		private readonly Reach $reach, private readonly string $version, private readonly float $timeout_s)
	{
		$this->answers = new Answers();
	}

	/** Serves until the input ends, or until a signal such as SIGTERM. */
	public function run(): void
	{
		Signals::catchEnd(function (): void {
			$this->isEnded = true;
		});
		while (!$this->isEnded && ($line = $this->messages->next()) !== null) {
			$message = json_decode($line, true, 64);
			if (!is_array($message) || $message === []) {
				$this->messages->send(self::error(null,
					new RpcError(RpcError::PARSE, 'a line must be one JSON object')));
			} elseif (array_is_list($message)) {
				$answers = array_values(array_filter(array_map($this->answer(...), $message)));
				$answers === [] || $this->messages->send($answers);
			} else {
				$answer = $this->answer($message);
				$answer === null || $this->messages->send($answer);
			}
		}
	}

	/** @return array<string, mixed>|null NULL for a notification */
	private function answer(mixed $message): ?array
	{
		$id = is_array($message) ? $message['id'] ?? null : null;
		try {
			if (!is_array($message) || ($message['jsonrpc'] ?? null) !== '2.0'
				|| !is_string($message['method'] ?? null)) {
				throw new RpcError(RpcError::REQUEST, 'a request has "jsonrpc": "2.0" and a "method"');
			}
			if (!is_int($id) && !is_string($id)) {
				return null;
			}
			$params = $message['params'] ?? [];
			$result = $this->result($message['method'], is_array($params) ? $params : [], $id);

			return ['jsonrpc' => '2.0', 'id' => $id, 'result' => $result === [] ? new \stdClass() : $result];
		} catch (RpcError $error) {
			return self::error($id, $error);
		}
	}

	/** @return array<string, mixed> */
	private static function error(mixed $id, RpcError $error): array
	{
		return ['jsonrpc' => '2.0', 'id' => $id,
			'error' => ['code' => $error->getCode(), 'message' => $error->getMessage()]];
	}

	/**
	 * @param array<mixed> $params
	 * @return array<string, mixed>
	 */
	private function result(string $method, array $params, int|string $id): array
	{
		return match ($method) {
			'initialize' => $this->initialize($params),
			'ping' => [],
			'tools/list' => ['tools' => $this->tools->list()],
			'tools/call' => $this->call($params, $id),
			'resources/list' => ['resources' => $this->resources()],
			'resources/templates/list' => ['resourceTemplates' => []],
			'resources/read' => $this->resource($params, $id),
			default => throw new RpcError(RpcError::METHOD, "unknown method \"$method\""),
		};
	}

	/**
	 * @param array<mixed> $params
	 * @return array<string, mixed>
	 */
	private function initialize(array $params): array
	{
		$wanted = $params['protocolVersion'] ?? null;

		return ['protocolVersion' => in_array($wanted, self::PROTOCOLS, true) ? $wanted : self::PROTOCOLS[0],
			'capabilities' => ['tools' => new \stdClass(), 'resources' => new \stdClass()],
			'serverInfo' => ['name' => 'xhprof', 'title' => 'xhprof, a profiler of PHP', 'version' => $this->version],
			'instructions' => self::INSTRUCTIONS];
	}

	/**
	 * @param array<mixed> $params
	 * @return array<string, mixed>
	 */
	private function call(array $params, int|string $id): array
	{
		$name = $params['name'] ?? '';
		$arguments = $params['arguments'] ?? [];
		if (!is_string($name) || (!Tools::is($name) && $name !== 'more')) {
			throw new RpcError(RpcError::PARAMS, 'unknown tool ' . json_encode($name));
		}
		if (!is_array($arguments) || ($arguments !== [] && array_is_list($arguments))) {
			throw new RpcError(RpcError::PARAMS, '"arguments" must be an object');
		}
		try {
			[$text, $isError] = $name === 'more' ? [$this->more($arguments), false]
				: $this->execute($this->tools->words($name, $arguments), $id);
			$tokens = is_int($arguments['tokens'] ?? null) ? $arguments['tokens'] : Answers::TOKENS;
			$text = $name === 'more' ? $text : $this->answers->cut($text, $tokens);
		} catch (Problem $problem) {
			[$text, $isError] = [rtrim($problem->getMessage() . "\n$problem->advice") . "\n", true];
		}

		return ['content' => [['type' => 'text', 'text' => $text]], 'isError' => $isError];
	}

	/** @param array<mixed> $arguments */
	private function more(array $arguments): string
	{
		$cursor = $arguments['cursor'] ?? null;
		$tokens = $arguments['tokens'] ?? Answers::TOKENS;

		return $this->answers
			->more(is_string($cursor) ? $cursor : throw new Problem('the argument "cursor" is missing'),
				is_int($tokens) ? max(100, $tokens) : Answers::TOKENS);
	}

	/**
	 * @param non-empty-list<string> $words
	 * @return array{string, bool}
	 */
	private function execute(array $words, int|string $id): array
	{
		$this->isWanted = true;

		return (new ToolProcess($this->reach, $this->timeout_s))->run($words, function () use ($id): bool {
			$this->messages->look(fn (string $line): bool => $this->takeMeanwhile($line, $id));

			return $this->isWanted && !$this->isEnded;
		});
	}

	/** Handles a message that cannot wait until the call with this id has its answer. */
	private function takeMeanwhile(string $line, int|string $id): bool
	{
		$message = json_decode($line, true, 64);
		$method = is_array($message) ? $message['method'] ?? null : null;
		if ($method === 'ping' && isset($message['id'])) {
			$this->messages->send((array) $this->answer($message));
			return true;
		}
		$isCancel = $method === 'notifications/cancelled' && is_array($message['params'] ?? null)
			&& ($message['params']['requestId'] ?? null) === $id;
		$this->isWanted = $this->isWanted && !$isCancel;

		return $isCancel;
	}

	/** @return list<array<string, mixed>> */
	private function resources(): array
	{
		[$text, $isError] = $this->execute(['list', '--json', '--limit', '50'], '');
		/**
		 * @var array{runs: list<array{run: string, method: ?string, uri: ?string}>}|null $list as ListCommand wrote it
		 */
		$list = $isError ? null : json_decode($text, true);

		return array_map(static fn (array $run): array => ['uri' => 'xhprof:///' . rawurlencode($run['run']),
			'name' => $run['run'], 'title' => trim("$run[method] $run[uri]"), 'mimeType' => 'text/plain'],
			$list['runs'] ?? []);
	}

	/**
	 * @param array<mixed> $params
	 * @return array<string, mixed>
	 */
	private function resource(array $params, int|string $id): array
	{
		$uri = $params['uri'] ?? null;
		$name = is_string($uri) && str_starts_with($uri, 'xhprof:///')
			? rawurldecode(substr($uri, strlen('xhprof:///'))) : '';
		try {
			[$text, $isError] = $this->execute($this->tools->words('top', ['run' => basename($name)]), $id);
		} catch (Problem $problem) {
			[$text, $isError] = [$problem->getMessage(), true];
		}
		if ($isError) {
			throw new RpcError(RpcError::RESOURCE, trim(strtok($text, "\n") ?: 'there is no such run'));
		}

		return ['contents' => [['uri' => $uri, 'mimeType' => 'text/plain', 'text' => $text]]];
	}
}
