import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";

/** What stands between segments on the left and, mirrored, on the right. */
export interface Separators {
	readonly left: string;
	readonly right: string;
}

export function separatorsNamed(name: string, theme: Theme): Separators {
	switch (name) {
		case "powerline":
			return spaced(theme.symbol("statusLine.capLeft"), theme.symbol("statusLine.capRight"));
		case "slash":
			return spaced("/");
		case "pipe":
			return spaced(theme.symbol("boxSharp.vertical"));
		case "block":
			return spaced(theme.symbol("scrollbar.thumb"));
		case "none":
			return { left: "  ", right: "  " };
		case "ascii":
			return spaced(">", "<");
		default:
			return spaced(theme.symbol("statusLine.separator"), theme.symbol("statusLine.separatorRight"));
	}
}

function spaced(left: string, right = left): Separators {
	return { left: ` ${left} `, right: ` ${right} ` };
}
