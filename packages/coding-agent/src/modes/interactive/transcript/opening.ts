import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Session } from "../../../app/compose-session.ts";
import { version } from "../../../cli/version.ts";
import { startupSettings } from "../../../settings/sections/appearance.ts";
import { welcome } from "../welcome.ts";
import type { Block } from "./block.ts";
import { withTokensAfter } from "./compaction-watch.ts";
import { recentBlocks } from "./replay.ts";
import type { TranscriptPanel } from "./transcript-panel.ts";

/** A lower window has no room to spare for a greeting. */
const minWelcomeRows = 20;

/** What the transcript begins with: the end of a resumed session, or a greeting. */
export function openTranscript(panel: TranscriptPanel, session: Session, theme: Theme, rows: number): void {
	const { conversation, settings, host } = session;
	if (conversation.messages.length > 0) {
		panel.append(historyBlocks(session, () => panel.newId()));
		return;
	}
	if (settings.get(startupSettings.quiet) || rows < minWelcomeRows) return;
	const { model } = conversation;
	const facts = { version, modelName: model?.name, provider: model?.provider, cwd: host.cwd };
	panel.transcript.append(welcome(facts, theme), { settled: true });
}

/** The end of what was said in a session. */
export function historyBlocks({ conversation }: Session, newId: () => string): readonly Block[] {
	return withTokensAfter(recentBlocks(conversation.messages, newId), conversation);
}
