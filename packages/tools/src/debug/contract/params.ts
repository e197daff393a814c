import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";

const text = { type: "string" } as const;
const number = { type: "number" } as const;
const flag = { type: "boolean" } as const;

/** Actions that only look. */
export const readActions = [
	"output",
	"threads",
	"stack_trace",
	"scopes",
	"variables",
	"disassemble",
	"read_memory",
	"loaded_sources",
	"modules",
	"sessions",
] as const;

const otherActions = [
	"launch",
	"attach",
	"set_breakpoint",
	"remove_breakpoint",
	"set_instruction_breakpoint",
	"remove_instruction_breakpoint",
	"data_breakpoint_info",
	"set_data_breakpoint",
	"remove_data_breakpoint",
	"continue",
	"step_over",
	"step_in",
	"step_out",
	"pause",
	"evaluate",
	"write_memory",
	"custom_request",
	"terminate",
] as const;

export const parameters = {
	type: "object",
	properties: {
		action: { type: "string", enum: [...otherActions, ...readActions] },
		program: text,
		args: { type: "array", items: text },
		adapter: text,
		cwd: text,
		pid: number,
		port: number,
		host: text,
		file: text,
		line: number,
		function: text,
		condition: text,
		hit_condition: text,
		expression: text,
		context: { ...text, description: "evaluate: repl for debugger commands" },
		frame_id: number,
		levels: number,
		variable_ref: number,
		scope_id: number,
		name: { ...text, description: "data_breakpoint_info: variable" },
		data_id: text,
		access_type: { type: "string", enum: ["read", "write", "readWrite"] },
		instruction_reference: text,
		instruction_count: number,
		instruction_offset: number,
		memory_reference: text,
		offset: number,
		count: number,
		data: { ...text, description: "write_memory: base64" },
		resolve_symbols: flag,
		allow_partial: flag,
		start_module: number,
		module_count: number,
		command: { ...text, description: "custom_request" },
		arguments: { type: "object", description: "custom_request" },
		timeout: { ...number, description: "Seconds, default 30, at most 300" },
	},
	required: ["action"],
	additionalProperties: false,
} as const;

/** Understood, but the model is not told of it. */
export const hiddenParameters = { breakpoints: { type: "array" } } as const;

export type DebugParams = FromSchema<typeof parameters> & { readonly breakpoints?: readonly unknown[] };
export type DebugActionName = DebugParams["action"];
