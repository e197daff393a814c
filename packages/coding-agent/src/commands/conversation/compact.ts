import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { compactionSettings } from "../../settings/sections/agent/compaction.ts";
import type { Command, CommandCall } from "../contract/command.ts";
import { type CommandOutcome, notice } from "../contract/outcome.ts";

const methods = ["soft", "remote", "snapcompact"] as const;

export const compactCommand: Command = {
	name: "compact",
	summary: "Summarize the conversation to free context",
	group: "conversation",
	hint: "[soft|remote|snapcompact] [focus]",
	subcommands: [
		{ name: "soft", summary: "Summarize with the current model" },
		{ name: "remote", summary: "Summarize with compaction.remoteEndpoint" },
		{ name: "snapcompact", summary: "Keep the text as images, without a model" },
	],
	run: compact,
	screen: {
		async run(call, { during }) {
			try {
				return await during("Compacting… (esc to cancel)", () => compact(call));
			} catch (error) {
				if (isAbort(error)) return notice("Compaction cancelled");
				throw error;
			}
		},
	},
};

async function compact({ args, session: { conversation, settings } }: CommandCall): Promise<CommandOutcome> {
	if (conversation.messages.length === 0) return notice("Nothing to compact (no messages yet)");
	const [first = "", ...rest] = args.split(/\s+/);
	const method = methods.find((name) => name === first);
	const focus = method ? rest.join(" ") : args;
	if (method === "remote" && !settings.get(compactionSettings.remoteEndpoint)) {
		throw new Error("No summary endpoint is set. Set compaction.remoteEndpoint, or use /compact soft.");
	}
	const wish = {
		soft: { method: "context-full", isLocal: true },
		remote: { method: "context-full" },
		snapcompact: { method: "snapcompact" },
	} as const;
	const { tokensBefore, shortSummary } = await conversation.compact(focus || undefined, method && wish[method]);
	const { tokens } = conversation.context.usage;
	const gained = `${tokensBefore.toLocaleString("en")} → ${tokens.toLocaleString("en")} tokens`;
	return notice(`Compacted: ${gained}.${shortSummary ? `\n${shortSummary}` : ""}`);
}
