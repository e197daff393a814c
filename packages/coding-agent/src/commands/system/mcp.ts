import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Argument, Command } from "../command.ts";
import { type CommandOutcome, notice } from "../outcome.ts";

const actions = [
	{ name: "list", summary: "The servers, where they are defined and whether they are connected" },
	{
		name: "add",
		summary: "Define a server and connect to it",
		usage: "<name> [--scope project|user] [--url <url>] [-- <command...>]",
	},
	{ name: "remove", summary: "Delete a definition", usage: "<name> [--scope project|user]" },
	{ name: "enable", summary: "Switch a server on", usage: "<name>" },
	{ name: "disable", summary: "Switch a server off", usage: "<name>" },
	{ name: "test", summary: "Connect for a moment and list its tools", usage: "<name>" },
	{ name: "reconnect", summary: "Connect to a server anew", usage: "<name>" },
	{ name: "reload", summary: "Read the definitions again and connect to all servers" },
	{ name: "resources", summary: "What the connected servers have to read" },
	{ name: "prompts", summary: "The prompts of the connected servers" },
	{ name: "help", summary: "Show this" },
];

export const mcpCommand: Command = {
	name: "mcp",
	summary: "Show, add, switch and test MCP servers",
	group: "system",
	hint: "[list|add|remove|enable|disable|test|reconnect|reload|resources|prompts]",
	subcommands: actions,
	async complete(typed, session): Promise<readonly Argument[]> {
		const [action = "", ...rest] = typed.split(/\s+/);
		if (rest.length === 0) return actions.map(({ name, summary }) => ({ name, summary }));
		if (!["remove", "enable", "disable", "test", "reconnect"].includes(action)) return [];
		const { findServers } = await import("../../mcp/mcp-session.ts");
		const { servers, disabled } = await findServers(session.workbench, session.folder.path);
		return [...servers, ...disabled].map(({ name }) => ({ name: `${action} ${name}` }));
	},
	async run({ args, session }) {
		try {
			return await runAction(wordsOf(args), session);
		} catch (error) {
			return notice(error instanceof Error ? error.message : String(error), "error");
		}
	},
};

const usage = [
	"USAGE",
	...actions.map(({ name, usage: rest = "", summary }) => `  /mcp ${`${name} ${rest}`.trim()}: ${summary}`),
];

async function runAction(
	[action = "list", ...words]: readonly string[],
	session: OpenedConversation,
): Promise<CommandOutcome> {
	const { workbench, folder, agentDir, trust, host } = session;
	const { findServers, mcpSession } = await import("../../mcp/mcp-session.ts");
	const servers = mcpSession(session);
	const place = { cwd: folder.path, agentDir, gate: trust };
	const changed = async (text: string) => {
		await servers.reload();
		return notice(text);
	};
	const oneName = () => {
		const [name, ...more] = words;
		if (name === undefined || more.length > 0) throw new Error(`One name is needed: /mcp ${action} <name>`);
		return name;
	};
	switch (action) {
		case "list": {
			const [loaded, { serverLines }] = await Promise.all([
				findServers(workbench, folder.path),
				import("../../mcp/server-list.ts"),
			]);
			const status = loaded.servers.length > 0 ? (await servers.manager()).status() : [];
			const waiting = trust.waiting.filter(({ kind }) => kind === "mcp-server").map(({ id }) => id.replace(/^.*#/, ""));
			return notice([...serverLines(loaded, status, waiting), ...loaded.warnings].join("\n"));
		}
		case "add": {
			const { addByWords } = await import("../../mcp/server-actions.ts");
			return changed(await addByWords(words, place, "project"));
		}
		case "remove":
		case "rm": {
			const { removeByWords } = await import("../../mcp/server-actions.ts");
			return changed(await removeByWords(words, place, "project"));
		}
		case "enable":
		case "disable": {
			const { switchServer } = await import("../../mcp/server-actions.ts");
			const loaded = await findServers(workbench, folder.path);
			return changed(await switchServer(oneName(), action === "enable", place, loaded));
		}
		case "test": {
			const { testServer } = await import("../../mcp/server-actions.ts");
			const name = oneName();
			const loaded = await findServers(workbench, folder.path);
			if (loaded.disabled.some((one) => one.name === name)) {
				throw new Error(`Server "${name}" is disabled. Run /mcp enable ${name} first.`);
			}
			const server = loaded.servers.find((one) => one.name === name);
			if (!server) throw new Error(`Server "${name}" not found`);
			const config = { cwd: folder.path, variables: host.env, env: workbench.childEnv };
			return notice(await testServer(server, config, host.newId));
		}
		case "reconnect": {
			const name = oneName();
			await (await servers.manager()).reconnect(name);
			return notice(`Connected to "${name}" again.`);
		}
		case "reload": {
			const { servers: found } = await servers.reload();
			return notice(`${found.length} MCP server${found.length === 1 ? "" : "s"} will be connected.`);
		}
		case "resources":
		case "prompts":
			return notice(await inspect(action, session));
		case "help":
			return notice(usage.join("\n"));
		default:
			throw new Error(`unknown action "${action}". Use one of: ${actions.map(({ name }) => name).join(", ")}`);
	}
}

async function inspect(what: "resources" | "prompts", session: OpenedConversation): Promise<string> {
	const { mcpSession } = await import("../../mcp/mcp-session.ts");
	const status = (await mcpSession(session).manager()).status();
	const lines = await Promise.all(
		status.map(async ({ server, connection }) => {
			if (!connection || !(what in connection.capabilities)) return [];
			if (what === "prompts") {
				const prompts = await connection.listPrompts();
				return prompts.map(({ name, description = "" }) => `${server.name}:${name}  ${description}`.trimEnd());
			}
			const [resources, templates] = await Promise.all([
				connection.listResources(),
				connection.listResourceTemplates().catch(() => []),
			]);
			return [...resources.map(({ uri, name }) => `${server.name}  ${uri}  ${name}`)].concat(
				templates.map(({ uriTemplate, name }) => `${server.name}  ${uriTemplate}  ${name}`),
			);
		}),
	);
	return lines.flat().join("\n") || `No connected MCP server has ${what}.`;
}

/** Words as a shell splits them, with quotes. */
function wordsOf(line: string): string[] {
	const found = line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g);
	return [...found].map(([word]) =>
		word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single ?? ""),
	);
}
