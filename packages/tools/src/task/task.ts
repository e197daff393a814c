import { type ToolDefinition, ToolError, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { SpawnOptions, SpawnPort, TaskDetails, TaskRequest } from "../services/agent-service.ts";
import type { ToolServices } from "../services/services.ts";
import { readTasks } from "./arguments.ts";
import prompt from "./prompt.md" with { type: "text" };

const traits: ToolTraits = {
	name: "task",
	aliases: ["agent", "subagent", "delegate"],
	effects: ["reads", "writes", "runs", "network"],
	startsAgents: true,
	outsideSources: () => ["sub-agent"],
	// A result is cut where it is made, and all of it is at `agent://`.
	keepsLongOutput: true,
	view: async () => (await import("./view.ts")).taskView,
};

export const task: BuiltInTool = {
	...traits,
	summary: "Give work to sub-agents",
	sample: async () => (await import("./sample.data.ts")).taskSample,
	create: ({ agents }: Pick<ToolServices, "agents">) => (agents?.spawning ? taskTool(agents.spawning) : undefined),
};

export function taskTool(port: SpawnPort) {
	const options = port.options();
	const agentList = port.agentList();
	const tool: ToolDefinition<TaskRequest, TaskDetails> = {
		...traits,
		label: "Task",
		asksIntent: true,
		prompt: `${urges[options.eager]}${renderPrompt(prompt, { more: moreFor(options) })}\n${agentList}`,
		parameters: parametersFor(options),
		// Starting agents changes nothing: each of their calls is judged like one of the user's conversation.
		approval: "read",
		approvalDetails: ({ tasks }) => tasks.map(({ agent = "task", task: text }) => `${agent}: ${text}`.slice(0, 2000)),
		loadMode: "essential",
		// Missing fields are answered in words that say what to send instead.
		lenientArguments: true,
		hiddenParameters: {
			...{
				agent: {},
				schema: {},
				outputSchema: {},
				task: {},
				name: {},
				tasks: {},
				assignment: {},
				id: {},
				isolated: {},
			},
			// As other programs call it.
			...{ prompt: {}, description: {}, subagent_type: {}, instructions: {}, run_in_background: {} },
		},
		normalize(args) {
			const read = readTasks(args, options);
			if ("problem" in read) throw new ToolError(read.problem);
			return { ...read };
		},
		execute: (request, call) => port.runTasks(request, call),
	};
	return tool;
}

function moreFor({ returnsAtOnce, isolation }: SpawnOptions): string {
	const arriving = returnsAtOnce ? " Returns at once; results arrive by themselves." : "";
	return isolation ? `${arriving} Changes of isolated ones are merged by themselves.` : arriving;
}

/** `task.eager` */
const urges: Readonly<Record<SpawnOptions["eager"], string>> = {
	default: "",
	preferred: "Prefer this to doing the work yourself: hand over each part that can be done on its own. ",
	always: "Hand over all work of more than one step; yourself only plan, check results and report. ",
};

const text = { type: "string" } as const;

function itemFields({ effort, isolation }: SpawnOptions) {
	return {
		task: { ...text, description: "Complete instructions" },
		name: { ...text, description: "Its id" },
		agent: { ...text, description: "Default: task" },
		outputSchema: { type: "object", description: "JSON Schema of the result" },
		...(effort && { effort: { type: "string", enum: ["lo", "med", "hi"] } }),
		...(isolation && { isolated: { type: "boolean", description: "Works in a copy of the project" } }),
	} as const;
}

function parametersFor(options: SpawnOptions) {
	const fields = itemFields(options);
	const context = { ...text, description: "Background for all of them" } as const;
	if (!options.batch) {
		return {
			type: "object",
			properties: { ...fields, context: { ...text, description: "Background" } },
			required: ["task"],
		} as const;
	}
	return {
		type: "object",
		properties: {
			context,
			tasks: { type: "array", items: { type: "object", properties: fields, required: ["task"] } },
		},
		required: ["tasks"],
	} as const;
}
