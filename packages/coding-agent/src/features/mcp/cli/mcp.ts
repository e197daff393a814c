import { loadRegistry } from "../../../models/starting-model.ts";
import { foreignText } from "../../../process/terminal/terminal-text.ts";
import { CliError, CommandUsageError } from "../../../process/usage-error.ts";
import type { CliCommand } from "../../../startup/command-entry.ts";
import type { FlagDefinition } from "../../../startup/flags.data.ts";
import { prepareStart } from "../../../startup/prepare-start.ts";
import { childEnv, credentialVariables } from "../../../workbench/tools/child-env.ts";
import { type FoundServer, type LoadedServers, leftOutText } from "../servers/load-servers.ts";
import { findServers } from "../session/mcp-session.ts";
import { describeServer, serverLines } from "../session/server-list.ts";

export const mcpActions = [
	"list",
	"get",
	"add",
	"add-json",
	"remove",
	"enable",
	"disable",
	"test",
	"login",
	"logout",
	"serve",
] as const;

export const flags = [
	{ name: "json", kind: "boolean", help: "Print one JSON document" },
	{
		name: "scope",
		alias: "s",
		kind: "string",
		value: "scope",
		values: ["user", "project"],
		help: "user (the default) or project",
	},
	{
		name: "transport",
		alias: "t",
		kind: "string",
		value: "type",
		values: ["stdio", "http", "sse"],
		help: "add: how it is reached",
	},
	{ name: "env", alias: "e", kind: "list", value: "K=V", help: "add: a variable of its process" },
	{ name: "header", alias: "H", kind: "list", value: "K:V", help: "add: a header of requests to it" },
	{ name: "token", kind: "string", value: "token", help: "add: a bearer token" },
	{ name: "url", kind: "string", value: "url", help: "add: its address" },
	{ name: "no-browser", kind: "boolean", help: "login: only print the address" },
	{ name: "http", kind: "boolean", help: "serve: over HTTP on this machine, with a bearer token" },
	{ name: "tools", kind: "string", value: "a,b", help: "serve: the tools to offer; by default those that read" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

const usage = `USAGE
  omp mcp [list] [--json]               The servers and where they are defined
  omp mcp get <name>                    One server
  omp mcp add <name> [--scope user|project] [--env K=V]… -- <command...>
  omp mcp add <name> [--scope user|project] [--transport http|sse] [--header K:V]… [--token T] <url>
  omp mcp add-json <name> '<json>' [--scope user|project]
  omp mcp remove <name> [--scope user|project]
  omp mcp enable|disable <name>
  omp mcp test <name>                   Connect and list its tools
  omp mcp login <name> [--no-browser]   Log in to a server with the browser
  omp mcp logout <name>                 Delete the login to a server
  omp mcp serve [--tools a,b] [--http [port]]
                                        Offer omp's own tools to MCP clients
`;

/** Shows and changes the MCP servers that omp connects to. */
export const mcp: CliCommand = async (argv, host, io) => {
	const end = argv.indexOf("--");
	const args = end < 0 ? argv : argv.slice(0, end);
	if (args.includes("--help") || args.includes("-h")) {
		await io.stdout.write(usage);
		return 0;
	}
	const isJson = args.includes("--json");
	const [action = "list", ...words] = [
		...args.filter((word) => word !== "--json"),
		...(end < 0 ? [] : argv.slice(end)),
	];
	const { agentDir, settings, gate } = await prepareStart(host, { configFiles: [], allowHome: true, noPty: false });
	const place = { cwd: host.cwd, agentDir, gate };
	const load = () => findServers({ host, agentDir, settings, gate });
	/** Also those that a tool of omp stands in for. */
	const loadAll = async () => {
		const { builtInTools: tools } = await import("@oh-my-pi/pi-tools/registry");
		return findServers({ host, agentDir, settings, gate, tools });
	};
	const say = async (text: string) => {
		await io.stdout.write(`${foreignText(io.stdout, text)}\n`);
		return 0;
	};
	try {
		switch (action) {
			case "list": {
				const loaded = await loadAll();
				for (const warning of loaded.warnings) await io.stderr.write(`${foreignText(io.stderr, warning)}\n`);
				const waiting = gate.waiting
					.filter(({ kind }) => kind === "mcp-server")
					.map(({ id }) => id.replace(/^.*#/, ""));
				const { replaced = [] } = loaded;
				const all = [...loaded.servers, ...loaded.disabled, ...replaced.map(({ server }) => server)];
				if (!isJson) return await say(serverLines(loaded, [], waiting).join("\n"));
				return await say(
					JSON.stringify(
						all.map((one) => {
							const reason = replaced.find(({ server }) => server === one);
							const about = describeServer(one, loaded.servers.includes(one));
							return reason ? { ...about, leftOut: leftOutText(reason) } : about;
						}),
						undefined,
						2,
					),
				);
			}
			case "get": {
				const { server, loaded } = await named(words, load);
				return await say(JSON.stringify(describeServer(server, loaded.servers.includes(server)), undefined, 2));
			}
			case "test": {
				const { testServer } = await import("../servers/server-actions.ts");
				const { server } = await named(words, load);
				const { ServerLogin } = await import("../oauth/server-login.ts");
				const registry = await loadRegistry(host, agentDir, settings);
				const config = {
					cwd: host.cwd,
					variables: host.env,
					env: childEnv(host.env, credentialVariables(registry)),
					login: new ServerLogin(server, { store: registry.store, agentDir, host }),
				};
				return await say(await testServer(server, config, host.newId));
			}
			case "login":
			case "logout": {
				const { logInServer, logOutServer } = await import("./mcp-login.ts");
				const isShown = words.includes("--no-browser");
				const { server } = await named(
					words.filter((word) => word !== "--no-browser"),
					load,
				);
				const place = { agentDir, host };
				if (action === "logout") return await say(await logOutServer(server, place));
				return await say(await logInServer(server, place, io, { opensBrowser: !isShown }));
			}
			case "add":
			case "add-json":
			case "remove": {
				const { addByWords, addJsonByWords, removeByWords } = await import("../servers/server-actions.ts");
				const acts = { add: addByWords, "add-json": addJsonByWords, remove: removeByWords };
				return await say(await acts[action](words, place, "user"));
			}
			case "enable":
			case "disable": {
				const { switchServer } = await import("../servers/server-actions.ts");
				const { server, loaded } = await named(words, load);
				return await say(await switchServer(server.name, action === "enable", place, loaded));
			}
		}
	} catch (error) {
		if (error instanceof CliError || !(error instanceof Error)) throw error;
		throw new CliError(foreignText(io.stderr, error.message), { cause: error });
	}
	throw new CommandUsageError("mcp", `Expected action to be one of: ${mcpActions.join(", ")}; got "${action}"`, usage);
};

async function named(
	[name, ...more]: readonly string[],
	load: () => Promise<LoadedServers>,
): Promise<{ readonly server: FoundServer; readonly loaded: LoadedServers }> {
	if (name === undefined || more.length > 0) throw new Error("One name is needed");
	const loaded = await load();
	const server = [...loaded.servers, ...loaded.disabled].find((one) => one.name === name);
	if (!server) throw new Error(`Server "${name}" not found`);
	return { server, loaded };
}
