import type { RecordedChange } from "../contract/undo-engine.ts";
import { changeKind, countedChanges, splitRepository } from "./changed-files.ts";
import { filesAndRepository, name, names } from "./outcome-text.ts";
import type { RecordedTurn } from "./turns.ts";

const maxPrompt = 60;

/** A row for each turn: number, files, tools, prompt. */
export function listText(turns: readonly RecordedTurn[], cwd: string): string {
	if (turns.length === 0) return "No turn of this branch has changed files.";
	return turns.map((turn) => turnRow(turn, cwd)).join("\n");
}

function turnRow({ number, changes, prompt }: RecordedTurn, cwd: string): string {
	const { files, hasRepository } = splitRepository(changes, ({ path }) => path);
	const paths = [...new Set(countedChanges(files).map(({ path }) => path))];
	const tools = [...new Set(changes.map(({ tool }) => tool))].join(", ");
	const state = changes.every(({ isUndone }) => isUndone) ? ", taken back" : "";
	const shown = prompt.length > maxPrompt ? `${prompt.slice(0, maxPrompt)}…` : prompt;
	const list = `${names(paths.slice(0, 3), cwd)}${paths.length > 3 ? ", …" : ""}`;
	const what = filesAndRepository(paths.length, hasRepository);
	return `${number}. ${what} by ${tools}${state}${list === "" ? "" : `: ${list}`} (${shown})`;
}

/** The changes of a turn by call: kind and file. */
export function turnText({ number, prompt, changes }: RecordedTurn, cwd: string): string {
	const byCall = new Map<string, RecordedChange[]>();
	for (const change of changes) {
		const key = change.calls.join(" ");
		const known = byCall.get(key);
		if (known) known.push(change);
		else byCall.set(key, [change]);
	}
	const lines = [...byCall].flatMap(([calls, all]) => [
		`${all[0]?.tool ?? ""} (${calls.split(" ").map(shownCall).join(", ")})`,
		...all.map(
			(change) => `  ${changeKind(change)} ${name(change.path, cwd)}${change.isUndone ? " (taken back)" : ""}`,
		),
	]);
	return [`Turn ${number}: ${prompt}`, ...lines].join("\n");
}

function shownCall(id: string): string {
	return id.slice(id.indexOf("/") + 1);
}
