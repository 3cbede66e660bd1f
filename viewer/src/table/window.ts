import { isTouched } from "../look/touch.ts";

export const ROW_PX = isTouched() ? 40 : 24;

/** Browsers cut elements at about 17 million pixels. Beyond this a pixel of the scroll bar is more than one. */
export const ROOM_PX = 8_000_000;

interface Window {
	first: number;
	count: number;
	/** How much of the first row is above the window. */
	shift: number;
}

/**
 * Which rows are in sight. The table sticks to the window and these rows are drawn in it, so that the browser
 * never scrolls past what is drawn: a late frame shows old rows for an instant, not a gap.
 */
export function windowOf(top: number, height: number, rows: number): Window {
	const whole = rows * ROW_PX;
	const wanted = whole <= ROOM_PX ? top : (top / (ROOM_PX - height)) * (whole - height);
	const y = Math.max(0, Math.min(wanted, whole - height));
	const first = Math.floor(y / ROW_PX);
	const count = Math.max(0, Math.min(rows - first, Math.ceil(height / ROW_PX) + 1));
	return { first, count, shift: y - first * ROW_PX };
}

/** The scroll position from which a row is in sight; null: it is already. */
export function scrolledTo(row: number, top: number, height: number, rows: number): number | null {
	const whole = rows * ROW_PX;
	const window = windowOf(top, height, rows);
	const now = window.first * ROW_PX + window.shift;
	const y = row * ROW_PX;
	if (y >= now && y + ROW_PX <= now + height) {
		return null;
	}
	const isNear = y > now - 3 * ROW_PX && y < now + height + 3 * ROW_PX;
	const wanted = !isNear ? y - height / 2 : y < now ? y : y + ROW_PX - height;
	const to = Math.max(0, Math.min(wanted, whole - height));
	return whole <= ROOM_PX ? to : (to / (whole - height)) * (ROOM_PX - height);
}

/** The row that a key leads to; null: the key does not move. page: rows in sight. */
export function rowAfterKey(key: string, row: number, rows: number, page: number): number | null {
	const last = rows - 1;
	const to: Record<string, number> = {
		ArrowDown: row + 1,
		ArrowUp: row - 1,
		PageDown: row + page,
		PageUp: row - page,
		Home: 0,
		End: last,
	};
	return key in to ? Math.max(0, Math.min(to[key]!, last)) : null;
}
