import { defineTool, type ToolCallContext, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { MessageDetails, MessagePort, MessageRequest } from "../services/agent-service.ts";
import type { ToolServices } from "../services/services.ts";
import prompt from "./prompt.md" with { type: "text" };

const traits: ToolTraits = {
	name: "irc",
	partOf: ["hub"],
	effects: [],
	view: async () => (await import("./view.ts")).ircView,
};

export const irc: BuiltInTool = {
	...traits,
	summary: "Messages between agents",
	sample: async () => (await import("./sample.data.ts")).ircSample,
	create: ({ agents }: Pick<ToolServices, "agents">) => {
		const port = agents?.messages;
		if (!port) return undefined;
		return {
			...ircTool(port),
			unavailableReason: () => (port.isAvailable() ? undefined : "Peer messaging is unavailable in this session."),
		};
	},
};

export function ircTool(port: MessagePort) {
	return defineTool({
		...traits,
		label: "Message",
		prompt: prompt.trim(),
		parameters: {
			type: "object",
			properties: {
				op: { type: "string", enum: ["send", "wait", "inbox", "list"] },
				to: { type: "string", description: "An agent, or all" },
				message: { type: "string" },
				await: { type: "boolean", description: "Wait for the answer" },
			},
			required: ["op"],
		} as const,
		// Rarely needed; each costs every request.
		hiddenParameters: {
			from: { type: "string" },
			timeoutMs: { type: "number" },
			replyTo: { type: "string" },
			peek: { type: "boolean" },
		},
		approval: "read",
		// In order, but the agents that are awaited work at the same time.
		concurrency: ({ op, await: isAwaited }) => (op === "send" && !isAwaited ? "exclusive" : "shared"),
		loadMode: "essential",
		execute: (params: MessageRequest, call: ToolCallContext<MessageDetails>) => port.run(params, call),
	});
}
