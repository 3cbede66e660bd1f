<?php
declare(strict_types=1);

namespace XHProf\Cli\Mcp;

/** A request that JSON-RPC answers by an error. */
final class RpcError extends \Exception
{
	public const PARSE = -32700;
	public const REQUEST = -32600;
	public const METHOD = -32601;
	public const PARAMS = -32602;
	public const RESOURCE = -32002;

	public function __construct(int $code, string $message)
	{
		parent::__construct($message, $code);
	}
}
