import type { DebugSession } from "@oh-my-pi/pi-dap/session/debug-session";
import type { DebugFrame, DebugVariable } from "@oh-my-pi/pi-dap/session/inspection";
import { SessionRequests } from "@oh-my-pi/pi-dap/session/session-requests";
import type { WaitResult } from "@oh-my-pi/pi-dap/session/tree-watch";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { type DebugCall, shownPath } from "../contract/call.ts";
import type { ActionResult, DebugSnapshot } from "../contract/details.ts";
import { frameRow, limitRows, outputRows, placeText, variableRow } from "./format.ts";
import { readSourceWindow, sourceRows } from "./source-window.ts";

const shownFrames = 8;
const searchedFrames = 40;
const shownLocals = 20;
/** Looking around after a stop is best effort. */
const lookMs = 5000;

/** How a session stands after a wait: where it stopped, with what around it, or how it ended. */
export async function reportWait(session: DebugSession, result: WaitResult, call: DebugCall): Promise<ActionResult> {
	switch (result) {
		case "stopped":
			return reportStop(session, call);
		case "ended":
			return session.state === "ended" ? reportEnd(session) : reportChildEnd(session);
		case "running":
			return reportRunning(session, call.timeoutMs);
	}
}

export async function reportStop(session: DebugSession, call: DebugCall): Promise<ActionResult> {
	const { cwd, deps, signal } = call;
	const requests = new SessionRequests(session, { timeoutMs: lookMs, signal });
	const node = session.current;
	const stack = await withFallback(requests.stackTrace(searchedFrames), [], "the stop is known without its stack");
	const frames = stack.slice(0, shownFrames);
	const top = stack.find(({ isSubtle }) => !isSubtle) ?? stack[0];
	const frame = chooseFrame(stack, top, node.stop?.reason, cwd);
	// What is evaluated next is about the code that is shown.
	if (frame && node.state === "stopped") node.frameId = frame.id;
	const { stop } = node;
	const isException = stop?.reason === "exception";
	const exception = isException
		? await withFallback(requests.exceptionText(), undefined, "the reason is known without its text")
		: undefined;
	const locals = frame ? await withFallback(readLocals(requests, frame.id), [], "the stop is known without them") : [];
	const window = frame?.path === undefined ? undefined : readSourceWindow(frame.path, frame.line, deps.workspace.home);
	const why = exception ?? stop?.text ?? (isException ? stop?.description : undefined);
	const child = node.parent ? ` of child session ${node.id}` : "";
	const where = frame ? `${oneLine(frame.name)}${placeText(frame, cwd)}` : "";
	const via = top && frame && top !== frame ? `${oneLine(top.name)}, called from ` : "";
	const heading = `Stopped (${oneLine(stop?.reason ?? "unknown")})${frame ? ` in ${via}${where}` : ""}, thread ${stop?.threadId ?? "?"}${child}`;
	return {
		lines: [
			heading,
			...(why === undefined ? [] : [oneLine(why, 1000)]),
			...(window && frame ? sourceRows(window, frame.line) : []),
			...(locals.length > 0 ? ["Locals:", ...indented(localRows(locals))] : []),
			...(frames.length > 1 ? ["Stack:", ...indented(frames.map((one, index) => frameRow(one, index, cwd)))] : []),
			...outputRows(session.output.takeNew()),
		],
		details: {
			state: "stopped",
			snapshot: makeSnapshot(session, cwd, frame, window && { source: window }),
			stackFrames: frames,
			...(locals.length > 0 && { variables: locals.slice(0, shownLocals) }),
		},
	};
}

/** A program that is paused, or dies, is mostly in a library: the first frame with source of the user's says more. */
function chooseFrame(
	stack: readonly DebugFrame[],
	top: DebugFrame | undefined,
	reason: string | undefined,
	cwd: string,
): DebugFrame | undefined {
	const hasSource = ({ path }: DebugFrame) => path !== undefined && statOrUndefined(path)?.isFile() === true;
	const isUsers = (frame: DebugFrame) => isInFolder(frame.path ?? "", cwd) && hasSource(frame);
	if (!top || (hasSource(top) && reason !== "pause")) return top;
	return stack.find(isUsers) ?? (hasSource(top) ? top : (stack.find(hasSource) ?? top));
}

function reportEnd(session: DebugSession): ActionResult {
	const { exitCode, root } = session;
	const how = exitCode === undefined ? "The program has ended." : `The program exited with code ${exitCode}.`;
	return {
		lines: [
			root.endReason === undefined ? how : `The debug session ended: ${root.endReason}`,
			...outputRows(session.output.takeNew()),
		],
		details: { state: "ended", snapshot: makeSnapshot(session) },
		isError: root.endReason !== undefined,
	};
}

function reportChildEnd(session: DebugSession): ActionResult {
	const { state } = session;
	return {
		lines: [
			`A child session has ended; others are ${state}. Use sessions to see them, continue to go on.`,
			...outputRows(session.output.takeNew()),
		],
		details: { state, snapshot: makeSnapshot(session) },
	};
}

function reportRunning(session: DebugSession, waitedMs: number): ActionResult {
	return {
		lines: [
			`The program is still running after ${Math.round(waitedMs / 1000)}s without a stop. Use continue to wait for one, pause to stop it now, terminate to end it.`,
			...outputRows(session.output.takeNew()),
		],
		details: { state: "running", timedOut: true, snapshot: makeSnapshot(session) },
	};
}

export function makeSnapshot(
	session: DebugSession,
	cwd = "",
	frame?: DebugFrame,
	more: Partial<DebugSnapshot> = {},
): DebugSnapshot {
	const { stop } = session.current;
	const { exitCode } = session;
	return {
		id: session.id,
		adapter: session.options.adapter.definition.name,
		target: session.options.target,
		state: session.state,
		...(stop && { reason: stop.reason }),
		...(stop?.threadId !== undefined && { threadId: stop.threadId }),
		...(frame && { function: frame.name, line: frame.line }),
		...(frame?.path !== undefined && { path: shownPath(frame.path, cwd) }),
		...(exitCode !== undefined && { exitCode }),
		...more,
	};
}

/** Of the first scope that is cheap to ask for. */
async function readLocals(requests: SessionRequests, frameId: number): Promise<DebugVariable[]> {
	const scopes = await requests.scopes(frameId);
	const scope = scopes.find(({ isExpensive, variablesReference }) => !isExpensive && variablesReference > 0);
	return scope ? requests.variables(scope.variablesReference, shownLocals + 1) : [];
}

function localRows(locals: readonly DebugVariable[]): string[] {
	return limitRows(locals.map(variableRow), shownLocals);
}

function indented(rows: readonly string[]): string[] {
	return rows.map((row) => `  ${row}`);
}
