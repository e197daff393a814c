import type { AgentTool, ToolTier } from "@oh-my-pi/pi-agent-core/tools/tool";
import { readDeclared } from "@oh-my-pi/pi-policy/verdict/decide-call";
import { serverOf } from "../../conversation/tools/hidden-tools.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const toolsCommand: Command = {
	name: "tools",
	summary: "List the tools",
	group: "system",
	async run({ session: { conversation } }) {
		await conversation.refresh();
		const { tools, hiddenTools } = conversation;
		if (tools.length + hiddenTools.length === 0) return notice("No tools.");
		const [offered, hidden] = await Promise.all([linesOf(tools), linesOf(hiddenTools)]);
		const held = hidden.length === 0 ? [] : ["", "Found by tool search:", ...hidden];
		return notice([...offered, ...held].join("\n"));
	},
};

function linesOf(tools: readonly AgentTool[]): Promise<string[]> {
	return Promise.all(tools.map(toolLine));
}

/** Name, tier, where it is from, and what it does in a sentence. */
async function toolLine(tool: AgentTool): Promise<string> {
	const tier = await usualTier(tool);
	// Shown as text, in which code is not marked.
	const [firstSentence = ""] = tool.prompt
		.replaceAll("`", "")
		.trim()
		.split(/(?<=\.)\s|\n/, 1);
	const server = serverOf(tool);
	return `${tool.name} (${tier}${server ? `, ${server}` : ""}) ${firstSentence}`.trimEnd();
}

/** A tool that decides call by call cannot be asked without one; what its calls may do at most counts then. */
function usualTier(tool: AgentTool): ToolTier {
	const { effects } = tool;
	if (typeof tool.approval !== "function" || !effects) return readDeclared(tool.approval).tier;
	if (effects.includes("runs")) return "exec";
	if (effects.includes("writes")) return "write";
	return effects.includes("network") && !effects.includes("reads") ? "network" : "read";
}
