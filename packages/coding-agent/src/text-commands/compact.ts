import { compactionSettings } from "../settings/sections/compaction.ts";
import type { TextCommand } from "./text-command.ts";

const methods = ["soft", "remote", "snapcompact"] as const;

export const compactCommand: TextCommand = {
	name: "compact",
	description: "Condense the conversation so far",
	group: "conversation",
	hint: "[soft|remote|snapcompact] [focus]",
	subcommands: [
		{ name: "soft", description: "A summary by the session's own model" },
		{ name: "remote", description: "A summary by the endpoint for summaries" },
		{ name: "snapcompact", description: "Images of the text, without asking a model" },
	],
	async run(args, { conversation, settings }) {
		if (conversation.messages.length === 0) return { output: "Nothing to compact (no messages yet)" };
		const [first = "", ...rest] = args.split(/\s+/);
		const method = methods.find((name) => name === first);
		const focus = method ? rest.join(" ") : args;
		if (method === "remote" && !settings.get(compactionSettings.remoteEndpoint)) {
			throw new Error("There is no endpoint for summaries. Set compaction.remoteEndpoint, or use /compact soft.");
		}
		const wish = {
			soft: { method: "context-full", isLocal: true },
			remote: { method: "context-full" },
			snapcompact: { method: "snapcompact" },
		} as const;
		const { tokensBefore, shortSummary } = await conversation.compact(focus || undefined, method && wish[method]);
		const { tokens } = conversation.context.usage;
		const gained = `${tokensBefore.toLocaleString("en")} → ${tokens.toLocaleString("en")} tokens`;
		return { output: `Compacted: ${gained}.${shortSummary ? `\n${shortSummary}` : ""}` };
	},
};
