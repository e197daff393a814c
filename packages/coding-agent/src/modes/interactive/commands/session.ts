import type { Command } from "./command.ts";

export const sessionCommand: Command = {
	name: "session",
	summary: "Show facts about this session",
	async run({ conversation }) {
		const { log, messages } = conversation;
		const usage = log.usage();
		const lines = [
			`Session   ${log.id}${log.name ? ` (${log.name})` : ""}`,
			`File      ${log.file ?? "in memory"}`,
			`Messages  ${messages.length}`,
			`Tokens    ${usage.totalTokens} (${usage.input} in, ${usage.output} out, ${usage.cacheRead} cached)`,
			`Cost      $${usage.cost.toFixed(4)}`,
		];
		return { kind: "notice", level: "info", text: lines.join("\n") };
	},
};
