import { relative } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { DebugSession } from "@oh-my-pi/pi-dap/session/debug-session";
import type { Debugger } from "@oh-my-pi/pi-dap/session/debugger";
import { SessionRequests } from "@oh-my-pi/pi-dap/session/session-requests";
import type { DebugDeps } from "./debug-deps.ts";
import type { DebugParams } from "./params.ts";

/** A call with everything that actions need. */
export interface DebugCall {
	readonly params: DebugParams;
	readonly debugger: Debugger;
	readonly deps: DebugDeps;
	/** Of the session; paths are relative to it. */
	readonly cwd: string;
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}

/** Requests to the active session. Throws when there is none. */
export function requestsOf(call: DebugCall, session: DebugSession = call.debugger.requireActive()): SessionRequests {
	return new SessionRequests(session, call);
}

/** A parameter that the action cannot do without. */
export function required<Name extends keyof DebugParams>(
	{ params }: Pick<DebugCall, "params">,
	name: Name,
): NonNullable<DebugParams[Name]> {
	const value = params[name];
	if (value === undefined || value === null || value === "") {
		throw new ToolError(`${name} is required for ${params.action}`);
	}
	return value;
}

/** A path as it is shown: relative inside the session's folder. */
export function shownPath(path: string, cwd: string): string {
	const way = relative(cwd, path);
	if (way === "") return ".";
	return way.startsWith("..") ? path : way;
}
