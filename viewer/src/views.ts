import { FlameView } from "./flame/flame.tsx";
import type { View } from "./shell/view.ts";

/** The tabs, in their order. A view is one folder or file; nothing else names it. */
export const VIEWS: View[] = [
	{
		id: "flame",
		name: "Flame",
		key: "g",
		has: (report) => report.kind !== "heap",
		Component: FlameView,
	},
];
