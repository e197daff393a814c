import { unknown, type Values } from "../expand/expand-word.ts";
import { scriptOutput } from "../expand/script-output.ts";
import { inputRunners } from "../programs/input-runners.data.ts";
import { shells } from "../programs/wrappers.data.ts";
import { argumentsOf, type FoundCommand, listOperands } from "./found-command.ts";
import { printsShellCode } from "./hidden-code.ts";
import { inputText, scriptOnInput } from "./script-on-input.ts";
import { redirectedOutput } from "./written-files.ts";

/** Texts that are run as command lines because of where they stand. */
export const runTexts = { ofCommand, ofStartupFiles, ofVariable };

/** From its input, from a file that the line has written, from a substitution in place of a file. */
function ofCommand(command: FoundCommand, values: Values): string[] {
	const script = scriptOnInput(command);
	const variables = declaring.has(command.name) ? argumentsOf(command) : [];
	return [
		...(script === undefined ? [] : [script]),
		...fromFile(command, values),
		...fromRunnersInput(command),
		...variables.flatMap((text) => ofVariable(text.replace(/=[\s\S]*/, ""), text.slice(text.indexOf("=") + 1))),
	];
}

const declaring = new Set(["export", "declare", "typeset", "env", "sudo"]);

function fromFile(command: FoundCommand, values: Values): string[] {
	const [name] = command.fields;
	const isShell = shells.has(command.name) && !argumentsOf(command).some((text) => /^-\w*c/.test(text));
	const runsFile = isShell || command.name === "source" || command.name === ".";
	const files = runsFile ? listOperands(command).slice(0, 2) : name?.text.includes("/") ? [name] : [];
	return files.flatMap(({ text, scripts: [substitution] }) => {
		if (runsFile && substitution && text === unknown) {
			return printsShellCode(substitution) ? [] : [scriptOutput(substitution, values) ?? unknown];
		}
		return values.fileText(text) ?? [];
	});
}

function fromRunnersInput(command: FoundCommand): string[] {
	const runner = inputRunners.get(command.name);
	const readsInput = !runner?.when || argumentsOf(command).some((text) => runner.when?.test(text));
	const evalTexts = argumentsOf(command).flatMap((text) => /^--eval=([\s\S]+)$/.exec(text)?.[1] ?? []);
	const text = [readsInput ? inputText(command) : undefined, ...evalTexts]
		.filter((part) => part !== undefined)
		.join("\n");
	return runner ? [...text.matchAll(runner.commands)].flatMap(([, line]) => line ?? []) : [];
}

/** What is written into a file that every shell runs when it starts. */
function ofStartupFiles(command: FoundCommand): string[] {
	const isStartup = redirectedOutput(command).some(({ target }) => startupFile.test(target.text));
	return isStartup && command.output !== undefined ? [command.output] : [];
}

const startupFile = /\/\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|kshrc)$/;

/** Variables whose value a program will run: `PAGER`, `GIT_SSH_COMMAND`, `PROMPT_COMMAND`, `PS4`. */
function ofVariable(name: string, value: string): string[] {
	if (!holdsCommand.test(name)) return [];
	if (name.startsWith("BASH_FUNC_")) return [`f ${value}`];
	if (/^PS\d$/.test(name)) return [`: "${value.replace(/"/g, "")}"`];
	return value.includes(unknown) ? [] : [value.replace(/^\|/, "")];
}

const holdsCommand =
	/PAGER|EDITOR|VISUAL|_COMMAND$|^LESSOPEN$|^LESSCLOSE$|^BROWSER$|ASKPASS|EXTERNAL_DIFF|^GIT_SSH|^RSYNC_RSH$|^PS[0-4]$|^(?:BASH_)?ENV$|^SHELL$|^BASH_FUNC_/;
