import type { HistoryEntry } from "@oh-my-pi/pi-session/history-db";
import { fuzzyFilter } from "@oh-my-pi/pi-tui/widgets/fuzzy";

/** Prompts with all the words, newest first, then what comes close; each prompt once. */
export function matchingPrompts(
	query: string,
	recent: readonly HistoryEntry[],
	older: readonly HistoryEntry[] = [],
): readonly HistoryEntry[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	const literal = [...recent, ...older].filter(({ prompt }) => {
		const text = prompt.toLowerCase();
		return words.every((word) => text.includes(word));
	});
	const near = words.length === 0 ? [] : fuzzyFilter(query, recent, ({ prompt }) => prompt);
	const byPrompt = new Map<string, HistoryEntry>();
	for (const entry of [...literal.toSorted((a, b) => b.id - a.id), ...near]) {
		if (!byPrompt.has(entry.prompt)) byPrompt.set(entry.prompt, entry);
	}
	return [...byPrompt.values()];
}
