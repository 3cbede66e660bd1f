import { pathTo } from "../data/tree.ts";
import { count } from "../look/units.ts";
import { factsOf } from "./hover-line.tsx";
import type { Said } from "./input.ts";

type Props = Parameters<typeof factsOf>[0] & {
	said: Said | null;
	/** The frame that a key led to; -1: the zoomed one. */
	moved: number | null;
	root: number;
};

/** Says what a double click did, and to a screen reader where a key led. */
export function Status({ said, moved, ...props }: Props) {
	return (
		<p
			role="status"
			aria-live="polite"
			aria-atomic="true"
			class={said ? "hover" : "offscreen"}
			style={
				said
					? {
							left: `${Math.min(said.clientX, innerWidth - 190)}px`,
							top: `${said.clientY - 36}px`,
						}
					: {}
			}
		>
			{said?.text ?? (moved !== null && <Moved {...props} to={moved} />)}
		</p>
	);
}

function Moved({ to, root, ...props }: Omit<Props, "said" | "moved"> & { to: number }) {
	const node = to < 0 ? root : to;
	const [name, ...facts] = factsOf(props, node);
	return (
		<>
			{to < 0 && "zoomed to "}
			<bdi>{name}</bdi>, {facts.join(", ")}, depth {count(pathTo(props.picture.tree, node).length)}
		</>
	);
}
