import type { ComponentChildren, JSX } from "preact";

/** Deeper levels are not moved further: the name must keep room. */
const MOST_LEVELS = 32;
const LEVEL_PX = 14;

/** The first cell of a tree's row: moved by its level, with a handle if there is something to open. */
export function Twig(props: {
	level: number;
	isOpen: boolean | undefined;
	toggle: () => void;
	children: ComponentChildren;
}): JSX.Element {
	const { level, isOpen, toggle, children } = props;
	const left = LEVEL_PX * (Math.min(level, MOST_LEVELS) - 1);
	return (
		<span class="twig" style={{ paddingLeft: `min(${left}px, var(--most, 40%))` }}>
			<span
				class={`twig-mark${isOpen === undefined ? " leaf" : ""}`}
				aria-hidden="true"
				onClick={(event) => {
					event.stopPropagation();
					toggle();
				}}
			>
				{isOpen === undefined ? "" : isOpen ? "▾" : "▸"}
			</span>
			{level > MOST_LEVELS && <span class="twig-level">{level}</span>}
			{children}
		</span>
	);
}
