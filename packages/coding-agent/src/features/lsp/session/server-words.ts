import type { ServerState } from "@oh-my-pi/pi-lsp/contract/language-servers";
import type { WelcomeRow } from "../../../workbench/work-mode.ts";

/** For the status line: how many servers run, and whether one has failed. Nothing before one was started. */
export function statusWords(states: readonly ServerState[]): string | undefined {
	// A linter program is always ready, and runs only for a moment.
	const running = states.filter(
		({ state, pid }) => state === "starting" || (state === "ready" && pid !== undefined),
	).length;
	const hasFailed = states.some(({ state }) => state === "failed");
	if (running === 0 && !hasFailed) return undefined;
	return ["lsp", ...(running > 0 ? [running] : []), ...(hasFailed ? ["✘"] : [])].join(" ");
}

/** For the greeting: `typescript  ready`. */
export function welcomeRow(name: string, state: ServerState | undefined): WelcomeRow {
	const words = state?.state ?? "not started";
	const shown = name.replace(/-language-server(?=@|$)/, "").replace(/^vscode-/, "");
	const kinds = { ready: "running", starting: "running", failed: "problem" } as const;
	const kind = words in kinds ? kinds[words as keyof typeof kinds] : "idle";
	return { text: kind === "idle" ? shown : `${shown}  ${words}`, state: kind };
}

const maxProblem = 300;

/** For `/lsp`: a line with everything about a server, and the last lines of its log where it has failed. */
export function serverLines(state: ServerState): string[] {
	const { name, pid, residentBytes, openFiles, problem, progress, log } = state;
	const facts = [
		...(pid === undefined ? [] : [`pid ${pid}`]),
		...(residentBytes === undefined ? [] : [`${Math.round(residentBytes / 2 ** 20)} MB`]),
		...(openFiles === 0 ? [] : [`${openFiles} open ${openFiles === 1 ? "file" : "files"}`]),
		...(progress === undefined ? [] : [clean(progress)]),
	];
	const head = `${name}  ${[state.state, ...facts].join(", ")}`;
	return [
		head,
		...(problem === undefined ? [] : [`  ${clean(problem)}`]),
		...(state.state === "failed" ? logLines(log, 3).map((line) => `  | ${line}`) : []),
	];
}

export function logLines(log: string, count: number): string[] {
	return log
		.split("\n")
		.map(clean)
		.filter((line) => line !== "")
		.slice(-count);
}

/** Servers write what they like. */
function clean(text: string): string {
	const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
	return line.length > maxProblem ? `${line.slice(0, maxProblem)}…` : line;
}
