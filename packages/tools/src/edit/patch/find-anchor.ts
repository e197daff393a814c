import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { closestWindow, comparable } from "../match/similar-window.ts";

/** The line an anchor names: one that reads so, or else the only one that holds it. The search goes on from there. */
export function findAnchor(
	lines: readonly string[],
	anchor: string,
	from: number,
	options: {
		path: string /** It may also stand above what an earlier hunk changed, and so hold for this one too. */;
		mayBeAbove: boolean;
	},
): number {
	const { path, mayBeAbove } = options;
	for (const form of [asIs, trimmed, comparable]) {
		const wanted = form(anchor);
		const at = indexFrom(lines, from, (line) => form(line) === wanted);
		if (at !== -1) return at;
	}
	const holding = allFrom(lines, from, (line) => line.includes(anchor));
	const [only] = holding;
	if (only !== undefined && holding.length === 1) return only;
	if (holding.length > 1) {
		const places = holding.slice(0, 5).map((index) => index + 1);
		throw new ToolError(
			`Found multiple matches for the anchor ${JSON.stringify(anchor)} in ${path}, at lines ${places.join(", ")}. Give the whole line.`,
		);
	}
	if (mayBeAbove && lines.slice(0, from).some((line) => line.includes(anchor.trim()))) return from;
	const closest = closestWindow(lines, [anchor]);
	const near = closest && lines[closest.start];
	const hint = near ? ` The nearest line is ${closest.start + 1}: ${JSON.stringify(near.trim().slice(0, 120))}.` : "";
	throw new ToolError(`Could not find the anchor ${JSON.stringify(anchor)} in ${path}.${hint}`);
}

const asIs = (line: string) => line;
const trimmed = (line: string) => line.trim();

function indexFrom(lines: readonly string[], from: number, isWanted: (line: string) => boolean): number {
	for (let index = from; index < lines.length; index++) if (isWanted(lines[index] ?? "")) return index;
	return -1;
}

function allFrom(lines: readonly string[], from: number, isWanted: (line: string) => boolean): number[] {
	const found: number[] = [];
	for (let index = from; index < lines.length; index++) if (isWanted(lines[index] ?? "")) found.push(index);
	return found;
}
