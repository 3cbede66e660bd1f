<?php
/* Reads a file, asks SQLite, and makes text by short internal functions. */
function reading(): int
{
	for ($i = $sum = 0; $i < 4; $i++) { $sum += strlen(file_get_contents(__DIR__ . '/file')); }
	return $sum;
}
function asking(): int
{
	return (int) (new PDO('sqlite:' . __DIR__ . '/shop.db'))->query('SELECT sum(a * a) FROM t WHERE a % 7 = 1')
		->fetchColumn();
}
function rendering(): int
{
	for ($i = 0, $text = ''; $i < 3000; $i++) { $text .= trim(str_replace('a', 'b', " banana $i ")); }
	return crc32($text);
}

return ['parts' => ['reading', 'asking', 'rendering'], 'calls' => ['reading' => 1, 'file_get_contents' => 4,
	'asking' => 1, 'PDO::query' => 1, 'rendering' => 1, 'trim' => 3000, 'str_replace' => 3000, 'crc32' => 1]];
