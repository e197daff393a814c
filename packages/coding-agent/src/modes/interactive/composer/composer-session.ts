import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { composerSettings, inputSettings } from "../../../settings/sections/input.ts";
import { restoreDraft, saveDraft } from "../keep-draft.ts";
import type { Mode } from "../mode.ts";
import type { Status } from "../status/status.ts";
import { thinkingBorder } from "../status/thinking-border.ts";
import { commandCompletions } from "./command-completions.ts";
import { firstCompletion } from "./completion-sources.ts";
import type { ComposerSession } from "./composer.ts";
import { draftActions } from "./draft-actions.ts";
import { emojiCompletions } from "./emoji-completions.ts";
import { fileCompletions } from "./file-completions.ts";
import { magicMarks } from "./magic-marks.ts";
import { pathCompletions } from "./path-completions.ts";
import { projectFiles } from "./project-files.ts";
import { promptActions } from "./prompt-actions.ts";
import { PromptRecall } from "./prompt-recall.ts";
import { takeImage, takePaste } from "./take-paste.ts";

/** A session's status line, earlier prompts, commands and files, for the composer. */
export function composerSession(mode: Mode, status: Pick<Status, "line" | "accent">, theme: Theme): ComposerSession {
	const { session } = mode;
	const { host, conversation, log, agentDir, folder, settings } = session;
	const files = projectFiles(() => [folder.path, ...(session.log.header.additionalDirectories ?? [])], host.now);
	const recall = new PromptRecall(agentDir, host, log.id);
	restoreDraft(mode.draft, session);
	return {
		status: (width, border) => status.line(width, border),
		border: () => status.accent ?? thinkingBorder(conversation.thinkingLevel, theme),
		isFresh: () => conversation.messages.length === 0,
		completions: firstCompletion([
			commandCompletions(session),
			fileCompletions(files),
			promptActions(draftActions(mode)),
			emojiCompletions(() => settings.get(inputSettings.emojiAutocomplete)),
			pathCompletions({ cwd: () => folder.path, home: host.home }),
		]),
		recall,
		marks: (line) => magicMarks(line, settings),
		takePaste: (text) => takePaste(text, mode),
		takeImage: (bytes) => takeImage(bytes, mode),
		recallsDrafts: () => settings.get(composerSettings.recallClearedDrafts),
		async close() {
			saveDraft(mode.draft, session);
			await recall.close();
		},
		onSubmit: (text, images) => void mode.submit(text, images.length > 0 ? { images } : {}),
	};
}
