import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Panel } from "./panel.ts";

/** The models one goes through with a key, for a moment: `smol ┆ default ◀ slow ▶`. */
export const modelChipsPanel: Panel = ({ display, theme }) => {
	let drawn: { readonly key: unknown; readonly width: number; readonly rows: readonly string[] } | undefined;
	return {
		render(width) {
			const chips = display.modelChips;
			if (!chips || chips.names.length === 0) return nothing;
			if (drawn?.key === chips && drawn.width === width) return drawn.rows;
			const names = chips.names.map((name, index) =>
				index === chips.current ? theme.bold(theme.accent(`◀ ${name} ▶`)) : theme.muted(name),
			);
			const row = ` ${names.join(theme.dim(" ┆ "))}`;
			drawn = { key: chips, width, rows: [truncateToWidth(row, width, theme.symbol("text.ellipsis"))] };
			return drawn.rows;
		},
		invalidate() {
			drawn = undefined;
		},
	};
};

const nothing: readonly string[] = [];
