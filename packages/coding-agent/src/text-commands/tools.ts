import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { toolDecision } from "../conversation/approval/approval-decision.ts";
import type { TextCommand } from "./text-command.ts";

export const toolsCommand: TextCommand = {
	name: "tools",
	description: "List the tools",
	group: "system",
	async run(_args, { conversation }) {
		await conversation.refresh();
		const { tools, hiddenTools } = conversation;
		if (tools.length + hiddenTools.length === 0) return { output: "No tools." };
		const held = hiddenTools.length === 0 ? [] : ["", "Found when searched for:", ...hiddenTools.map(toolLine)];
		return { output: [...tools.map(toolLine), ...held].join("\n") };
	},
};

/** Name, tier, where it is from, and what it does in a sentence. */
function toolLine(tool: AgentTool): string {
	const [firstSentence = ""] = tool.prompt.trim().split(/(?<=\.)\s|\n/, 1);
	const server = /^mcp__(.+?)__/.exec(tool.name)?.[1];
	return `${tool.name} (${toolDecision(tool, {}).tier}${server ? `, ${server}` : ""}) ${firstSentence}`.trimEnd();
}
