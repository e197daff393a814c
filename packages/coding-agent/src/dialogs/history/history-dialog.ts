import type { HistoryEntry } from "@oh-my-pi/pi-session/history-db";
import { fitToWidth } from "@oh-my-pi/pi-tui/text/pad";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { fuzzyFilter } from "@oh-my-pi/pi-tui/widgets/fuzzy";
import type { Dialog } from "../contract/dialog.ts";
import { TextPicker, type TextPickerOptions } from "../parts/text-picker.ts";
import { formatAge } from "../sessions/session-words.ts";

export interface HistoryDialogOptions {
	/** The newest first. */
	readonly recent: readonly HistoryEntry[];
	/** Among all there ever were. */
	readonly search: (query: string) => Promise<readonly HistoryEntry[]>;
	readonly now: () => number;
}

/** Finds an earlier prompt. */
export function historyDialog(options: HistoryDialogOptions): Dialog<string> {
	const { recent, now } = options;
	const title = "Search History";
	return {
		title,
		open: (context) =>
			new TextPicker(picking(options, context.theme), { ...context, done: (entry) => context.done(entry?.prompt) }),
		async plain(lines) {
			const query = (await lines.enter("Search earlier prompts for")) ?? "";
			if (query === "") return undefined;
			const found = matchingPrompts(query, recent, await options.search(query)).slice(0, 20);
			if (found.length > 0) {
				return lines.choose(
					title,
					found.map(({ prompt, createdAt }) => ({
						value: prompt,
						label: prompt.replace(/\s+/g, " "),
						description: formatAge(createdAt * 1000, now()),
					})),
				);
			}
			lines.say("Nothing was found.");
			return undefined;
		},
	};
}

function picking({ recent, search, now }: HistoryDialogOptions, theme: Theme): TextPickerOptions<HistoryEntry> {
	return {
		find: (query) => matchingPrompts(query, recent),
		findMore: async (query) => matchingPrompts(query, recent, await search(query)),
		textOf: ({ prompt }) => prompt,
		draw({ prompt, createdAt }, isSelected, room) {
			const age = formatAge(createdAt * 1000, now());
			const columns = Math.max(1, room - visibleWidth(age) - 2);
			const text = truncateToWidth(plainText(prompt).replace(/\s+/g, " "), columns, theme.symbol("text.ellipsis"));
			return `${fitToWidth(isSelected ? theme.accent(text) : text, columns)}  ${theme.dim(age)}`;
		},
		emptyText: (query) => (query === "" ? "No prompts yet" : "No matches"),
		verb: "insert",
		maxRows: 10,
		previewRows: 4,
		// Again the key that opened it: one further back.
		downAction: "app.history.search",
	};
}

/** Prompts with all the words, newest first, then what comes close; each prompt once. */
function matchingPrompts(
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
