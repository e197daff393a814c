import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Argument, Command } from "../../../commands/contract/command.ts";
import { type CommandOutcome, notice } from "../../../commands/contract/outcome.ts";
import type { DialogPort, WorkPort } from "../../../commands/contract/screen-ports.ts";
import { splitArguments } from "../../../commands/contract/split-arguments.ts";
import type { LoginPorts } from "../../../commands/system/login/run-login.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { FoundServer } from "../servers/load-servers.ts";

const actions = [
	{ name: "list", summary: "The servers, where they are defined and whether they are connected" },
	{
		name: "add",
		summary: "Define a server and connect to it",
		usage: "<name> [--scope project|user] [--url <url>] [--no-test] [-- <command...>]",
	},
	{ name: "remove", summary: "Delete a definition", usage: "<name> [--scope project|user]" },
	{ name: "enable", summary: "Switch a server on", usage: "<name>" },
	{ name: "disable", summary: "Switch a server off", usage: "<name>" },
	{ name: "test", summary: "Connect for a moment and list its tools", usage: "<name>" },
	{ name: "reconnect", summary: "Connect to a server anew", usage: "<name>" },
	{ name: "reload", summary: "Read the definitions again and connect to all servers" },
	{ name: "reauth", summary: "Log in to a server with the browser", usage: "<name>" },
	{ name: "unauth", summary: "Delete the login to a server", usage: "<name>" },
	{ name: "resources", summary: "What the connected servers have to read" },
	{ name: "prompts", summary: "The prompts of the connected servers" },
	{ name: "notifications", summary: "What servers tell by themselves: subscriptions and logs" },
	{ name: "help", summary: "Show this" },
];

export const mcpCommand: Command = {
	name: "mcp",
	summary: "Show, add, switch and test MCP servers",
	group: "system",
	hint: "[list|add|remove|enable|disable|test|reconnect|reload|reauth|unauth|resources|prompts|notifications]",
	subcommands: actions,
	async complete(typed, session): Promise<readonly Argument[]> {
		const [action = "", ...rest] = typed.split(/\s+/);
		if (rest.length === 0) return actions.map(({ name, summary }) => ({ name, summary }));
		if (!["remove", "enable", "disable", "test", "reconnect", "reauth", "unauth"].includes(action)) return [];
		const { mcpSession } = await import("../session/mcp-session.ts");
		const { servers, disabled } = await mcpSession(session).find();
		return [...servers, ...disabled].map(({ name }) => ({ name: `${action} ${name}` }));
	},
	run: ({ args, session }) => attempt(() => runAction(splitArguments(args), session)),
	screen: {
		run: ({ args, session }, ports) =>
			attempt(async () => {
				const words = args.trim() === "" ? await chosenWords(session, ports) : splitArguments(args);
				return words === undefined ? { kind: "done" } : runAction(words, session, ports);
			}),
	},
};

/** What the user picks from the list of servers; without servers, the list says how to add one. */
async function chosenWords(session: OpenedConversation, ports: DialogPort): Promise<readonly string[] | undefined> {
	const { mcpSession } = await import("../session/mcp-session.ts");
	const servers = mcpSession(session);
	const loaded = await servers.find();
	if (loaded.servers.length + loaded.disabled.length + (loaded.replaced?.length ?? 0) === 0) return ["list"];
	const status = loaded.servers.length > 0 ? (await servers.manager()).status() : [];
	const { chooseServerAction } = await import("./mcp-servers.ts");
	const words = await chooseServerAction(loaded, status, ports);
	return words?.length === 0 ? ["list"] : words;
}

async function attempt(work: () => Promise<CommandOutcome>): Promise<CommandOutcome> {
	try {
		return await work();
	} catch (error) {
		return notice(errorMessage(error), "error");
	}
}

const usage = [
	"USAGE",
	...actions.map(({ name, usage: rest = "", summary }) => `  /mcp ${`${name} ${rest}`.trim()}: ${summary}`),
];

async function runAction(
	[action = "list", ...words]: readonly string[],
	session: OpenedConversation,
	ports?: LoginPorts & WorkPort,
): Promise<CommandOutcome> {
	const { workbench, folder, agentDir, trust, host, registry } = session;
	const [{ mcpSession }, { ServerLogin }] = await Promise.all([
		import("../session/mcp-session.ts"),
		import("../oauth/server-login.ts"),
	]);
	const servers = mcpSession(session);
	const loginAt = (server: FoundServer) => new ServerLogin(server, { store: registry.store, agentDir, host });
	const place = { cwd: folder.path, agentDir, gate: trust };
	const config = { cwd: folder.path, variables: host.env, env: workbench.env.child };
	const changed = async (text: string) => {
		await servers.reload({ onlyChanges: true });
		return notice(text);
	};
	const oneName = () => {
		const [name, ...more] = words;
		if (name === undefined || more.length > 0) throw new Error(`One name is needed: /mcp ${action} <name>`);
		return name;
	};
	switch (action) {
		case "list": {
			const [loaded, { serverLines }] = await Promise.all([servers.find(), import("../session/server-list.ts")]);
			const status = loaded.servers.length > 0 ? (await servers.manager()).status() : [];
			const waiting = trust.waiting.filter(({ kind }) => kind === "mcp-server").map(({ id }) => id.replace(/^.*#/, ""));
			return notice([...serverLines(loaded, status, waiting), ...loaded.warnings].join("\n"));
		}
		case "add": {
			const { addServer } = await import("./mcp-add.ts");
			const added = await addServer(words, { ...place, ...config, loginAt }, host.newId, ports);
			if (!added) return { kind: "done" };
			const outcome = await changed(added.text);
			if (added.logsIn === undefined) return outcome;
			return (await import("./mcp-login.ts")).logInAt(added.logsIn, session, ports);
		}
		case "remove":
		case "rm": {
			const { removeByWords } = await import("../servers/server-actions.ts");
			return changed(await removeByWords(words, place, "project"));
		}
		case "enable":
		case "disable": {
			const { switchServer } = await import("../servers/server-actions.ts");
			const name = oneName();
			if (servers.isFromClient(name))
				throw new Error(`Server "${name}" is given by the client, which can leave it out.`);
			return changed(await switchServer(name, action === "enable", place, await servers.find()));
		}
		case "test": {
			const { testServer } = await import("../servers/server-actions.ts");
			const name = oneName();
			const loaded = await servers.find();
			if (loaded.disabled.some((one) => one.name === name)) {
				throw new Error(`Server "${name}" is disabled. Run /mcp enable ${name} first.`);
			}
			const server = loaded.servers.find((one) => one.name === name);
			if (!server) throw new Error(`Server "${name}" not found`);
			return notice(await testServer(server, { ...config, login: loginAt(server) }, host.newId));
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
		case "reauth":
		case "unauth": {
			const { logInAt, logOutAt } = await import("./mcp-login.ts");
			return action === "reauth" ? logInAt(oneName(), session, ports) : logOutAt(oneName(), session);
		}
		case "resources":
		case "prompts":
		case "notifications": {
			const { inspect } = await import("./mcp-inspect.ts");
			return notice(await inspect(action, session));
		}
		case "help":
			return notice(usage.join("\n"));
		default:
			throw new Error(`unknown action "${action}". Use one of: ${actions.map(({ name }) => name).join(", ")}`);
	}
}
