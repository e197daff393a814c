import { describeAccount } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { listLogins, pinAccount } from "../../accounts/pin-account.ts";
import { dropSession } from "../../conversation/operations/new-session.ts";
import { sessionStats } from "../../conversation/queries/session-stats.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command, CommandCall } from "../contract/command.ts";
import { type CommandOutcome, notice } from "../contract/outcome.ts";

export const sessionCommand: Command = {
	name: "session",
	summary: "Session details",
	group: "sessions",
	hint: "[info|delete|pin [account]]",
	subcommands: [
		{ name: "info", summary: "File, model, messages, tokens and cost" },
		{ name: "delete", summary: "Delete the session and start a new one" },
		{ name: "pin", summary: "Pin an account for this session", usage: "pin [account]" },
	],
	run: runText,
	screen: {
		async run(call, { ask, submit }) {
			if (call.args !== "delete") return runText(call);
			const { confirmDialog } = await import("../../dialogs/confirm-dialog.ts");
			const question = "Deletes the session and its files. This cannot be undone.";
			if (!(await ask(confirmDialog({ title: "Delete session", question, yes: "Delete it", isDestructive: true })))) {
				return notice("Session kept");
			}
			const text = await deleteSession(call.session);
			// The picker leads to another session; dismissing it stays in the new one.
			void submit("/resume");
			return { kind: "session-changed", text };
		},
	},
};

async function runText({ args, session }: CommandCall): Promise<CommandOutcome> {
	const [name = "", ...words] = args.split(/\s+/);
	switch (name) {
		case "":
		case "info":
			if (words.length > 0) break;
			return notice(sessionFacts(session));
		case "delete":
			if (words.length > 0) break;
			return notice(await deleteSession(session));
		case "pin":
			return notice(pin(words.join(" "), session));
	}
	throw new Error(`Unknown: /session ${args}. Use /session info, delete or pin [account].`);
}

/** Log and artifacts are gone, and an empty session follows. Says what became of it. */
async function deleteSession({ conversation }: OpenedConversation): Promise<string> {
	const { file } = conversation.log;
	return (await dropSession(conversation)) ? `Session deleted${file ? `: ${file}` : "."}` : "Session kept.";
}

function pin(wanted: string, { conversation, registry, log }: OpenedConversation): string {
	const provider = conversation.model?.provider;
	if (!provider) throw new Error("No model selected.");
	const logins = listLogins(registry, provider);
	if (logins.length === 0) throw new Error(`No account is logged in to ${provider}.`);
	const fitting = logins.filter((login) => describeAccount(login).toLowerCase().includes(wanted.toLowerCase()));
	const [only] = fitting;
	if (!only || fitting.length > 1) {
		throw new Error(`Which account? ${logins.map(describeAccount).join(", ")}. Use /session pin <account>.`);
	}
	pinAccount(only, provider, log, registry);
	return `Session pinned to ${describeAccount(only)} at ${provider}.`;
}

export function sessionFacts(session: OpenedConversation): string {
	const { conversation } = session;
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
		["Messages", `${stats.userMessages} user, ${stats.assistantMessages} assistant`],
		["Tool calls", String(stats.toolCalls)],
		[
			"Tokens",
			`${tokens.input} in, ${tokens.output} out, ${tokens.cacheRead} from cache, ${tokens.cacheWrite} to cache`,
		],
		["Cost", `$${stats.cost.toFixed(4)}`],
		...session.workbench.features.costs(session).map(({ name, text }): [string, string] => [name, text]),
	];
	return rows.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join("\n");
}
