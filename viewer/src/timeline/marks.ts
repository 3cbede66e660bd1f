/** What happened at a time and is no call, such as an exception. */
export interface Mark {
	/** Nanoseconds since the start of the run. */
	at: number;
	kind: string;
	text: string;
}

/** Marks so near to each other that they are drawn as one. */
export interface Sight {
	/** Percent of the part of time that is shown. */
	left: number;
	marks: Mark[];
}

/** Of a strip, so that a number of them costs no more than its width. */
const STEPS = 200;

/** Those of the header that can be read. */
export function marksOf(header: { [key: string]: unknown }): Mark[] {
	const times = (header.timeline ?? header.moments) as { marks?: unknown } | undefined;
	const rows = times?.marks;
	const marks: Mark[] = [];
	for (const row of Array.isArray(rows) ? rows : []) {
		const [at, kind, text] = Array.isArray(row) ? row : [];
		if (typeof at === "number" && typeof kind === "string" && typeof text === "string") {
			marks.push({ at, kind, text });
		}
	}
	return marks;
}

export function inSight(marks: Mark[], part: { from: number; to: number }): Sight[] {
	const steps = new Map<number, Mark[]>();
	for (const mark of marks) {
		const share = (mark.at - part.from) / (part.to - part.from);
		if (share >= 0 && share <= 1) {
			const step = Math.floor(share * STEPS);
			steps.set(step, [...(steps.get(step) ?? []), mark]);
		}
	}
	return [...steps].map(([step, marks]) => ({ left: (100 * step) / STEPS, marks }));
}

/** "PDOException 2x, LogicException", the most frequent first. */
export function namesOf(marks: Mark[], most: number): string {
	const counts = new Map<string, number>();
	for (const { text } of marks) {
		counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	const names = [...counts].sort((a, b) => b[1] - a[1]);
	const text = names
		.slice(0, most)
		.map(([name, count]) => (count > 1 ? `${name} ${count}x` : name));
	return text.join(", ") + (names.length > most ? ", …" : "");
}
