import { withoutNamespace } from "../look/names.ts";

/** Control characters and those that turn the direction of writing: a name could look like another one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Fits names into frames: whole, else without the namespace, else without the class, else cut. */
export class TextFitter {
	private static readonly known = new WeakMap<CanvasRenderingContext2D, TextFitter>();
	private readonly widths = new Map<string, number>();

	private constructor(private readonly widthOf: (text: string) => number) {}

	/** With the font that the context has. */
	static of(context: CanvasRenderingContext2D): TextFitter {
		let fitter = TextFitter.known.get(context);
		if (!fitter) {
			fitter = new TextFitter((text) => context.measureText(text).width);
			TextFitter.known.set(context, fitter);
		}
		return fitter;
	}

	/** For tests. */
	static with(widthOf: (text: string) => number): TextFitter {
		return new TextFitter(widthOf);
	}

	fit(name: string, width: number): string {
		let text = name.slice(0, 400).replace(UNSEEN, "\ufffd");
		for (const shorter of [text, withoutNamespace(text), withoutClass(text)]) {
			text = shorter;
			if (this.width(text) <= width) {
				return text;
			}
		}
		return this.cut(text, width);
	}

	private cut(text: string, width: number): string {
		let room = width - this.width("…");
		let end = 0;
		while (end < text.length && room >= 0) {
			room -= this.width(text[end]!);
			end++;
		}
		return end > 2 ? `${text.slice(0, end - 1)}…` : "";
	}

	/** By the widths of single characters: near enough, and known after some frames. */
	private width(text: string): number {
		let sum = 0;
		for (let i = 0; i < text.length; i++) {
			const letter = text[i]!;
			let width = this.widths.get(letter);
			if (width === undefined) {
				width = this.widthOf(letter);
				this.widths.set(letter, width);
			}
			sum += width;
		}
		return sum;
	}
}

/** "{Cart.php:12}" of "{closure:src/Cart.php:12}". */
function withoutClass(name: string): string {
	const short = withoutNamespace(name).replace(/\{closure:(?:[^{]*[\\/])?/, "{");
	const at = short[0] === "{" ? -1 : short.lastIndexOf("::");
	return at >= 0 && at + 2 < short.length ? short.slice(at + 2) : short;
}
