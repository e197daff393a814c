import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Session } from "../../../app/compose-session.ts";
import type { Status } from "../status/status.ts";
import { thinkingBorder } from "../status/thinking-border.ts";
import { commandCompletions } from "./command-completions.ts";
import { firstCompletion } from "./completion-sources.ts";
import type { ComposerSession } from "./composer.ts";
import { fileCompletions } from "./file-completions.ts";
import { projectFiles } from "./project-files.ts";
import { PromptRecall } from "./prompt-recall.ts";

/** A session's status line, earlier prompts, commands and files, for the composer. */
export function composerSession(
	session: Session,
	status: Pick<Status, "line">,
	theme: Theme,
	onSubmit: (text: string) => void,
): ComposerSession {
	const { host, conversation, log, agentDir, folder } = session;
	const files = projectFiles(() => folder.path, host.env, host.now);
	return {
		status: (width, border) => status.line(width, border),
		border: () => thinkingBorder(conversation.thinkingLevel, theme),
		isFresh: () => conversation.messages.length === 0,
		completions: firstCompletion([commandCompletions(session), fileCompletions(files)]),
		recall: new PromptRecall(agentDir, host, log.id),
		onSubmit,
	};
}
