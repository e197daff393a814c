import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Style, Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Registry } from "@oh-my-pi/pi-utils/registry";
import { narrowing, type StatusLayout } from "./presets.data.ts";
import type { StatusFacts, StatusSegment } from "./segments/segment.ts";
import { SegmentOptions } from "./segments/segment-options.ts";

export interface StatusLineStyle {
	readonly theme: Theme;
	readonly segments: Pick<Registry<StatusSegment>, "get" | "values">;
	readonly layout: StatusLayout;
	/** One of the names of `statusLine.separator`. */
	readonly separator: string;
	readonly isTransparent: boolean;
	readonly segmentOptions: Readonly<Record<string, unknown>>;
	/** For the line between what stands left and what stands right. */
	readonly gap: Style;
}

/** As many segments as the width has room for: some at the left end, some at the right, a line between them. */
export function statusLine(facts: StatusFacts, baseStyle: StatusLineStyle, width: number): string {
	const unnamed = unnamedSegments(baseStyle);
	const style = { ...baseStyle, layout: withSegments(baseStyle.layout, unnamed) };
	const dropped = new Set<string>();
	const shortened = new Set<string>();
	let line = compose(facts, style, { dropped, shortened });
	for (const step of [{ drop: unnamed.map(({ name }) => name) }, ...narrowing]) {
		if (widthOf(line) <= width) break;
		if ("drop" in step) for (const name of step.drop) dropped.add(name);
		else shortened.add(step.shorten);
		line = compose(facts, style, { dropped, shortened });
	}
	if (line.right === "") return line.left;
	const fill = style.theme.symbol("boxRound.horizontal").repeat(Math.max(0, width - widthOf(line)));
	return line.left + style.gap(fill) + line.right;
}

/** Segments that the layout does not name, but that ask for a side. */
function unnamedSegments({ layout, segments }: StatusLineStyle): readonly StatusSegment[] {
	const named = new Set([...layout.left, ...layout.right]);
	return segments.values().filter(({ name, side }) => side !== undefined && !named.has(name));
}

function withSegments({ left, right }: StatusLayout, added: readonly StatusSegment[]): StatusLayout {
	const on = (side: "left" | "right") => added.filter((segment) => segment.side === side).map(({ name }) => name);
	return { left: [...left, ...on("left")], right: [...right, ...on("right")] };
}

interface Sides {
	readonly left: string;
	readonly right: string;
}

interface Narrowed {
	readonly dropped: ReadonlySet<string>;
	readonly shortened: ReadonlySet<string>;
}

function compose(facts: StatusFacts, style: StatusLineStyle, { dropped, shortened }: Narrowed): Sides {
	const { theme, layout, segments, segmentOptions } = style;
	const separators = separatorsNamed(style.separator, theme);
	const side = (names: readonly string[], separator: string) =>
		names
			.filter((name) => !dropped.has(name))
			.flatMap((name) => {
				const options = new SegmentOptions(segmentOptions, name);
				const text = segments.get(name)?.render(facts, { theme, options, isShort: shortened.has(name) });
				return text === undefined ? [] : [text];
			})
			.join(theme.statusLineSep(separator));
	const left = side(layout.left, separators.left);
	const right = side(layout.right, separators.right);
	return { left: left && block(left, style, "left"), right: right && block(right, style, "right") };
}

/** On the line's own background, with a cap towards the gap. */
function block(text: string, { theme, isTransparent }: StatusLineStyle, side: "left" | "right"): string {
	if (isTransparent) return ` ${text} `;
	const body = theme.statusLineBg(` ${text} `);
	const cap = asForeground(theme.statusLineBg)(
		theme.symbol(side === "left" ? "statusLine.capLeft" : "statusLine.capRight"),
	);
	return side === "left" ? body + cap : cap + body;
}

/** A cap goes on in the color on which the text before it stands. */
function asForeground(background: Style): Style {
	return (text) => background(text).replace("\x1b[48;", "\x1b[38;").replace("\x1b[49m", "\x1b[39m");
}

function widthOf({ left, right }: Sides): number {
	return visibleWidth(left) + visibleWidth(right);
}

/** What stands between segments on the left and, mirrored, on the right. */
interface Separators {
	readonly left: string;
	readonly right: string;
}

function separatorsNamed(name: string, theme: Theme): Separators {
	switch (name) {
		case "powerline":
			return spaced(
				theme.symbol("statusLine.capLeft") || theme.symbol("statusLine.separator"),
				theme.symbol("statusLine.capRight") || theme.symbol("statusLine.separatorRight"),
			);
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
