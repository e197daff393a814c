import type { HistoryEntry } from "@oh-my-pi/pi-session/history-db";
import type { Dialog } from "../dialog.ts";
import { ageOf } from "../sessions/session-words.ts";
import { HistorySearch } from "./history-search.ts";
import { matchingPrompts } from "./matching-prompts.ts";

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
		open: (context) => new HistorySearch(options, context),
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
						description: ageOf(createdAt * 1000, now()),
					})),
				);
			}
			lines.say("Nothing was found.");
			return undefined;
		},
	};
}
