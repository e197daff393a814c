import { hotSpotTable } from "./hot-spots.ts";

/** Where the time went by a report of the macOS `sample` tool; `undefined` for any other text. */
export function sampleSummary(text: string): string | undefined {
	const process = /^Analysis of sampling (.+)$/m.exec(text)?.[1];
	const start = /^Sort by top of stack.*\n/m.exec(text);
	if (process === undefined || !start) return undefined;
	const [section = ""] = text.slice(start.index + start[0].length).split(/\n\s*\n/, 1);
	const spots = section.split("\n").flatMap((line) => {
		const [, name, library = "", count] = /^\s*(.+?)\s+(?:\(in (.+?)\))?\s+(\d+)$/.exec(line) ?? [];
		return name === undefined ? [] : [{ name, place: library, self: Number(count), total: Number(count) }];
	});
	const whole = spots.reduce((sum, { self }) => sum + self, 0);
	const table = hotSpotTable(spots, whole, (value) => `${value} samples`);
	return [`Sampled ${process}: ${whole} samples`, "", table].join("\n");
}
