import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { CompletionProvider } from "@oh-my-pi/pi-tui/widgets/editor/completions";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { once } from "@oh-my-pi/pi-utils/once";
import type { Commands } from "../../../commands/commands.ts";
import type { Draft, ScreenPorts } from "../../../commands/contract/screen-ports.ts";
import { findUserKeyPlaces } from "../../../process/user-key-places.ts";
import { composerSettings, inputSettings } from "../../../settings/sections/screen/input.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { queuedTexts } from "../input/queued-texts.ts";
import type { Status } from "../status/status.ts";
import { thinkingBorder } from "../status/thinking-border.ts";
import { commandCompletions } from "./completions/command-completions.ts";
import { emojiCompletions } from "./completions/emoji-completions.ts";
import { fileCompletions } from "./completions/file-completions.ts";
import { pathCompletions } from "./completions/path-completions.ts";
import { projectFiles } from "./completions/project-files.ts";
import { draftActions, promptActions } from "./completions/prompt-actions.ts";
import type { ComposerSession } from "./composer.ts";
import { magicMarks } from "./magic-marks.ts";
import { takeImage, takePaste } from "./paste/take-paste.ts";
import { PromptRecall } from "./prompt-recall.ts";

export interface ComposerSources {
	readonly session: OpenedConversation;
	readonly commands: Commands;
	readonly ports: ScreenPorts;
	readonly status: Pick<Status, "line" | "accent">;
	readonly theme: Theme;
}

/** A session's status line, earlier prompts, commands and files, for the composer. */
export function composerSession({ session, commands, ports, status, theme }: ComposerSources): ComposerSession {
	const { host, conversation, log, agentDir, folder, settings } = session;
	const { draft, submit } = ports;
	const keyPlaces = once(() => findUserKeyPlaces(host, agentDir));
	const files = projectFiles(
		() => [folder.path, ...(session.log.header.additionalDirectories ?? [])],
		host.now,
		() => ({ home: host.home, keyPlaces: keyPlaces() }),
	);
	const recall = new PromptRecall(agentDir, host, log.id);
	restoreDraft(draft, session);
	return {
		status: (width, border) => status.line(width, border),
		border: () => status.accent ?? thinkingBorder(conversation.thinkingLevel, theme),
		isFresh: () => conversation.messages.length === 0,
		completions: firstCompletion([
			commandCompletions(session, commands, ports),
			fileCompletions(files, { cwd: () => folder.path, home: host.home, keyPlaces }),
			promptActions(draftActions(ports)),
			emojiCompletions(() => settings.get(inputSettings.emojiAutocomplete)),
			pathCompletions({ cwd: () => folder.path, home: host.home }),
		]),
		recall,
		marks: (line) => magicMarks(line, settings),
		takePaste: (text) => takePaste(text, session, ports),
		takeImage: (bytes) => takeImage(bytes, session, ports),
		recallsDrafts: () => settings.get(composerSettings.recallClearedDrafts),
		async close() {
			saveDraft(draft, session);
			await recall.close();
		},
		onSubmit: (text, images) => void submit(text, images.length > 0 ? { images } : {}),
	};
}

/** What was queued and not delivered is kept with the session, and behind it the draft; nothing is left of what was sent. */
function saveDraft(draft: Pick<Draft, "expandedText">, { log, conversation }: OpenedConversation): void {
	try {
		const { steering, followUps } = queuedTexts(conversation.queue.waiting);
		log.saveDraft([...steering, ...followUps, draft.expandedText].filter(Boolean).join("\n\n"));
	} catch (error) {
		const why = errorMessage(error);
		conversation.notify("warning", `The draft could not be saved: ${why}`);
	}
}

/** Puts back the draft with which the session was left, unless something is there already. */
function restoreDraft(draft: Pick<Draft, "isEmpty" | "setText">, { log }: OpenedConversation): void {
	if (!draft.isEmpty) return;
	const text = log.consumeDraft();
	if (text) draft.setText(text);
}

/** Asks each source in turn; the first that has something to say is shown. */
function firstCompletion(sources: readonly CompletionProvider[]): CompletionProvider {
	return {
		async complete(request) {
			for (const source of sources) {
				const list = await source.complete(request);
				if (list || request.signal.aborted) return list;
			}
			return undefined;
		},
	};
}
