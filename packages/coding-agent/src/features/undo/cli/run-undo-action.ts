import type { CliIo } from "../../../process/terminal/io.ts";
import { foreignText } from "../../../process/terminal/terminal-text.ts";
import { resolveSelection } from "../command/resolve-selection.ts";
import { shownPath } from "../contract/node-state.ts";
import type { RecordedChange, UndoEngine, UndoPlan } from "../contract/undo-engine.ts";
import { changeKind } from "../shown/changed-files.ts";
import { diffText } from "../shown/diff-text.ts";
import { conflictReason, outcomeText } from "../shown/outcome-text.ts";
import { listText, turnText } from "../shown/turns-text.ts";
import type { RecordedSession } from "./recorded-session.ts";
import type { UndoAction } from "./undo-arguments.ts";

export interface UndoActionContext {
	readonly session: RecordedSession;
	/** For actions that change files; throws where another omp has the session open. */
	readonly openEngine: () => Promise<UndoEngine>;
	readonly io: CliIo;
	readonly cwd: string;
	readonly json: boolean;
	readonly dryRun: boolean;
}

/** One action of `omp undo`; gives the exit code: 1 when something was left alone. */
export async function runUndoAction(
	action: UndoAction,
	words: readonly string[],
	context: UndoActionContext,
): Promise<number> {
	const { session, cwd, json } = context;
	switch (action) {
		case "list": {
			const turns = await session.turns({ undone: true });
			const rows = turns.map(({ changes, ...turn }) => ({ ...turn, changes: changes.map(changeRow) }));
			return print(context, json ? { turns: rows } : listText(turns, cwd));
		}
		case "show": {
			const { turn } = await resolveSelection(words, session, cwd);
			if (json) return print(context, { turn: turn && { ...turn, changes: turn.changes.map(changeRow) } });
			return print(context, turn ? turnText(turn, cwd) : "No turn has changed files.");
		}
		case "diff": {
			const { selection } = await resolveSelection(words, session, cwd);
			const changes = selection ? await session.record.netChanges(selection) : [];
			const text = await diffText(changes, session.record, cwd);
			return print(context, json ? { diff: text } : text || "No files were changed.");
		}
		case "apply":
		case "redo":
			return putInPlace(action, words, context);
	}
}

async function putInPlace(
	action: "apply" | "redo",
	words: readonly string[],
	context: UndoActionContext,
): Promise<number> {
	const { session, cwd, json, dryRun } = context;
	const isRedo = action === "redo";
	const isNamed = !isRedo || words.length > 0;
	const { selection } = isNamed ? await resolveSelection(words, session, cwd, isRedo ? { undone: true } : {}) : {};
	const engine = await context.openEngine();
	const plan = isRedo ? await engine.planRedo(selection) : selection && (await engine.planUndo(selection));
	if (!plan)
		return print(
			context,
			json ? { applied: false, changed: [] } : `There is nothing to ${isRedo ? "put" : "take"} back.`,
		);
	if (dryRun) return print(context, json ? { applied: false, ...planRows(plan) } : planText(plan));
	const result = await engine.apply(plan);
	const left = plan.conflicts.length + result.left.length;
	await print(
		context,
		json
			? {
					applied: result.isApplied,
					...planRows(plan),
					changed: result.changed.map(shownPath),
					problem: result.problem,
				}
			: outcomeText({ plan, result }, cwd)
					.replaceAll(" /redo ", " omp undo redo ")
					.replaceAll(" /undo ", " omp undo apply "),
	);
	return result.isApplied && left === 0 ? 0 : 1;
}

function planText(plan: UndoPlan): string {
	return [
		...plan.steps.map(
			({ path, from, to, isMerged }) => `${stepWord(from, to)} ${shownPath(path)}${isMerged ? " (merged)" : ""}`,
		),
		...plan.conflicts.map((conflict) => `leave ${shownPath(conflict.path)}: ${conflictReason(conflict)}`),
	].join("\n");
}

function stepWord(from: { readonly kind: string }, to: { readonly kind: string }): string {
	if (to.kind === "absent") return "delete";
	return from.kind === "absent" ? "create" : "restore";
}

function planRows(plan: UndoPlan): object {
	return {
		steps: plan.steps.map(({ path, from, to, isMerged }) => ({
			path: shownPath(path),
			do: stepWord(from, to),
			isMerged,
		})),
		conflicts: plan.conflicts.map((conflict) => ({
			path: shownPath(conflict.path),
			reason: conflict.reason,
			text: conflictReason(conflict),
		})),
		running: plan.running,
	};
}

function changeRow(change: RecordedChange): object {
	const { path, calls, tool, at, isUndone } = change;
	return { path: shownPath(path), change: changeKind(change), calls, tool, at, isUndone };
}

async function print({ io, json }: UndoActionContext, what: object | string): Promise<number> {
	const text = typeof what === "string" ? foreignText(io.stdout, what) : JSON.stringify(what, null, json ? 2 : 0);
	await io.stdout.write(`${text}\n`);
	return 0;
}
