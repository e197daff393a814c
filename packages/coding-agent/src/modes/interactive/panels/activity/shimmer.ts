import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Host } from "@oh-my-pi/pi-utils/host";

export type Shimmer = "classic" | "kitt" | "disabled";

const glowColumns = 3;
/** Between two passes of the light. */
const darkColumns = 10;

/** A light that wanders over the words: `classic` from left to right, `kitt` there and back. */
export function shimmer(text: string, frame: number, kind: Shimmer, theme: Theme): string {
	if (kind === "disabled") return text;
	const letters = [...text];
	const span = letters.length + darkColumns;
	const position = kind === "classic" ? frame % span : bounce(frame, letters.length);
	const start = Math.max(0, position - glowColumns);
	const end = Math.min(letters.length, position);
	if (start >= end) return text;
	const part = (from: number, to?: number) => letters.slice(from, to).join("");
	return part(0, start) + theme.accent(part(start, end)) + part(end);
}

/** Every picture travels to the terminal; far away or through a multiplexer that is not worth it. */
export function isFarAway(env: Host["env"]): boolean {
	return Boolean(env.SSH_CONNECTION || env.SSH_TTY || env.TMUX || env.STY || env.ZELLIJ);
}

function bounce(frame: number, length: number): number {
	const way = Math.max(1, length + glowColumns);
	const step = frame % (2 * way);
	return step < way ? step : 2 * way - step;
}
