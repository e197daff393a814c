import { accountLabelOf } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import { selectorOf } from "@oh-my-pi/pi-ai/model";
import { loginsOf, pinAccount } from "../accounts/pin-account.ts";
import { dropSession } from "../conversation/operations/new-session.ts";
import { sessionStats } from "../conversation/queries/session-stats.ts";
import type { Session } from "../workbench/session.ts";
import type { TextCommand } from "./text-command.ts";

export const sessionCommand: TextCommand = {
	name: "session",
	description: "Facts about the session",
	group: "sessions",
	hint: "[info|delete|pin [account]]",
	subcommands: [
		{ name: "info", description: "File, model, messages, tokens and cost" },
		{ name: "delete", description: "Delete the session and begin a new one" },
		{ name: "pin", description: "Stay with one account of the provider", usage: "pin [account]" },
	],
	async run(args, session) {
		const [name = "", ...words] = args.split(/\s+/);
		switch (name) {
			case "":
			case "info":
				return { output: sessionFacts(session) };
			case "delete":
				return { output: await deleteSession(session) };
			case "pin":
				return { output: pin(words.join(" "), session) };
			default:
				throw new Error(`Unknown: /session ${args}. Use /session info, delete or pin.`);
		}
	},
};

/** Log and artifacts are gone, and an empty session follows. Says what became of it. */
export async function deleteSession({ conversation }: Session): Promise<string> {
	const { file } = conversation.log;
	return (await dropSession(conversation)) ? `Session deleted${file ? `: ${file}` : "."}` : "The session was kept.";
}

function pin(wanted: string, { conversation, registry, log }: Session): string {
	const provider = conversation.model?.provider;
	if (!provider) throw new Error("No model selected.");
	const logins = loginsOf(registry, provider);
	if (logins.length === 0) throw new Error(`No account is logged in to ${provider}.`);
	const fitting = logins.filter((login) => accountLabelOf(login).toLowerCase().includes(wanted.toLowerCase()));
	const [only] = fitting;
	if (!only || fitting.length > 1) {
		throw new Error(`Which account? ${logins.map(accountLabelOf).join(", ")}. Use /session pin <account>.`);
	}
	pinAccount(only, provider, log, registry);
	return `The session stays with ${accountLabelOf(only)} at ${provider}.`;
}

export function sessionFacts({ conversation }: Session): string {
	const { log, model } = conversation;
	const { tokens, ...stats } = sessionStats(conversation);
	const rows: Array<[string, string | undefined]> = [
		["Name", log.name],
		["File", log.file ?? "in memory"],
		["Id", log.id],
		["Folder", log.cwd],
		["Provider", model?.provider],
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
