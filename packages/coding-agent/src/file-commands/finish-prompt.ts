import type { Host } from "@oh-my-pi/pi-utils/host";
import { runShellCommand } from "../process/run-shell-command.ts";
import type { Project } from "../trust/project.ts";
import { type CommandActions, outsideMentions, shellPart } from "./command-actions.ts";

export interface PromptPlace {
	readonly project: Project;
	readonly cwd: string;
	readonly home: string;
	readonly env: Host["env"];
}

const timeoutMs = 60_000;
const maxOutput = 30_000;

/** Runs the commands in a filled template and puts their output in their place. */
export async function finishPrompt(
	text: string,
	argumentText: string,
	{ runs, isTrusted }: CommandActions,
	place: PromptPlace,
): Promise<string> {
	if (!isTrusted) return withoutActions(text, argumentText, place);
	if (!runs) return text;
	const lines = [...new Set([...text.matchAll(shellPart)].map(([, line = ""]) => line))];
	const outputs = new Map(await Promise.all(lines.map(async (line) => [line, await outputOf(line, place)] as const)));
	return text.replace(shellPart, (_part, line: string) => outputs.get(line) ?? "");
}

async function outputOf(line: string, { cwd, env }: PromptPlace): Promise<string> {
	const { stdout, stderr, exitCode } = await runShellCommand(line, { cwd, env, stdin: "", timeoutMs });
	const said = [stdout.trimEnd(), stderr.trimEnd()].filter((part) => part !== "").join("\n");
	const shown = said.length > maxOutput ? `${said.slice(0, maxOutput)}\n(shortened)` : said;
	if (exitCode === 0) return shown;
	return `${shown}\n(${exitCode === undefined ? "stopped after 60 s" : `exit code ${exitCode}`}: ${line})`.trimStart();
}

/** The text for the model, with nothing of the project run or read from elsewhere. */
function withoutActions(text: string, argumentText: string, place: PromptPlace): string {
	const notRun = text.replace(shellPart, (_part, line: string) => `(not run, this project is not trusted: ${line})`);
	return outsideMentions(notRun, place)
		.filter((file) => !argumentText.includes(`@${file}`))
		.reduce((kept, file) => kept.replaceAll(`@${file}`, file).replaceAll(`@"${file}"`, file), notRun);
}
