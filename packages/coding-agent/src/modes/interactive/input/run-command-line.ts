import { type Commands, parseCall } from "../../../commands/commands.ts";
import { atTerminal, refuseNeedlessWords } from "../../../commands/contract/command.ts";
import { type CommandOutcome, waitForIdle } from "../../../commands/contract/outcome.ts";
import type { HistoryPort, NoticePort, ScreenPorts } from "../../../commands/contract/screen-ports.ts";
import { completeName, findUnknownCall, type UnknownCall } from "../../../commands/resolve-call.ts";
import { filePrompt } from "../../../commands/run-line.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";

/** What became of a line that begins with a slash. */
export type CommandLineOutcome =
	| { readonly kind: "handled" }
	/** Goes on to the model. */
	| { readonly kind: "prompt"; readonly text: string }
	| { readonly kind: "unknown"; readonly call: UnknownCall };

export interface CommandSources {
	readonly session: OpenedConversation;
	readonly commands: Commands;
	readonly quit: () => void;
}

/** Runs the command a line calls and does what its outcome says. */
export async function runCommandLine(
	typed: string,
	sources: CommandSources,
	ports: ScreenPorts,
): Promise<CommandLineOutcome> {
	const { session, commands } = sources;
	const line = await completeName(typed, session, commands);
	const found = await commands.find(line, session.fileCommands);
	if (found) {
		const { command, args } = found;
		if (command.needsIdle && session.conversation.isStreaming) {
			ports.notify("warning", waitForIdle);
			return { kind: "handled" };
		}
		refuseNeedlessWords(atTerminal(command), args);
		const call = { args, session, commands };
		const outcome = await (command.screen ? command.screen.run(call, ports) : command.run?.(call));
		if (command.source === "custom" && outcome?.kind === "prompt") {
			return { kind: "prompt", text: (await filePrompt(outcome.text, session)) ?? outcome.text };
		}
		return outcome ? apply(outcome, sources, ports) : { kind: "handled" };
	}
	const text = await filePrompt(line, session);
	if (text !== undefined) return { kind: "prompt", text };
	const call = await findUnknownCall(line, session, commands);
	return call ? { kind: "unknown", call } : { kind: "prompt", text: line };
}

/** Whether a line calls something, so that it has to wait for a compaction. */
export async function isCommandLine(typed: string, { session, commands }: CommandSources): Promise<boolean> {
	const line = await completeName(typed, session, commands);
	if (await commands.find(line, session.fileCommands)) return true;
	const called = parseCall(line);
	return !!called && (await fileNames(session)).includes(called.name);
}

async function fileNames({ fileCommands }: OpenedConversation): Promise<string[]> {
	return (await fileCommands.list()).map(({ name }) => name);
}

function apply(
	outcome: CommandOutcome,
	{ quit }: CommandSources,
	{ notify, showSession }: NoticePort & HistoryPort,
): CommandLineOutcome {
	switch (outcome.kind) {
		case "done":
			break;
		case "notice":
			notify(outcome.level, outcome.text);
			break;
		case "session-changed":
			showSession(outcome.text);
			break;
		case "prompt":
			if (outcome.notice !== undefined) notify("info", outcome.notice);
			return { kind: "prompt", text: outcome.text };
		case "quit":
			quit();
			break;
		default:
			outcome satisfies never;
	}
	return { kind: "handled" };
}
