import type {
	DataBreakpointInfo,
	DebugFrame,
	DebugModule,
	DebugScope,
	DebugSource,
	DebugThread,
	DebugVariable,
	Evaluation,
	Instruction,
} from "@oh-my-pi/pi-dap/session/inspection";
import type { SessionState } from "@oh-my-pi/pi-dap/session/session-node";
import type { DebugActionName } from "./params.ts";

/** The state of a session after a call. */
export interface DebugSnapshot {
	readonly id: string;
	readonly adapter: string;
	readonly target: string;
	readonly state: SessionState;
	/** Why it stopped. */
	readonly reason?: string;
	readonly threadId?: number;
	readonly function?: string;
	/** As it is shown: relative to the session's folder. */
	readonly path?: string;
	readonly line?: number;
	/** The source around the line. */
	readonly source?: { readonly firstLine: number; readonly lines: readonly string[] };
	readonly exitCode?: number;
}

export interface ShownBreakpoint {
	readonly verified: boolean;
	readonly message?: string;
	readonly condition?: string;
}

export interface DebugDetails {
	readonly action: DebugActionName;
	readonly success: true;
	readonly snapshot?: DebugSnapshot;
	readonly adapter?: string;
	readonly breakpoints?: ReadonlyArray<ShownBreakpoint & { readonly file: string; readonly line: number }>;
	readonly functionBreakpoints?: ReadonlyArray<ShownBreakpoint & { readonly name: string }>;
	readonly instructionBreakpoints?: ReadonlyArray<ShownBreakpoint & { readonly instructionReference: string }>;
	readonly dataBreakpoints?: ReadonlyArray<ShownBreakpoint & { readonly dataId: string }>;
	readonly dataBreakpointInfo?: DataBreakpointInfo;
	readonly state?: SessionState;
	readonly timedOut?: boolean;
	readonly threads?: readonly DebugThread[];
	readonly stackFrames?: readonly DebugFrame[];
	readonly scopes?: readonly DebugScope[];
	readonly variables?: readonly DebugVariable[];
	readonly evaluation?: Evaluation;
	readonly disassembly?: readonly Instruction[];
	readonly memoryAddress?: string;
	readonly memoryData?: string;
	readonly unreadableBytes?: number;
	readonly bytesWritten?: number;
	readonly modules?: readonly DebugModule[];
	readonly sources?: readonly DebugSource[];
	readonly customBody?: unknown;
	readonly output?: string;
	readonly sessions?: readonly DebugSnapshot[];
}

/** What an action comes to, before it is put together. */
export interface ActionResult {
	readonly lines: readonly string[];
	readonly details?: Omit<Partial<DebugDetails>, "action" | "success">;
	readonly isError?: boolean;
	readonly useless?: boolean;
}
