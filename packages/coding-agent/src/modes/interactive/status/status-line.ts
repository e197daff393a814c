import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { StatusFacts } from "./segment.ts";
import { statusSegments } from "./segments.ts";

/** Too narrow for all: these go first. */
const dropOrder = ["cost", "path", "model", "context_pct"];

/** The segments that fit into the width, in their order, with a space at both ends. */
export function statusLine(facts: StatusFacts, theme: Theme, width: number): string {
	const separator = theme.statusLineSep(` ${theme.symbol("statusLine.separator")} `);
	let segments = statusSegments.flatMap((segment) => {
		const text = segment.render(facts, theme);
		return text === undefined ? [] : [{ name: segment.name, text }];
	});
	const joined = () => segments.map(({ text }) => text).join(separator);
	for (const name of dropOrder) {
		if (visibleWidth(joined()) + 2 <= width) break;
		segments = segments.filter((segment) => segment.name !== name);
	}
	return segments.length > 0 ? ` ${joined()} ` : "";
}
