import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { DebugSession } from "@oh-my-pi/pi-dap/session/debug-session";
import { type DebugCall, requestsOf } from "../contract/call.ts";
import type { ActionResult } from "../contract/details.ts";
import { outputRows } from "../report/format.ts";
import { makeSnapshot, reportStop, reportWait } from "../report/session-report.ts";

/** A program that runs already is only waited for. */
export async function resume(call: DebugCall): Promise<ActionResult> {
	const session = call.debugger.requireActive();
	if (session.state !== "stopped") return reportWait(session, await session.wait(call), call);
	return run(session, "continue", call);
}

export async function step(call: DebugCall, command: "next" | "stepIn" | "stepOut"): Promise<ActionResult> {
	const session = call.debugger.requireActive();
	if (session.state !== "stopped") throw new ToolError("The program is running. Use pause first, or continue to wait.");
	return run(session, command, call);
}

export async function pause(call: DebugCall): Promise<ActionResult> {
	const session = call.debugger.requireActive();
	if (session.state === "stopped") return reportStop(session, call);
	const threadId = await requestsOf(call, session).threadId();
	return reportWait(session, await session.pause(threadId, call), call);
}

export async function terminate({ debugger: target }: DebugCall): Promise<ActionResult> {
	const session = await target.terminate();
	if (!session) return { lines: ["No debug session to terminate."], useless: true };
	const what = session.options.request === "launch" ? "Terminated" : "Detached from";
	const isKept = !target.breakpoints.isEmpty;
	return {
		lines: [
			`${what} ${session.options.target} (session ${session.id}).${isKept ? " Breakpoints are kept for the next launch." : ""}`,
			...outputRows(session.output.takeNew()),
		],
		details: { state: "ended", snapshot: makeSnapshot(session) },
	};
}

async function run(
	session: DebugSession,
	command: "continue" | "next" | "stepIn" | "stepOut",
	call: DebugCall,
): Promise<ActionResult> {
	const { timeoutMs, signal } = call;
	const threadId = await requestsOf(call, session).threadId();
	return reportWait(session, await session.resume(command, { threadId, timeoutMs, signal }), call);
}
