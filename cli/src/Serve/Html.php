<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\JsonName;

/**
 * The frame of all pages of xhprof serve: no script, one style, names as text.
 *
 * @api
 */
final class Html
{
	/** No script and no network. The empty icon keeps a browser from requesting one. */
	public const POLICY = "default-src 'none'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

	private const STYLE = <<<'CSS'
		:root{color-scheme:light dark;--ink:#1c2024;--soft:#5b6470;--line:#dfe3e8;--back:#fff;--band:#f5f7f9;--accent:#0b62c4;--bad:#b42318;--mark:#8a4b00}
		@media(prefers-color-scheme:dark){:root{--ink:#e6e9ed;--soft:#9aa4b1;--line:#2c333c;--back:#14181d;--band:#1b2027;--accent:#6cb0ff;--bad:#ff9b8f;--mark:#e0a458}}
		*{box-sizing:border-box}
		body{margin:0;background:var(--back);color:var(--ink);font:13px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
		header,.filter,.runs,.sums,.before,.chips,.problem,.labels{padding:0 16px}
		h1{font-size:16px;margin:14px 0 2px;overflow-wrap:anywhere}
		p{margin:0 0 10px;color:var(--soft)}
		a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
		.filter{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:end;padding-bottom:12px;border-bottom:1px solid var(--line)}
		label{display:grid;gap:2px;color:var(--soft);font-size:12px}
		label.grow{flex:1 1 14em}
		input,select,button{font:inherit;color:var(--ink);background:var(--back);border:1px solid var(--line);border-radius:6px;padding:5px 8px;min-height:32px;width:100%}
		input[type=checkbox]{width:18px;min-height:18px;height:18px;margin:0;accent-color:var(--accent);vertical-align:middle}
		button{width:auto;background:var(--band);cursor:pointer;padding:5px 14px}
		button:hover{border-color:var(--accent)}
		:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
		table{border-collapse:collapse;width:100%}
		th{position:sticky;top:0;background:var(--back);color:var(--soft);font-weight:500;text-align:left;box-shadow:0 1px 0 var(--line)}
		th,td{padding:6px 10px;white-space:nowrap}
		td{border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
		.n{text-align:right}
		td.uri{width:60%;max-width:0;overflow:hidden;text-overflow:ellipsis}
		td.uri a{font-weight:500}
		.soft,.id{color:var(--soft)}.id{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:12px}
		.bad{color:var(--bad)}
		tbody tr:hover{background:var(--band)}
		.bar{position:sticky;bottom:0;display:flex;gap:16px;align-items:center;flex-wrap:wrap;background:var(--back);padding:10px 0;border-top:1px solid var(--line)}
		.none{padding:32px 0;text-align:center;color:var(--soft)}
		.problem{padding:48px 16px;max-width:60em}
		.label{display:none}h2.label{font-size:13px;margin:0;color:var(--ink);font-weight:600}
		dl{display:flex;flex-wrap:wrap;gap:4px 28px;margin:12px 0 6px}dt{color:var(--soft);font-size:12px}dd{margin:0;font-size:18px;font-variant-numeric:tabular-nums}
		.actions,.chips,.before{display:flex;flex-wrap:wrap;gap:6px 18px;align-items:center}
		.chips,.before{margin:10px 0 0}.chip{border:1px solid var(--line);border-radius:14px;padding:3px 10px;color:var(--ink);overflow-wrap:anywhere;min-width:0}
		.before{padding-top:8px;padding-bottom:8px;background:var(--band);color:var(--ink);overflow-wrap:anywhere}
		.button{border:1px solid var(--accent);border-radius:6px;padding:4px 12px}
		figure{margin:8px 0 4px}figcaption{color:var(--soft);font-size:12px}figcaption span{margin-right:14px}figcaption span::before{content:"";display:inline-block;width:16px;border-top:2px solid var(--accent);vertical-align:middle;margin-right:6px}
		figcaption .high::before{border-color:var(--soft)}figcaption .mark::before{border-top:2px dashed var(--mark)}
		.curve{display:block;overflow:visible}.curve path{fill:none;vector-effect:non-scaling-stroke;stroke-width:2}.curve .low{stroke:var(--accent)}.curve .high{stroke:var(--soft);stroke-width:1.25}
		.curve text{fill:var(--soft);font-size:11px;paint-order:stroke;stroke:var(--back);stroke-width:3px}.curve .grid{stroke:var(--line)}.curve line.mark{stroke:var(--mark);stroke-dasharray:4 3}.curve text.mark{fill:var(--mark)}
		.hit{fill:transparent}a:hover .hit,a:focus-visible .hit{fill:var(--accent);fill-opacity:.14}
		.tabs{display:flex;flex-wrap:wrap;gap:0 4px;border-bottom:1px solid var(--line)}.tabs a{padding:7px 12px;color:var(--soft)}.tabs a[aria-current]{color:var(--ink);font-weight:600;box-shadow:inset 0 -2px 0 var(--accent)}
		.tables{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:16px 32px;align-items:start}.tables section{min-width:0}.more{margin:6px 10px}
		.times{display:flex;gap:2px;align-self:end}.times a{padding:6px 9px;border-radius:6px}.times a[aria-current]{background:var(--band);font-weight:600}
		.share{display:block;margin-top:2px}.share rect{fill:var(--accent);fill-opacity:.55}
		th a{color:inherit;display:block}th[aria-sort] a{color:var(--ink);font-weight:600}
		@media(max-width:800px),(pointer:coarse){input,select,button{min-height:40px}input[type=checkbox]{width:24px;height:24px;min-height:24px}td.pick label{display:grid;place-items:center;width:40px;height:40px}}
		@media(max-width:800px){
			.runs,.filter,header,.sums,.before,.chips,.labels{padding:0 10px}.filter{padding-bottom:10px}.before{padding-top:8px;padding-bottom:8px}.tabs{flex-wrap:nowrap;overflow-x:auto}.tabs a{padding:11px 10px;white-space:nowrap}
			dl{gap:4px 20px}dd{font-size:15px}
			label{flex:1 1 40%}label.grow{flex-basis:100%}.filter button{flex:1}
			thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
			table,tbody{display:block}
			tr{display:grid;grid-template-columns:40px 1fr auto auto;gap:0 10px;padding:8px 0;border-bottom:1px solid var(--line);align-items:center}
			td{border:0;padding:1px 0}
			td.pick{grid-row:1/3}
			td.uri{grid-column:2/5;grid-row:1;width:auto;max-width:none;white-space:normal;overflow-wrap:anywhere;min-width:0}
			td.time{grid-column:2;grid-row:2;color:var(--soft)}td.status{grid-row:2;grid-column:3}td.wall{grid-row:2;grid-column:4;font-weight:600}
			td.host,td.cpu,td.peak,td.mode,td.id{display:none}
			.groups tr{grid-template-columns:40px repeat(4,1fr)}.groups td.uri{grid-column:2/6}.groups td.n{grid-row:2;text-align:left}.groups td.count{grid-column:2}.groups td.p50{grid-column:3}.groups td.p95{grid-column:4}.groups td.total{grid-column:5}
			.groups td.failed,.groups td.slowest,.groups td.cpu{display:none}.label{display:block}span.label{color:var(--soft);font-size:11px}
		}
		CSS;

	/** Any bytes as text of a page, also between quotes in a tag. */
	public static function text(string $text): string
	{
		return htmlspecialchars(JsonName::text($text), ENT_QUOTES | ENT_HTML5, 'UTF-8');
	}

	/** The hash of the style for the policy, so that no other style applies. */
	public static function styleHash(): string
	{
		return 'sha256-' . base64_encode(hash('sha256', self::STYLE, true));
	}

	/**
	 * A whole page.
	 *
	 * @param string $title any bytes
	 * @param string $body HTML, whose texts are from text()
	 */
	public static function page(string $title, string $body): string
	{
		return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
			. "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
			. "<link rel=\"icon\" href=\"data:,\">\n<title>"
			. self::text($title) . "</title>\n<style>" . self::STYLE
			. "</style>\n</head>\n<body>\n$body</body>\n</html>\n";
	}
}
