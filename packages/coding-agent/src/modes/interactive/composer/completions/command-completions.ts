import type { CompletionItem, CompletionList, CompletionProvider } from "@oh-my-pi/pi-tui/widgets/editor/completions";
import { type Commands, namesOf } from "../../../../commands/commands.ts";
import { type Argument, atTerminal, type Command } from "../../../../commands/contract/command.ts";
import type { ScreenPorts } from "../../../../commands/contract/screen-ports.ts";
import { startingWith } from "../../../../commands/resolve-call.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";
import { freeFileCommands } from "../../../free-file-commands.ts";
import { rankByName } from "./rank-by-name.ts";

/** The names of commands after a `/` at the start, and what may follow them. */
export function commandCompletions(
	session: OpenedConversation,
	commands: Commands,
	ports: ScreenPorts,
): CompletionProvider {
	return {
		async complete({ state }) {
			const line = state.lines[0] ?? "";
			if (state.lineIndex !== 0 || !line.startsWith("/")) return undefined;
			const typed = line.slice(0, state.column);
			const [, name = "", gap, args = ""] = /^\/([^\s/]*)(\s+)?([\s\S]*)$/.exec(typed) ?? [];
			const known = (await commands.list()).map((command) => listed(command, session, ports));
			const all = [...known, ...(await filePrompts(session, known))];
			if (gap === undefined) return args === "" ? namesList(name, all, session, typed.length) : undefined;
			const command = all.find((candidate) => candidate.name === name || candidate.aliases?.includes(name));
			const isOneLine = state.lines.length === 1;
			return command && argumentList(command, args, { column: state.column, isOneLine });
		},
	};
}

interface Listed extends Pick<Command, "name" | "aliases" | "summary" | "hint" | "subcommands" | "describe"> {
	complete?(typed: string): Promise<readonly Argument[]> | undefined;
}

function listed(command: Command, session: OpenedConversation, ports: ScreenPorts): Listed {
	const { screen } = command;
	return {
		...atTerminal(command),
		complete: (typed) => screen?.complete?.(typed, session, ports) ?? command.complete?.(typed, session),
	};
}

async function filePrompts(session: OpenedConversation, commands: readonly Listed[]): Promise<Listed[]> {
	const taken = new Set(commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
	return (await freeFileCommands(session, taken)).map(({ name, description, hint, complete }) => ({
		name,
		summary: description,
		...(hint !== undefined && { hint }),
		...(complete && { complete: (typed: string) => complete(typed) }),
	}));
}

function namesList(typed: string, all: readonly Listed[], session: OpenedConversation, end: number): CompletionList {
	const offered = typed === "" ? mostUsedFirst(all) : all;
	const found = rankByName(typed, offered, (command) => ({
		...command,
		description: formatDescription(command, session),
	}));
	const items = found.map((command): CompletionItem => {
		const needsMore = command.hint?.startsWith("<") ?? false;
		return {
			label: command.name,
			description: formatDescription(command, session),
			insert: needsMore ? `/${command.name} ` : `/${command.name}`,
			submits: !needsMore,
		};
	});
	// Enter takes an item only when no other command could be meant.
	const isExact = all.some((command) => namesOf(command).includes(typed));
	const isUndecided = typed !== "" && !isExact && startingWith(typed, all).length !== 1;
	return { items, start: 0, end, isComplete: isExact || isUndecided, ...(isUndecided && { isUndecided }) };
}

/** What most people look for, before anything is typed. */
const mostUsed = ["help", "model", "resume", "new", "plan", "login", "settings", "compact", "context", "agents"];

function mostUsedFirst(all: readonly Listed[]): readonly Listed[] {
	const first = mostUsed.flatMap((wanted) => all.find(({ name }) => name === wanted) ?? []);
	return [...first, ...all.filter((command) => !first.includes(command))];
}

function formatDescription({ describe, summary }: Listed, session: OpenedConversation): string {
	const state = describe?.(session);
	return state === undefined ? summary : `${summary} (${state})`;
}

async function argumentList(
	command: Listed,
	typed: string,
	{ column, isOneLine }: { column: number; isOneLine: boolean },
): Promise<CompletionList> {
	const hint = typed === "" && isOneLine ? { hint: command.hint ?? "" } : {};
	const subcommands = /\s/.test(typed) ? [] : (command.subcommands ?? []);
	const named = rankByName(typed, subcommands, ({ name, summary }) => ({ name, description: summary }));
	if (named.length > 0) {
		const items = named.map(({ name, summary }) => ({ label: name, description: summary, insert: name }));
		return { items, start: column - typed.length, end: column, isComplete: true, ...hint };
	}
	const offered = (await command.complete?.(typed)) ?? [];
	const items = offered.map(({ name, summary }) => ({
		label: name,
		insert: name,
		...(summary !== undefined && { description: summary }),
	}));
	return { items, start: column - typed.length, end: column, isComplete: true, ...hint };
}
