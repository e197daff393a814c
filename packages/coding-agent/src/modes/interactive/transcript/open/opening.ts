import { describeChord } from "@oh-my-pi/pi-tui/input/chord";
import { startupSettings } from "../../../../settings/sections/screen/appearance.ts";
import { displaySettings } from "../../../../settings/sections/screen/display.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import { showWelcome, type WelcomeSources } from "../../welcome/welcome.ts";
import type { TranscriptPanel } from "../draw/transcript-panel.ts";
import type { Block } from "../reduce/block.ts";
import { withTokensAfter } from "../reduce/compaction-watch.ts";
import { recentBlocks } from "../reduce/replay.ts";

/** A lower window has no room to spare for a greeting. */
const minWelcomeRows = 20;

/** What the transcript begins with: the end of a resumed session, or a greeting. `load` brings what can wait. */
export function openTranscript(
	panel: TranscriptPanel,
	sources: WelcomeSources & { readonly rows: number },
): { load(): Promise<void> } {
	const { session, rows } = sources;
	const { conversation, settings } = session;
	if (conversation.messages.length > 0) {
		showHistory(panel, sources);
		return nothing;
	}
	if (settings.get(startupSettings.quiet) || rows < minWelcomeRows) return nothing;
	return showWelcome(panel.transcript, sources);
}

const nothing = { load: async () => {} };

/** Adds the end of what was said in a session, below a heading when it has one. */
export function showHistory(
	panel: TranscriptPanel,
	{ session, keymap }: Pick<WelcomeSources, "session" | "keymap">,
	heading: readonly Block[] = [],
): void {
	const showAllKey = describeChord(keymap.chordsFor("app.display.reset")[0] ?? "");
	const { blocks, isPart } = historyBlocks(session, () => panel.newId(), showAllKey);
	panel.append([...heading, ...blocks], { isPart });
}

/** The end of what was said in a session, and whether there is more. */
export function historyBlocks(
	{ conversation, log, settings }: Pick<OpenedConversation, "conversation" | "log" | "settings">,
	newId: () => string,
	showAllKey?: string,
): { readonly blocks: readonly Block[]; readonly isPart: boolean } {
	const isFolded = settings.get(displaySettings.collapseCompacted);
	// What was compacted is still in the log, in its place before the summary.
	const messages = isFolded ? conversation.messages : log.context({ transcript: true }).messages;
	const { blocks, isPart } = recentBlocks(messages, newId, showAllKey);
	const hidesMore = isFolded && messages.some(({ role }) => role === "compactionSummary");
	return { blocks: withTokensAfter(blocks, conversation), isPart: isPart || hidesMore };
}
