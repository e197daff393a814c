import type { Keymap } from "@oh-my-pi/pi-tui/input/keymap";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Session } from "../../../app/compose-session.ts";
import { statusText } from "../status/status-text.ts";
import { Composer } from "./composer.ts";
import { projectFiles } from "./project-files.ts";
import { PromptRecall } from "./prompt-recall.ts";

/** The composer of a session, with its status line, earlier prompts and the project's files. */
export function openComposer(
	session: Session,
	screen: { theme: Theme; keymap: Keymap; rows: () => number; requestRender: () => void },
): { composer: Composer; recall: PromptRecall } {
	const { host, conversation, log, agentDir, folder } = session;
	const recall = new PromptRecall(agentDir, host, log.id);
	const composer = new Composer({
		...screen,
		recall,
		files: projectFiles(() => folder.path, host.env, host.now),
		status: (width) => statusText(conversation, host, screen.theme, width),
		isFresh: () => conversation.messages.length === 0,
	});
	return { composer, recall };
}
