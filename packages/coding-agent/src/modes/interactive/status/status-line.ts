import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { narrowing, type StatusLayout } from "./presets.data.ts";
import type { StatusFacts } from "./segment.ts";
import { SegmentOptions } from "./segment-options.ts";
import { statusSegments } from "./segments.ts";
import { separatorsNamed } from "./separators.ts";

export interface StatusLook {
	readonly theme: Theme;
	readonly layout: StatusLayout;
	/** One of the names of `statusLine.separator`. */
	readonly separator: string;
	readonly isTransparent: boolean;
	readonly segmentOptions: Readonly<Record<string, unknown>>;
	/** For the line between what stands left and what stands right. */
	readonly gap: Style;
}

/** As many segments as the width has room for: some at the left end, some at the right, a line between them. */
export function statusLine(facts: StatusFacts, look: StatusLook, width: number): string {
	const dropped = new Set<string>();
	const shortened = new Set<string>();
	let line = compose(facts, look, { dropped, shortened });
	for (const step of narrowing) {
		if (widthOf(line) <= width) break;
		if ("drop" in step) for (const name of step.drop) dropped.add(name);
		else shortened.add(step.shorten);
		line = compose(facts, look, { dropped, shortened });
	}
	if (line.right === "") return line.left;
	const fill = look.theme.symbol("boxRound.horizontal").repeat(Math.max(0, width - widthOf(line)));
	return line.left + look.gap(fill) + line.right;
}

interface Sides {
	readonly left: string;
	readonly right: string;
}

interface Narrowed {
	readonly dropped: ReadonlySet<string>;
	readonly shortened: ReadonlySet<string>;
}

function compose(facts: StatusFacts, look: StatusLook, { dropped, shortened }: Narrowed): Sides {
	const { theme, layout, segmentOptions } = look;
	const separators = separatorsNamed(look.separator, theme);
	const side = (names: readonly string[], separator: string) =>
		names
			.filter((name) => !dropped.has(name))
			.flatMap((name) => {
				const options = new SegmentOptions(segmentOptions, name);
				const text = statusSegments.get(name)?.render(facts, { theme, options, isShort: shortened.has(name) });
				return text === undefined ? [] : [text];
			})
			.join(theme.statusLineSep(separator));
	const left = side(layout.left, separators.left);
	const right = side(layout.right, separators.right);
	return { left: left && block(left, look, "left"), right: right && block(right, look, "right") };
}

/** On the line's own background, with a cap towards the gap. */
function block(text: string, { theme, isTransparent }: StatusLook, side: "left" | "right"): string {
	if (isTransparent) return ` ${text} `;
	const body = theme.statusLineBg(` ${text} `);
	const cap = asForeground(theme.statusLineBg)(
		theme.symbol(side === "left" ? "statusLine.capLeft" : "statusLine.capRight"),
	);
	return side === "left" ? body + cap : cap + body;
}

/** A cap goes on in the colour on which the text before it stands. */
function asForeground(background: Style): Style {
	return (text) => background(text).replace("\x1b[48;", "\x1b[38;").replace("\x1b[49m", "\x1b[39m");
}

function widthOf({ left, right }: Sides): number {
	return visibleWidth(left) + visibleWidth(right);
}
