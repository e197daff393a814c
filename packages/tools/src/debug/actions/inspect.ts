import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { sanitizeOutput } from "../../output/stream/sanitize-output.ts";
import { type DebugCall, requestsOf, required, shownPath } from "../contract/call.ts";
import type { ActionResult } from "../contract/details.ts";
import { frameRow, limitRows, maxRows, variableRow } from "../report/format.ts";
import { makeSnapshot } from "../report/session-report.ts";

const defaultLevels = 20;
const maxLevels = 200;
const maxValueChars = 20_000;
const maxBodyChars = 20_000;

export async function threads(call: DebugCall): Promise<ActionResult> {
	const session = call.debugger.requireActive();
	const list = await requestsOf(call, session).threads();
	if (list.length === 0) throw new ToolError("Debugger reported no threads.");
	const stopped = session.current.stop?.threadId;
	const rows = list.map(({ id, name }) => `thread ${id} ${oneLine(name)}${id === stopped ? " (stopped here)" : ""}`);
	return { lines: limitRows(rows), details: { threads: list, state: session.state } };
}

export async function stackTrace(call: DebugCall): Promise<ActionResult> {
	const levels = Math.min(Math.max(1, Math.trunc(call.params.levels ?? defaultLevels)), maxLevels);
	const frames = await requestsOf(call).stackTrace(levels);
	const rows = frames.map((frame, index) => frameRow(frame, index, call.cwd));
	if (rows.length === 0) return { lines: ["The stack is empty."], details: { stackFrames: [] }, useless: true };
	return { lines: limitRows(rows), details: { stackFrames: frames } };
}

export async function scopes(call: DebugCall): Promise<ActionResult> {
	const list = await requestsOf(call).scopes(call.params.frame_id);
	const rows = list.map(
		({ name, variablesReference, isExpensive }) =>
			`${oneLine(name)} (scope_id ${variablesReference})${isExpensive ? ", slow" : ""}`,
	);
	if (rows.length === 0) return { lines: ["The frame has no scopes."], details: { scopes: [] }, useless: true };
	return { lines: rows, details: { scopes: list } };
}

export async function variables(call: DebugCall): Promise<ActionResult> {
	const reference = call.params.variable_ref ?? call.params.scope_id;
	if (reference === undefined) throw new ToolError("variables requires variable_ref or scope_id");
	const list = await requestsOf(call).variables(reference);
	if (list.length === 0) return { lines: ["There are no variables."], details: { variables: [] }, useless: true };
	return { lines: limitRows(list.map(variableRow)), details: { variables: list.slice(0, maxRows) } };
}

export async function evaluate(call: DebugCall): Promise<ActionResult> {
	const { params } = call;
	const expression = String(required(call, "expression"));
	const session = call.debugger.requireActive();
	const context = params.context ?? session.options.adapter.definition.evaluateContext ?? "watch";
	const evaluation = await requestsOf(call, session).evaluate(expression, { context, frameId: params.frame_id });
	const { result, type, variablesReference } = evaluation;
	const value = result.length > maxValueChars ? `${result.slice(0, maxValueChars)}…` : result;
	const text = sanitizeOutput(value).trimEnd();
	const ref = variablesReference > 0 ? ` (ref ${variablesReference})` : "";
	return {
		lines: [text === "" ? "(no value)" : `${text}${type === undefined ? "" : `: ${oneLine(type)}`}${ref}`],
		details: { evaluation: { ...evaluation, result: value } },
	};
}

export async function modules(call: DebugCall): Promise<ActionResult> {
	const { start_module: startModule, module_count: moduleCount } = call.params;
	const list = await requestsOf(call).modules({ startModule, moduleCount });
	const rows = list.map(({ name, path, version, symbolStatus }) =>
		oneLine([name, path, version, symbolStatus].filter((part) => part !== undefined && part !== "").join("  ")),
	);
	if (rows.length === 0) return { lines: ["There are no modules."], details: { modules: [] }, useless: true };
	return { lines: limitRows(rows), details: { modules: list.slice(0, maxRows) } };
}

export async function loadedSources(call: DebugCall): Promise<ActionResult> {
	const list = await requestsOf(call).loadedSources();
	const rows = list.map(({ name, path }) => oneLine(path === undefined ? (name ?? "?") : shownPath(path, call.cwd)));
	if (rows.length === 0) return { lines: ["No sources are loaded."], details: { sources: [] }, useless: true };
	return { lines: limitRows(rows), details: { sources: list.slice(0, maxRows) } };
}

export async function customRequest(call: DebugCall): Promise<ActionResult> {
	const command = String(required(call, "command"));
	const args = call.params.arguments;
	const body = await requestsOf(call).custom(command, args as object | undefined);
	const text = JSON.stringify(body, undefined, 2);
	const isLong = text.length > maxBodyChars;
	return {
		lines: [isLong ? `${text.slice(0, maxBodyChars)}…` : text],
		details: { customBody: isLong ? undefined : body },
	};
}

/** What is kept of the output, also after the end. */
export async function output({ debugger: target }: DebugCall): Promise<ActionResult> {
	const session = target.last ?? target.requireActive();
	const { text, dropped } = session.output.all();
	const plain = sanitizeOutput(text).trimEnd();
	if (plain === "") return { lines: ["(no output)"], details: { output: "", state: session.state }, useless: true };
	const cut = dropped > 0 ? [`[${dropped} earlier characters were dropped]`] : [];
	return { lines: [...cut, plain], details: { output: plain, state: session.state } };
}

export async function sessions({ debugger: target }: DebugCall): Promise<ActionResult> {
	const session = target.last;
	if (!session) return { lines: ["No debug sessions."], details: { sessions: [] }, useless: true };
	const snapshot = makeSnapshot(session);
	const rows = session.nodes.map(({ id, state, parent, processName, exitCode }) => {
		const what = parent ? (processName ?? "child") : `${snapshot.adapter}: ${snapshot.target}`;
		return `${id}  ${oneLine(what)}  ${state}${exitCode === undefined ? "" : ` (exit code ${exitCode})`}`;
	});
	return { lines: limitRows(rows), details: { sessions: [snapshot], state: session.state } };
}
