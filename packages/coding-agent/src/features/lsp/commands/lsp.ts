import { lspSettings } from "@oh-my-pi/pi-tools/lsp/settings";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Argument, Command } from "../../../commands/contract/command.ts";
import { type CommandOutcome, notice } from "../../../commands/contract/outcome.ts";
import { splitArguments } from "../../../commands/contract/split-arguments.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { lspKey, type RunningLsp, type ServerOverview } from "../session/lsp-key.ts";
import { logLines, serverLines } from "../session/server-words.ts";

const actions = [
	{ name: "list", summary: "The servers of this folder, whether they run, and what they use" },
	{ name: "restart", summary: "Read the config again and end servers; the next use starts them", usage: "[name]" },
	{ name: "log", summary: "The last lines that a server wrote", usage: "<name>" },
];
const shownLogLines = 40;

export const lspCommand: Command = {
	name: "lsp",
	summary: "Show and restart language servers",
	group: "system",
	hint: "[restart|log]",
	subcommands: actions,
	async complete(typed, session): Promise<readonly Argument[]> {
		const [action = "", ...rest] = typed.split(/\s+/);
		if (rest.length === 0) return actions.map(({ name, summary }) => ({ name, summary }));
		if (action !== "restart" && action !== "log") return [];
		const overview = await session.workbench.features.find(lspKey)?.overview(session.folder.path);
		return (overview?.states ?? []).map(({ name }) => ({ name: `${action} ${name}` }));
	},
	async run({ args, session }) {
		const servers = session.workbench.features.find(lspKey);
		if (!servers) return notice("There are no language servers in this session (--no-lsp or --no-tools).");
		if (!session.settings.get(lspSettings.enabled)) return notice("Language servers are switched off (lsp.enabled).");
		try {
			return await runAction(splitArguments(args), session, servers);
		} catch (error) {
			return notice(errorMessage(error), "error");
		}
	},
};

async function runAction(
	[action = "list", name, ...more]: readonly string[],
	{ folder }: OpenedConversation,
	servers: RunningLsp,
): Promise<CommandOutcome> {
	if (more.length > 0) throw new Error(`unexpected argument "${more[0]}"`);
	switch (action) {
		case "list":
			return notice(overviewText(await servers.overview(folder.path)));
		case "restart": {
			const ended = await servers.restart(folder.path, name);
			if (name !== undefined && ended.length === 0) throw unknownServer(name, await servers.overview(folder.path));
			return notice(ended.length === 0 ? "There is no language server to restart." : `Restarted ${ended.join(", ")}.`);
		}
		case "log": {
			if (name === undefined) throw new Error("One name is needed: /lsp log <name>");
			const overview = await servers.overview(folder.path);
			const state = overview.states.find((one) => one.name === name);
			if (!state) throw unknownServer(name, overview);
			const lines = logLines(state.log, shownLogLines);
			return notice(lines.length === 0 ? `${name} has written nothing.` : lines.join("\n"));
		}
		default:
			throw new Error(`unknown action "${action}". Use one of: ${actions.map((one) => one.name).join(", ")}`);
	}
}

function unknownServer(name: string, { states }: ServerOverview): Error {
	const names = states.map((state) => state.name).join(", ");
	return new Error(`There is no language server "${name}" here.${names === "" ? "" : ` Known: ${names}`}`);
}

function overviewText({ states, notes }: ServerOverview): string {
	const servers = states.flatMap(serverLines);
	return [...(servers.length > 0 ? servers : ["No language servers for this folder."]), ...notes].join("\n");
}
