import { shownPath } from "../../../features/undo/contract/node-state.ts";
import type { Selection } from "../../../features/undo/contract/undo-engine.ts";
import { undoKey } from "../../../features/undo/session/undo-key.ts";
import { changeKind } from "../../../features/undo/shown/changed-files.ts";
import { conflictReason, outcomeText } from "../../../features/undo/shown/outcome-text.ts";
import type { RpcSession } from "../session/rpc-session.ts";
import { flag, listOf, optional, text } from "./fields.ts";
import { command, type RpcCommand, RpcError } from "./rpc-command.ts";

const shape = {
	turn: optional(text),
	callIds: optional(listOf(text)),
	paths: optional(listOf(text)),
	dryRun: optional(flag),
};

const undo = command("undo", shape, (fields, rpc) => putInPlace("undo", fields, rpc));

const redo = command("redo", shape, (fields, rpc) => putInPlace("redo", fields, rpc));

const getTurns = command("get_file_changes", {}, async (_fields, rpc) => {
	const turns = await (await findUndo(rpc)).turns({ undone: true });
	return {
		turns: turns.map(({ changes, ...turn }) => ({
			...turn,
			changes: changes.map((change) => ({
				path: shownPath(change.path),
				change: changeKind(change),
				...{ calls: change.calls, tool: change.tool, at: change.at, isUndone: change.isUndone },
			})),
		})),
	};
});

export const undoCommands: readonly RpcCommand[] = [undo, redo, getTurns];

interface UndoFields {
	readonly turn?: string | undefined;
	readonly callIds?: readonly string[] | undefined;
	readonly paths?: readonly string[] | undefined;
	readonly dryRun?: boolean | undefined;
}

async function putInPlace(direction: "undo" | "redo", fields: UndoFields, rpc: RpcSession): Promise<object> {
	const { conversation, folder } = rpc.session;
	if (conversation.isStreaming) throw new RpcError("busy", "Wait for the current response to finish, or abort it");
	const session = await findUndo(rpc);
	const plan = await session.plan(direction, readSelection(fields));
	if (!plan) return { applied: false, changed: [], conflicts: [] };
	const conflicts = plan.conflicts.map((conflict) => ({
		path: shownPath(conflict.path),
		reason: conflict.reason,
		text: conflictReason(conflict),
	}));
	if (fields.dryRun) return { applied: false, changed: plan.steps.map(({ path }) => shownPath(path)), conflicts };
	const outcome = await session.apply(plan);
	return {
		applied: outcome.result.isApplied,
		changed: outcome.result.changed.map(shownPath),
		conflicts,
		text: outcomeText(outcome, folder.path),
	};
}

function readSelection({ turn, callIds, paths }: UndoFields): Selection | undefined {
	const limits = paths ? { paths } : {};
	if (callIds) return { kind: "calls", callIds, ...limits };
	if (turn !== undefined) return { kind: "turn", turn, ...limits };
	return paths ? { kind: "last-turn", ...limits } : undefined;
}

async function findUndo({ session }: RpcSession) {
	const running = session.workbench.features.find(undoKey);
	if (!running) throw new RpcError("unavailable", "Undo is off (undo.enabled)");
	return running.undoOf(session);
}
