import type { Owner } from "../data/functions.ts";

export type Theme = "light" | "dark";

/** sRGB, each 0 to 255. */
export type Rgb = [number, number, number];

/** Frames have the same lightness, so that one colour of text is legible on all of them. */
const LIGHTNESS = { light: 0.86, dark: 0.42 } as const;

/** Whose code a frame is: own code warm, packages cool (a hue each, by name), PHP grey, files a pale tint. */
export function frameColour(owner: Owner, name: string, theme: Theme, shade = ""): Rgb {
	const lightness = LIGHTNESS[theme];
	const chroma = theme === "light" ? 0.09 : 0.085;
	switch (owner) {
		case "own":
			return oklch(lightness, chroma, 52 + (hash(name) % 34));
		case "vendor":
			return vendorColour(lightness, chroma * 0.75, 175 + (hash(name) % 120), shade);
		case "php":
			return oklch(lightness, 0.004, 260);
		case "file":
			return oklch(theme === "light" ? 0.93 : 0.33, 0.035, 95);
		case "engine":
			return oklch(lightness, chroma * 0.9, 335);
	}
}

/** Beyond it are the colours of finds and of the garbage collector. */
const COOL_MAX = 294;

/** Around the hue of the package, stronger or weaker: a large package has its classes told apart. */
function vendorColour(lightness: number, chroma: number, hue: number, shade: string): Rgb {
	if (shade === "") {
		return oklch(lightness, chroma, hue);
	}
	const by = hash(shade);
	const near = Math.min(COOL_MAX, hue - 24 + ((by >>> 8) % 49));
	return oklch(lightness, chroma * (0.7 + (by % 4) * 0.15), near);
}

/** What the search found. */
export function foundColour(theme: Theme): Rgb {
	return theme === "light" ? [196, 160, 255] : [106, 62, 176];
}

/** -1 … 1: blue shrank, red grew, grey is unchanged. */
export function changeColour(share: number, theme: Theme): Rgb {
	const strength = Math.min(1, Math.sqrt(Math.abs(share)));
	const hue = share > 0 ? 27 : 255;
	const lightness = theme === "light" ? 0.9 - 0.22 * strength : 0.36 + 0.12 * strength;
	return oklch(lightness, 0.004 + 0.15 * strength, hue);
}

/** The same name has the same colour in each report. */
export function hash(text: string): number {
	let sum = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) {
		sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
	}
	return (sum ^ (sum >>> 15)) >>> 0;
}

export function css([red, green, blue]: Rgb): string {
	return `rgb(${red} ${green} ${blue})`;
}

/** Björn Ottosson's OKLCH: equal lightness looks equally light in all hues. */
export function oklch(lightness: number, chroma: number, hue: number): Rgb {
	const a = chroma * Math.cos((hue * Math.PI) / 180);
	const b = chroma * Math.sin((hue * Math.PI) / 180);
	const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
	return [
		encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
		encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
		encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
	];
}

function encode(linear: number): number {
	const share = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
	return Math.round(255 * Math.min(1, Math.max(0, share)));
}
