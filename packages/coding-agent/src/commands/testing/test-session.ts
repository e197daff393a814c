import type { ScriptedAnswer } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import type { ConversationOptions } from "../../conversation/kernel/conversation-options.ts";
import { testHost } from "../../conversation/testing/history.ts";
import { scriptedConversation } from "../../conversation/testing/scripted-conversation.ts";
import { type FileCommand, fileCommand } from "../../file-commands/file-command.ts";
import { FileCommands } from "../../file-commands/file-commands.ts";
import { Settings } from "../../settings/settings.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";

interface TestSessionOptions extends Partial<ConversationOptions> {
	/** Prompts in files, by name. */
	readonly files?: Readonly<Record<string, string>>;
	readonly cwd?: never;
	readonly folder?: string;
}

/** A session with a scripted model, as commands see it. */
export function testSession(answers: readonly ScriptedAnswer[], options: TestSessionOptions = {}) {
	const { files = {}, folder = testHost.cwd, ...given } = options;
	const talk = scriptedConversation(answers, given);
	const commands: FileCommand[] = Object.entries(files).map(
		([name, content]) => fileCommand({ name, content, source: "project" }).command,
	);
	const session = {
		conversation: talk.conversation,
		settings: new Settings(),
		host: { ...testHost, cwd: folder },
		folder: { path: folder },
		agentDir: `${folder}/agent`,
		jobs: () => [],
		get log() {
			return talk.conversation.log;
		},
		fileCommands: new FileCommands({
			folder: () => folder,
			load: async () => ({ commands, warnings: [] }),
			warn: () => {},
		}),
	} satisfies Partial<OpenedConversation>;
	return { ...talk, session };
}
