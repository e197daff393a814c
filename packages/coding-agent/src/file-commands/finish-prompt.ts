import type { InBox } from "@oh-my-pi/pi-natives/sandbox/in-box";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { findMentions } from "../conversation/attachments/find-mentions.ts";
import { runShellCommand } from "../process/run-shell-command.ts";
import type { Project } from "../trust/project.ts";
import { outsideMentions } from "./command-actions.ts";
import { type ShellPart, shellMark, shellPart } from "./expand-template.ts";
import type { FileCommand } from "./file-command.ts";

export interface PromptPlace {
	readonly project: Project;
	readonly cwd: string;
	readonly home: string;
	readonly env: Host["env"];
	/** How commands of templates are started; as they are without. */
	readonly inBox?: InBox | undefined;
}

const timeoutMs = 60_000;
const maxOutput = 30_000;

/** Fills a template, runs its commands and puts their output in their place. */
export async function finishPrompt(command: FileCommand, argumentText: string, place: PromptPlace): Promise<string> {
	const { runs = false, isTrusted = true } = command.actions ?? {};
	if (!isTrusted) return withoutActions(command.expand(argumentText), argumentText, place);
	if (!runs) return command.expand(argumentText);
	const parts: ShellPart[] = [];
	const text = command.expand(argumentText, parts);
	const running = new Map<string, Promise<string>>();
	const outputs = await Promise.all(
		parts.map((part) => {
			// Named several times, it runs once.
			const key = JSON.stringify([part.command, part.variables]);
			const known = running.get(key) ?? runShellPart(part, place);
			running.set(key, known);
			return known;
		}),
	);
	return text.replace(shellMark, (_mark, index: string) => outputs[Number(index)] ?? "");
}

async function runShellPart(
	{ shown, command, variables }: ShellPart,
	{ cwd, env, inBox }: PromptPlace,
): Promise<string> {
	const options = { cwd, env: { ...env, ...variables }, stdin: "", timeoutMs, inBox };
	const { stdout, stderr, exitCode } = await runShellCommand(command, options);
	const output = [stdout.trimEnd(), stderr.trimEnd()].filter((part) => part !== "").join("\n");
	const text = output.length > maxOutput ? `${output.slice(0, maxOutput)}\n(shortened)` : output;
	if (exitCode === 0) return text;
	return `${text}\n(${exitCode === undefined ? "stopped after 60 s" : `exit code ${exitCode}`}: ${shown})`.trimStart();
}

/** The text for the model, with nothing of the project run or read from elsewhere. */
function withoutActions(text: string, argumentText: string, place: PromptPlace): string {
	const notRun = text.replace(shellPart, (_part, line: string) => `(not run, this project is not trusted: ${line})`);
	// What the user wrote is the user's wish.
	const typed = new Set(findMentions(argumentText));
	const unwanted = (inside: string) => outsideMentions(inside, place).filter((file) => !typed.has(file));
	const left = unwanted(notRun).reduce(
		(kept, file) => kept.replaceAll(`@${file}`, file).replaceAll(`@"${file}"`, file),
		notRun,
	);
	// Code in between can hide where a path is.
	return unwanted(left).length === 0 ? left : left.replaceAll("@", "@ ");
}
