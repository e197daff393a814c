import { argumentsOf, type FoundCommand } from "../commands/found-command.ts";
import { commandLinesIn } from "../commands/inline-code.ts";
import { findInterpreter, shells } from "../programs/wrappers.data.ts";
import { namedText, textPrograms } from "./text-programs.data.ts";

/** Command lines that a program we do not know could make of its arguments: `tmux new 'reboot now'`, `tar --to-command=…`. */
export function argumentCommands(command: FoundCommand): string[] {
	const { name } = command;
	if (textPrograms.has(name) || shells.has(name) || findInterpreter(name) || isScripted.test(name)) return [];
	const args = argumentsOf(command);
	return args.flatMap((text, index) => (isText(text, args[index - 1]) ? [] : listForms(text)));
}

const isScripted = /^(?:[gmn]?awk|sed|jq|yq|eval|trap|alias|)$/;

function isText(argument: string, before: string | undefined): boolean {
	return namedText.test(argument.replace(/=[\s\S]*/, "")) || (before !== undefined && namedText.test(before));
}

/** What may be left of a command line once the program has taken off its own part. */
function listForms(text: string): string[] {
	if (text.length > maxLength) return [];
	const behindSign = /^[^\s=]*=([\s\S]+)$/.exec(text)?.[1];
	const behindSecondSign = /^[^\s=]*=\w+=([\s\S]+)$/.exec(text)?.[1];
	const behindWord = /^(?:[\w-]+:|[.:+\\]?(?:!|shell|system|spawn|exec|[A-Z]\w*Command\b))\s*([\s\S]+)$/i.exec(
		text,
	)?.[1];
	const fromList = /^[^\s,]+(?:,[^\s,]+){2,}$/.test(text) ? text.replaceAll(",", " ") : undefined;
	const quoted = /\b(?:system|shell-command|exec\w*|call-process)\b/.test(text) ? commandLinesIn(text) : [];
	return [text, behindSign, behindSecondSign, behindWord, fromList, ...quoted].flatMap((form) =>
		form !== undefined && /\s/.test(form.trim()) ? [form.replace(/^!/, "")] : [],
	);
}

const maxLength = 20_000;
