import { nearest } from "@oh-my-pi/pi-utils/text/nearest";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import { type Commands, namesOf, parseCall } from "./commands.ts";
import type { Command } from "./contract/command.ts";

/** A line that begins like a command and names none. */
export interface UnknownCall {
	readonly name: string;
	/** Names that begin so, or else those that are spelled alike. */
	readonly meant: readonly string[];
	/** The names begin with what was typed. */
	readonly isPrefix: boolean;
}

/** Letters and digits, in words joined by `-`, `_`, `.` or `:`. Whatever else follows a slash is text, as in a comment. */
const commandName = /^[\p{L}\p{N}][\p{L}\p{N}._:-]*$/u;

/** Why a line calls nothing; `undefined` when it is text, or calls a command or a prompt in a file by its exact name. */
export async function findUnknownCall(
	line: string,
	{ fileCommands }: OpenedConversation,
	commands: Commands,
): Promise<UnknownCall | undefined> {
	const called = parseCall(line);
	if (!called || !commandName.test(called.name)) return undefined;
	if (await commands.find(line, fileCommands)) return undefined;
	if (await fileCommands.find(called.name)) return undefined;
	const { list, names } = await allNames(commands, fileCommands);
	const begun = startingWith(called.name, list);
	const meant = begun.length > 0 ? begun : nearest(called.name, names);
	return { name: called.name, meant, isPrefix: begun.length > 0 };
}

/** The line with the whole name where what was typed is the beginning of one command's name only. */
export async function completeName(line: string, session: OpenedConversation, commands: Commands): Promise<string> {
	if (line.trim() === "/") return "/help";
	const unknown = await findUnknownCall(line, session, commands);
	const [only, ...others] = unknown?.isPrefix ? unknown.meant : [];
	if (!unknown || only === undefined || others.length > 0) return line;
	return `/${only}${line.slice(unknown.name.length + 1)}`;
}

type Named = Pick<Command, "name" | "aliases">;

/** The commands with a name that begins so, a name each. */
export function startingWith(typed: string, all: readonly Named[]): readonly string[] {
	const begins = (name: string) => name.toLowerCase().startsWith(typed.toLowerCase());
	return all.flatMap((command) => namesOf(command).find(begins) ?? []);
}

async function allNames(commands: Commands, fileCommands: OpenedConversation["fileCommands"]) {
	const known = await commands.list();
	const taken = new Set(known.flatMap(namesOf));
	const files = (await fileCommands.list()).filter(({ name }) => !taken.has(name));
	return { list: [...known, ...files], names: [...taken, ...files.map(({ name }) => name)] };
}
