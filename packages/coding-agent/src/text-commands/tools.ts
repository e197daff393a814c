import { toolDecision } from "../conversation/approval/approval-decision.ts";
import type { TextCommand } from "./text-command.ts";

export const toolsCommand: TextCommand = {
	name: "tools",
	description: "List the tools",
	group: "system",
	async run(_args, { conversation }) {
		if (conversation.tools.length === 0) return { output: "No tools." };
		const lines = conversation.tools.map((tool) => {
			const [firstSentence = ""] = tool.prompt.trim().split(/(?<=\.)\s|\n/, 1);
			return `${tool.name} (${toolDecision(tool, {}).tier}) ${firstSentence}`.trimEnd();
		});
		return { output: lines.join("\n") };
	},
};
