import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Panel } from "./panel.ts";

/** The models one goes through with a key, for a moment: `smol ┆ default ◀ slow ▶`. */
export const modelCyclePanel: Panel = ({ display, theme }) => {
	let drawn: { readonly key: unknown; readonly width: number; readonly rows: readonly string[] } | undefined;
	return {
		render(width) {
			const shown = display.modelCycle;
			if (!shown || shown.names.length === 0) return nothing;
			if (drawn?.key === shown && drawn.width === width) return drawn.rows;
			const names = shown.names.map((name, index) =>
				index === shown.current ? theme.bold(theme.accent(`◀ ${name} ▶`)) : theme.muted(name),
			);
			const row = ` ${names.join(theme.dim(" ┆ "))}`;
			drawn = { key: shown, width, rows: [truncateToWidth(row, width, theme.symbol("text.ellipsis"))] };
			return drawn.rows;
		},
		invalidate() {
			drawn = undefined;
		},
	};
};

const nothing: readonly string[] = [];
