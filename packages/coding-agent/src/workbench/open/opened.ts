import type { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import { taggedTexts } from "@oh-my-pi/pi-tools/edit/approval-rows";
import type { ChangeJournal } from "@oh-my-pi/pi-tools/files/mutate/change-journal";
import type { SnapshotStore } from "@oh-my-pi/pi-tools/files/snapshots/snapshot-store";
import type { PromptSource } from "../../conversation/prompt/prompt-source.ts";
import type { FileCommands } from "../../file-commands/file-commands.ts";
import type { PendingPreviews } from "../hooks/pending-previews.ts";
import type { OpenedConversation } from "../opened-conversation.ts";
import type { UrlSchemes } from "../urls/url-schemes.ts";
import type { StartNotices } from "./start-notices.ts";
import { type UserShellParts, userShell } from "./user-shell.ts";

interface OpenedParts extends UserShellParts {
	readonly prompt: PromptSource;
	readonly journal: ChangeJournal;
	readonly snapshots: SnapshotStore;
	readonly previews: PendingPreviews;
	readonly urls: UrlSchemes;
	readonly toolSources: ToolSources;
	readonly notices: StartNotices;
}

/** A conversation as modes and commands know it. */
export function openedConversation(parts: OpenedParts, fileCommands: FileCommands): OpenedConversation {
	const { workbench, conversation, folder, prompt, journal, snapshots, previews, urls, toolSources } = parts;
	const { host, agentDir, settings, registry, frontEnd, jobs, gate } = workbench;
	const problems = [
		...registry.problems,
		...settings.problems,
		...conversation.log.problems.map(({ message }) => message),
	];
	return {
		...{ workbench, host, agentDir, settings, registry, frontEnd, conversation, folder, toolSources, journal },
		get log() {
			return conversation.log;
		},
		taggedText: taggedTexts({ cwd: () => folder.path, home: host.home, snapshots }),
		shell: userShell(parts),
		jobs: () => jobs.list(conversation.id),
		urlSchemes: urls,
		pendingActions: previews.queue,
		fileCommands,
		get trust() {
			return gate.at(folder.path);
		},
		promptFacts: () => prompt.facts(),
		async refreshPrompt() {
			prompt.forget();
			await conversation.refresh();
		},
		// Notices may be added until they are read.
		get notices() {
			return [...problems, ...parts.notices.all];
		},
	};
}
