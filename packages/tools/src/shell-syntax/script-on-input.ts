import { type Field, unknown } from "./expand-word.ts";
import { argumentsOf, type FoundCommand } from "./found-command.ts";
import { printedText } from "./literal-output.ts";
import { shells } from "./wrappers.data.ts";

/** The commands that a shell would read from its input, where they can be read off the command line. */
export function scriptOnInput(command: FoundCommand): string | undefined {
	if (!readsInput(command)) return undefined;
	const text = inputText(command);
	return text?.includes(unknown) ? text.replaceAll(unknown, " ") : text;
}

/** What a command finds on its input, where it can be read off the command line. */
export function inputText({
	redirections,
	pipedFrom,
}: Pick<FoundCommand, "redirections" | "pipedFrom">): string | undefined {
	return redirections.find(({ body }) => body !== undefined)?.body ?? pipedText(pipedFrom);
}

/** Whether a shell takes its commands from its input: there is no `-c` and no file. */
export function readsInput(command: FoundCommand): boolean {
	if (command.name === "source" || command.name === ".") {
		return /^\/(?:dev\/stdin|dev\/fd\/0|proc\/self\/fd\/0)$/.test(argumentsOf(command)[0] ?? "");
	}
	if (!shells.has(command.name)) return false;
	const args = argumentsOf(command).filter((text) => text !== "-" && !/^\/dev\/(?:stdin|fd\/0)$/.test(text));
	if (args.some((text) => /^-[A-Za-z]*s/.test(text))) return true;
	return !args.some((text) => /^-[A-Za-z]*c/.test(text)) && !args.some((text) => !/^[-+]/.test(text));
}

/** The words that `xargs` would add to its command, where they can be read off the command line. */
export function fieldsOnInput(command: FoundCommand): Field[] {
	const words = inputText(command)?.split(/[\s\0]+/) ?? [];
	return words.flatMap((text) => (text === "" ? [] : [{ text, shown: text, hasGlob: false, scripts: [] }]));
}

/** What the commands of a pipe hand on, when it begins with plain text. */
function pipedText(commands: readonly FoundCommand[]): string | undefined {
	let text: string | undefined;
	for (const command of commands) {
		const args = argumentsOf(command);
		const printed = printedText(command.name, args);
		const heredoc = command.redirections.find(({ body }) => body !== undefined)?.body;
		if (printed !== undefined) text = printed;
		else if (command.name === "cat" && heredoc !== undefined) text = heredoc;
		else if (heredoc !== undefined || text !== undefined) text = transformed(command.name, args, heredoc ?? text ?? "");
	}
	return text;
}

function transformed(name: string, args: readonly string[], text: string): string | undefined {
	if (name === "base64" && args.some((arg) => /^(?:-\w*[dD]\w*|--decode)$/.test(arg))) {
		return Buffer.from(text, "base64").toString();
	}
	if (name === "xxd" && args.some((arg) => /^-\w*r/.test(arg))) return Buffer.from(text.trim(), "hex").toString();
	if (name === "rev") return [...text].reverse().join("");
	return passingOn.has(name) ? text : undefined;
}

const passingOn = new Set(["cat", "tee", "sudo", "head", "tail", "sort", "nohup", "env", "command", ""]);
