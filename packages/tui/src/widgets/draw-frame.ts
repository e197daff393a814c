import { fitToWidth } from "../text/pad.ts";
import { truncateToWidth } from "../text/truncate.ts";
import { visibleWidth } from "../text/visible-width.ts";
import type { Style, Theme } from "../theme/theme.ts";

export interface FrameSection {
	/** Shown in the line above the section. */
	readonly title?: string;
	/** At most `frameInnerWidth(width)` columns each. */
	readonly rows: readonly string[];
}

/** Columns for content inside a frame. */
export function frameInnerWidth(width: number): number {
	return Math.max(1, width - 4);
}

/** A box with a title in its top edge and sections separated by lines, which can have titles, too. */
export function drawFrame(
	sections: readonly FrameSection[],
	options: { readonly width: number; readonly theme: Theme; readonly border?: Style },
): string[] {
	const { width, theme } = options;
	const border = options.border ?? theme.border;
	const vertical = border(theme.symbol("boxRound.vertical"));
	const rows: string[] = [];
	for (const [index, section] of sections.entries()) {
		const left = theme.symbol(index === 0 ? "boxRound.topLeft" : "boxSharp.teeRight");
		const right = theme.symbol(index === 0 ? "boxRound.topRight" : "boxSharp.teeLeft");
		rows.push(edge(left, right, section.title, width, theme, border));
		for (const row of section.rows) {
			rows.push(`${vertical} ${fitToWidth(row, frameInnerWidth(width))} ${vertical}`);
		}
	}
	const bottom = [theme.symbol("boxRound.bottomLeft"), theme.symbol("boxRound.bottomRight")] as const;
	rows.push(edge(bottom[0], bottom[1], undefined, width, theme, border));
	return rows;
}

function edge(
	left: string,
	right: string,
	title: string | undefined,
	width: number,
	theme: Theme,
	border: Style,
): string {
	const line = theme.symbol("boxRound.horizontal");
	const room = Math.max(0, width - 2);
	if (title === undefined || room < 8) return border(left + line.repeat(room) + right);
	const label = truncateToWidth(title, room - 6, theme.symbol("text.ellipsis"));
	const rest = room - 5 - visibleWidth(label);
	return `${border(left + line.repeat(3))} ${label} ${border(line.repeat(Math.max(0, rest)) + right)}`;
}
