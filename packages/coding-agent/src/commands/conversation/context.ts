import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { contextGrid, contextParts } from "../../conversation/queries/context-parts.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const contextCommand: Command = {
	name: "context",
	summary: "Show context usage",
	group: "conversation",
	describe: (session) => usageText(session),
	async run({ session }) {
		const { conversation } = session;
		await conversation.refresh();
		const { breakdown } = conversation.context;
		if (!breakdown || !conversation.model) return notice("No model selected.");
		const parts = contextParts(breakdown, conversation.systemPrompt);
		const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
		const widest = Math.max(...parts.map(({ name }) => name.length));
		const lines = parts.map(({ name, tokens, sign }) => {
			const percent = total === 0 ? 0 : (tokens / total) * 100;
			const figures = `${tokens.toLocaleString("en").padStart(9)}  ${percent.toFixed(1).padStart(5)}%`;
			return `${sign} ${name.padEnd(widest)} ${figures}`;
		});
		const title = `${selectorOf(conversation.model)} · ${usageText(session)}`;
		return notice([title, "", ...contextGrid(parts), "", ...lines].join("\n"));
	},
};

function usageText({ conversation }: OpenedConversation): string {
	const { tokens, contextWindow } = conversation.context.usage;
	if (contextWindow === 0) return "no model";
	const percent = Math.round((tokens / contextWindow) * 100);
	return `${percent}% (${tokens.toLocaleString("en")}/${contextWindow.toLocaleString("en")})`;
}
