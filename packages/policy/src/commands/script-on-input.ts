import type { Field } from "../expand/expand-word.ts";
import { shells } from "../programs/wrappers.data.ts";
import { argumentsOf, type FoundCommand } from "./found-command.ts";

/** The commands that a shell would read from its input, where they can be read off the command line. */
export function scriptOnInput(command: FoundCommand): string | undefined {
	return readsInput(command) ? inputText(command) : undefined;
}

/** What a command finds on its input, where it can be read off the command line. */
export function inputText({
	redirections,
	pipedFrom,
}: Pick<FoundCommand, "redirections" | "pipedFrom">): string | undefined {
	return redirections.find(({ body }) => body !== undefined)?.body ?? pipedFrom.at(-1)?.output;
}

/** Whether a shell takes its commands from its input: there is no `-c` and no file. */
export function readsInput(command: FoundCommand): boolean {
	if (command.name === "source" || command.name === ".") return isInputPath(argumentsOf(command)[0] ?? "");
	if (!shells.has(command.name)) return false;
	const args = argumentsOf(command).filter((text) => text !== "-" && !isInputPath(text));
	if (args.some((text) => /^-[A-Za-z]*s/.test(text))) return true;
	return !args.some((text) => /^-[A-Za-z]*c/.test(text)) && !args.some((text) => !/^[-+]/.test(text));
}

function isInputPath(text: string): boolean {
	return /^\/(?:dev\/stdin|dev\/fd\/\d+|proc\/self\/fd\/\d+)$/.test(text);
}

/** The words that `xargs` would add to its command, where they can be read off the command line. */
export function fieldsOnInput(command: FoundCommand): Field[] {
	const words = inputText(command)?.split(/[\s\0]+/) ?? [];
	return words.flatMap((text) => (text === "" ? [] : [{ text, shown: text, hasGlob: false, scripts: [] }]));
}
