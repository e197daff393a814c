import { estimateText } from "../context/estimate-tokens.ts";
import type { Passage } from "./serialize.ts";

const droppedOutput = "[tool output dropped to make room]";

/** The passages as one text within a budget: the oldest tool output goes first, then the oldest passages. */
export function fitPassages(passages: readonly Passage[], maxTokens: number): string {
	const kept = passages.map(({ text }) => text);
	const sizes = kept.map(tokensOf);
	let total = sizes.reduce((sum, size) => sum + size, 0);
	for (let index = 0; index < kept.length && total > maxTokens; index++) {
		if (passages[index]?.kind !== "tool-output") continue;
		total -= (sizes[index] ?? 0) - tokensOf(droppedOutput);
		sizes[index] = tokensOf(droppedOutput);
		kept[index] = droppedOutput;
	}
	let first = 0;
	// The last one stays in any case: a summary of nothing is of no use.
	while (total > maxTokens && first < kept.length - 1) total -= sizes[first++] ?? 0;
	const omitted = first === 0 ? [] : [`[${first} earlier passages left out to make room]`];
	return [...omitted, ...kept.slice(first)].join("\n\n");
}

/** With the blank line that follows. */
function tokensOf(text: string): number {
	return estimateText(text) + 1;
}
