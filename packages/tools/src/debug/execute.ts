import { type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { DapError } from "@oh-my-pi/pi-dap/protocol/dap-error";
import { timeLimit } from "../contract/time-limit.ts";
import {
	dataBreakpointInfo,
	removeBreakpoint,
	removeDataBreakpoint,
	removeInstructionBreakpoint,
	setBreakpoint,
	setDataBreakpoint,
	setInstructionBreakpoint,
} from "./actions/breakpoints.ts";
import { pause, resume, step, terminate } from "./actions/control.ts";
import {
	customRequest,
	evaluate,
	loadedSources,
	modules,
	output,
	scopes,
	sessions,
	stackTrace,
	threads,
	variables,
} from "./actions/inspect.ts";
import { disassemble, readMemory, writeMemory } from "./actions/memory.ts";
import { attach, launch } from "./actions/start.ts";
import type { DebugCall } from "./contract/call.ts";
import type { DebugDeps } from "./contract/debug-deps.ts";
import type { ActionResult, DebugDetails } from "./contract/details.ts";
import type { DebugActionName, DebugParams } from "./contract/params.ts";

const range = { default: 30, min: 5, max: 300 };

const actions: Readonly<Record<DebugActionName, (call: DebugCall) => Promise<ActionResult>>> = {
	launch,
	attach,
	set_breakpoint: setBreakpoint,
	remove_breakpoint: removeBreakpoint,
	set_instruction_breakpoint: setInstructionBreakpoint,
	remove_instruction_breakpoint: removeInstructionBreakpoint,
	data_breakpoint_info: dataBreakpointInfo,
	set_data_breakpoint: setDataBreakpoint,
	remove_data_breakpoint: removeDataBreakpoint,
	continue: resume,
	step_over: (call) => step(call, "next"),
	step_in: (call) => step(call, "stepIn"),
	step_out: (call) => step(call, "stepOut"),
	pause,
	evaluate,
	write_memory: writeMemory,
	custom_request: customRequest,
	terminate,
	output,
	threads,
	stack_trace: stackTrace,
	scopes,
	variables,
	disassemble,
	read_memory: readMemory,
	loaded_sources: loadedSources,
	modules,
	sessions,
};

export async function executeDebug(
	params: DebugParams,
	call: ToolCallContext<DebugDetails>,
	deps: DebugDeps,
): Promise<ToolOutput<DebugDetails>> {
	const limit = timeLimit(params.timeout, { ...range, cap: deps.maxTimeoutSeconds }, { zeroIsNone: false });
	const target = await deps.debugging.load();
	target.touch();
	const timeoutMs = (limit.seconds ?? range.default) * 1000;
	const { signal } = call;
	try {
		const result = await actions[params.action]({
			params,
			debugger: target,
			deps,
			cwd: deps.workspace.cwd(),
			timeoutMs,
			signal,
		});
		return {
			content: [...result.lines, ...limit.notices].join("\n"),
			details: { action: params.action, success: true, ...result.details },
			...(result.isError && { isError: true }),
			...(result.useless && { useless: true }),
		};
	} catch (error) {
		// A slow call leaves the session a while of its own.
		if (error instanceof DapError) throw new ToolError(error.message, { cause: error });
		throw error;
	} finally {
		target.touch();
	}
}
