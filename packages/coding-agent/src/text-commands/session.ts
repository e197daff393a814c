import { selectorOf } from "@oh-my-pi/pi-ai/model";
import type { Session } from "../app/compose-session.ts";
import { sessionStats } from "../conversation/queries/session-stats.ts";
import type { TextCommand } from "./text-command.ts";

export const sessionCommand: TextCommand = {
	name: "session",
	description: "Facts about the session",
	group: "sessions",
	hint: "[info]",
	subcommands: [{ name: "info", description: "File, model, messages, tokens and cost" }],
	async run(args, session) {
		if (args !== "" && args !== "info") throw new Error(`Unknown: /session ${args}. Use /session info.`);
		return { output: facts(session) };
	},
};

function facts({ conversation }: Session): string {
	const { log, model } = conversation;
	const { tokens, ...stats } = sessionStats(conversation);
	const rows: Array<[string, string | undefined]> = [
		["Name", log.name],
		["File", log.file ?? "in memory"],
		["Id", log.id],
		["Folder", log.cwd],
		["Model", model && selectorOf(model)],
		["Endpoint", model?.baseUrl],
		["Messages", `${stats.userMessages} of the user, ${stats.assistantMessages} of the model`],
		["Tool calls", String(stats.toolCalls)],
		[
			"Tokens",
			`${tokens.input} in, ${tokens.output} out, ${tokens.cacheRead} from cache, ${tokens.cacheWrite} to cache`,
		],
		["Cost", `$${stats.cost.toFixed(4)}`],
	];
	return rows.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join("\n");
}
