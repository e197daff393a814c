import { defineTool, type ToolCallContext, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { commandRules } from "../bash/preferences.ts";
import { bashSettings } from "../bash/settings.ts";
import { adapter } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import { toolSettings } from "../contract/settings.ts";
import type { ToolServices } from "../services/services.ts";
import { debugAction, debugFacts, findConditions, programLine } from "./action.ts";
import type { DebugDeps } from "./contract/debug-deps.ts";
import type { DebugDetails } from "./contract/details.ts";
import { type DebugParams, hiddenParameters, parameters } from "./contract/params.ts";
import prompt from "./prompt.md" with { type: "text" };
import { debugSettings } from "./settings.ts";

const traits: ToolTraits = {
	name: "debug",
	aliases: ["debugger", "dap"],
	effects: ["reads", "writes", "runs", "network"],
	switch: debugSettings.enabled,
	restrictedLike: "bash",
	topics: [
		...["debugger", "breakpoint", "breakpoints", "step-through", "gdb", "lldb", "debugpy", "pdb", "delve", "dlv"],
		...["segfault", "stacktrace", "stack-trace", "core-dump", "crash", "crashes", "deadlock"],
	],
	facts: ({ action, program, args }) =>
		action === "launch" && typeof program === "string"
			? { command: programLine(program, Array.isArray(args) ? args.map(String) : []) }
			: {},
	view: async () => (await import("./view.ts")).debugView,
};

export const debug: BuiltInTool = {
	...traits,
	summary: "Run programs in a debugger",
	sample: async () => (await import("./sample.data.ts")).debugSample,
	settings: [debugSettings],
	create: (services: DebugServices) => {
		const { settings, workspace, debugging } = services;
		// Whoever takes the shell away does not want programs run by another name.
		if (!debugging || !settings.get(bashSettings.enabled)) return undefined;
		const tool = debugTool({
			debugging,
			workspace,
			commandRules: () => commandRules(services),
			maxTimeoutSeconds: settings.get(toolSettings.maxTimeout),
		});
		// Few sessions need it. It can be called without being offered, and prompts about debugging bring it.
		return { ...tool, onDemand: () => false };
	},
};

type DebugServices = Pick<ToolServices, "settings" | "workspace" | "debugging" | "shell">;

const adapt = adapter({
	names: {
		op: "action",
		operation: "action",
		path: "program",
		script: "program",
		executable: "program",
		binary: "program",
		arguments_list: "args",
		argv: "args",
		workdir: "cwd",
		directory: "cwd",
		process_id: "pid",
		source: "file",
		file_path: "file",
		filename: "file",
		line_number: "line",
		lineno: "line",
		function_name: "function",
		symbol: "function",
		expr: "expression",
		code: "expression",
		variables_reference: "variable_ref",
		ref: "variable_ref",
		variable_reference: "variable_ref",
		depth: "levels",
		address: "memory_reference",
		type: "adapter",
		debugger: "adapter",
	},
});

export function debugTool(deps: DebugDeps) {
	return defineTool({
		...traits,
		label: "Debug",
		prompt: prompt.trim(),
		parameters,
		hiddenParameters,
		...judgedCalls(
			(params: DebugParams) => debugAction(params, deps),
			() => debugFacts(deps),
		),
		approvalDetails: approvalRows,
		concurrency: "exclusive",
		loadMode: "discoverable",
		adapt,
		async execute(params, call: ToolCallContext<DebugDetails>) {
			const { executeDebug } = await import("./execute.ts");
			return executeDebug(params, call, deps);
		},
	});
}

const maxShownText = 2000;

/** All that would run, and where. */
function approvalRows(params: DebugParams): string[] {
	const { action, program, args, cwd, pid, port, host, expression, command, data } = params;
	const place = breakpointPlace(params);
	const words = action.replaceAll("_", " ");
	const rows = [
		action === "launch" && program ? `Command: ${programLine(program, args)}` : words,
		...(place === undefined ? [] : [`Place: ${place}`]),
		...(pid === undefined ? [] : [`Process: ${pid}`]),
		...(port === undefined ? [] : [`Address: ${host ?? "127.0.0.1"}:${port}`]),
		...(cwd === undefined ? [] : [`Folder: ${cwd}`]),
		...findConditions(params).map((condition) => `Condition: ${condition}`),
		...[expression, command, data].filter((text) => text !== undefined),
		...(params.arguments === undefined ? [] : [JSON.stringify(params.arguments)]),
	];
	return rows.map((row) => (row.length > maxShownText ? `${row.slice(0, maxShownText)}…` : row));
}

function breakpointPlace(params: DebugParams): string | undefined {
	const { file, line, function: name, instruction_reference: instruction, memory_reference: memory } = params;
	if (file !== undefined) return line === undefined ? file : `${file}:${line}`;
	return name ?? instruction ?? memory ?? params.data_id;
}
