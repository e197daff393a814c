import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import { loadContext } from "../../../discovery/contract/load-context.ts";
import { discoveryRegistry } from "../../../discovery/discovery-registry.ts";
import type { FileCommand } from "../../../file-commands/file-command.ts";
import { mcpSettings } from "../../../settings/sections/services/mcp.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { ServerInstructions } from "../../../workbench/running-feature.ts";
import { localFolder } from "../../../workbench/urls/built-in-url-schemes.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import { type FoundServer, type LoadedServers, loadServers } from "../servers/load-servers.ts";
import { mcpKey } from "./mcp-key.ts";
import type { McpManager, ServerStatus } from "./mcp-manager.ts";
import type { ServerFacts } from "./server-facts.ts";
import type { ListKind } from "./server-lists.ts";

/** How long an interactive prompt waits for servers that have just been started. */
const startGateMs = 250;
/** After the first picture is on the screen. */
const startDelayMs = 30;

export interface McpSessionOptions {
	/** Nobody watches: the first prompt waits for the servers. */
	readonly isHeadless: () => boolean;
}

/** The MCP servers of a session; made by the first who asks. */
export function mcpSession(session: OpenedConversation, options?: McpSessionOptions): McpSession {
	const { features, frontEnd } = session.workbench;
	const service = features.find(mcpKey);
	if (!service) throw new Error("MCP is not available in this session");
	service.session ??= new McpSession(session, options ?? { isHeadless: () => !frontEnd.dialogs });
	return service.session;
}

/** The servers that folder and user define now. Those of a project that nobody has trusted are left out. */
export async function findServers(
	workbench: Pick<Workbench, "host" | "agentDir" | "settings" | "gate"> &
		Partial<Pick<Workbench, "tools" | "features">>,
	cwd = workbench.host.cwd,
	/** Where keys of servers go that a tool of omp replaces. */
	keys = workbench.features?.find(mcpKey)?.keys,
): Promise<LoadedServers> {
	const { host, agentDir, settings, gate, tools = [] } = workbench;
	const context = await loadContext({ cwd, home: host.home, env: host.env, agentDir, gate: gate.at(cwd) });
	const includeProject = settings.get(mcpSettings.enableProjectConfig);
	const isOn = (name: string) =>
		tools.some((tool) => tool.name === name && (!tool.switch || settings.get(tool.switch) === true));
	const loaded = await loadServers(discoveryRegistry(cwd, host.home, settings), context, {
		includeProject,
		hasWebSearch: isOn("web_search"),
		hasBrowser: isOn("browser"),
	});
	for (const { by, apiKey } of loaded.replaced ?? []) {
		if (by === "web search" && apiKey) keys?.set("EXA_API_KEY", apiKey);
	}
	return loaded;
}

/** Connects the servers of a session once it runs. Loads nothing of the protocol before. */
export class McpSession implements ServerFacts {
	readonly #session: OpenedConversation;
	readonly #options: McpSessionOptions;
	#manager: Promise<McpManager> | undefined;
	#made: McpManager | undefined;
	/** Those that the session was started with. */
	#first: readonly FoundServer[] = [];
	/** Given by a client for this session only. */
	#clientServers: readonly FoundServer[] = [];
	#begun: Promise<void> | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#hasWaited = false;
	/** What servers know of: the working directory and those added to it. */
	#folders: readonly string[] = [];
	#commands: readonly FileCommand[] = [];
	#schemes: readonly UrlScheme[] = [];

	constructor(session: OpenedConversation, options: McpSessionOptions) {
		this.#session = session;
		this.#options = options;
	}

	/** Connects soon, and ends the connections with the session. */
	start({ servers }: LoadedServers): void {
		const { workbench, conversation } = this.#session;
		this.#first = servers;
		this.#begun = undefined;
		this.#timer = setTimeout(() => void this.#begin(), this.#options.isHeadless() ? 0 : startDelayMs);
		workbench.conversations.addHook((live) => ({
			name: "mcp-start",
			beforePrompt: async ({ signal }) => {
				if (this.#hasWaited) return undefined;
				this.#hasWaited = true;
				await this.#begin();
				await this.#wait(signal);
				return undefined;
			},
			dispose: () => {
				if (live.id === conversation.id) clearTimeout(this.#timer);
			},
		}));
	}

	/** Connects to servers that no file defines; they stay when definitions are read again. */
	async add(servers: readonly FoundServer[]): Promise<void> {
		const names = new Set(servers.map(({ name }) => name));
		this.#clientServers = [...this.#clientServers.filter(({ name }) => !names.has(name)), ...servers];
		if (this.#first.length === 0 && !this.#begun) this.start({ servers: [], disabled: [], warnings: [] });
		// What a client gives for this session comes before a file with the same name.
		this.#first = this.#first.filter(({ name }) => !names.has(name));
		await this.#begin();
	}

	async manager(): Promise<McpManager> {
		this.#manager ??= this.#make();
		return this.#manager;
	}

	/** Every server there is now, whether or not it is connected. */
	async find(): Promise<LoadedServers> {
		const { workbench, folder } = this.#session;
		const loaded = await findServers(workbench, folder.path);
		const clientNames = new Set(this.#clientServers.map(({ name }) => name));
		return {
			...loaded,
			servers: [...this.#clientServers, ...loaded.servers.filter(({ name }) => !clientNames.has(name))],
		};
	}

	isFromClient(name: string): boolean {
		return this.#clientServers.some((server) => server.name === name);
	}

	/** Reads the definitions again and connects to what they say, anew or only to what is different. */
	async reload({ onlyChanges = false } = {}): Promise<LoadedServers> {
		const loaded = await this.find();
		await this.#begin();
		const manager = await this.manager();
		await (onlyChanges ? manager.update(loaded.servers) : manager.reload(loaded.servers));
		return loaded;
	}

	/** The servers that are connected, after those that are being connected have had a moment. */
	async connected(limitMs = 3000): Promise<readonly ServerStatus[]> {
		await this.#begin();
		const manager = await this.manager();
		const names = manager.status().map(({ server }) => server.name);
		await Promise.all(names.map((name) => manager.promptsReady(name, limitMs)));
		return manager.status().filter(({ connection }) => connection);
	}

	async ready(server: string): Promise<void> {
		const isKnown = [...this.#first, ...this.#clientServers].some(({ name }) => name === server);
		if (!isKnown && !this.#made?.status().some((one) => one.server.name === server)) return;
		await this.#begin();
		await (await this.manager()).promptsReady(server, this.#session.settings.get(mcpSettings.startupTimeoutMs));
	}

	list(): readonly FileCommand[] {
		return this.#commands;
	}

	instructions(): readonly ServerInstructions[] {
		const status = this.#made?.status() ?? [];
		const connecting = this.#begun ? [] : this.#first.map(({ name }) => ({ server: name, text: undefined }));
		const known = status.map(({ server, lists }) => ({ server: server.name, text: lists.instructions }));
		return [...known, ...connecting.filter(({ server }) => !known.some((one) => one.server === server))].sort(
			(one, other) => (one.server < other.server ? -1 : 1),
		);
	}

	schemes(): readonly UrlScheme[] {
		return this.#made?.hasResources ? this.#schemes : [];
	}

	#begin(): Promise<void> {
		clearTimeout(this.#timer);
		this.#begun ??= this.manager().then((manager) => manager.connect(this.#first));
		return this.#begun.then(() => this.#made?.connect(this.#clientServers));
	}

	async #make(): Promise<McpManager> {
		const [{ McpManager }, { ServerAsks }, { ResourceUpdates }, { ServerLogin }] = await Promise.all([
			import("./mcp-manager.ts"),
			import("../asks/server-asks.ts"),
			import("./resource-updates.ts"),
			import("../oauth/server-login.ts"),
		]);
		const { workbench, conversation, folder, settings, registry, agentDir, host } = this.#session;
		const warn = (message: string) => conversation.notify("warning", message, "mcp");
		const updates = new ResourceUpdates(this.#session, warn);
		const manager = new McpManager({
			workbench,
			conversations: workbench.conversations,
			onNotification: (notification) => workbench.features.find(mcpKey)?.notifications.emit(notification),
			cwd: () => folder.path,
			moreFolders: () => this.#foldersNow().slice(1),
			localFolder: () => localFolder(conversation.log),
			artifacts: {
				allocate: (toolName) => conversation.log.artifacts.allocate(toolName),
				save: (toolName, content) => conversation.log.artifacts.save(toolName, content),
			},
			warn,
			asks: new ServerAsks(this.#session),
			updates,
			onChange: (kind) => void this.#changed(kind, manager),
			loginAt: (server) => new ServerLogin(server, { store: registry.store, agentDir, host, warn }),
		});
		this.#made = manager;
		await this.#changed("resources", manager);
		settings.watch([mcpSettings.notifications], () => {
			for (const { connection, lists } of manager.status()) {
				const uris = lists.resources.map(({ uri }) => uri);
				if (connection) void updates.follow(connection, uris);
			}
		});
		this.#folders = this.#foldersNow();
		workbench.conversations.addHook((live) => ({
			name: "mcp",
			beforePrompt: async ({ signal }) => {
				if (live.id === conversation.id) await this.#followFolders(manager, signal);
				return undefined;
			},
			dispose: () => (live.id === conversation.id ? manager.close() : undefined),
		}));
		return manager;
	}

	#foldersNow(): readonly string[] {
		const { folder, log } = this.#session;
		return [folder.path, ...(log.header.additionalDirectories ?? [])];
	}

	/** In another folder other servers may be defined, and those that stay are told where the work is now. */
	async #followFolders(manager: McpManager, signal: AbortSignal): Promise<void> {
		const [before] = this.#folders;
		const now = this.#foldersNow();
		if (Bun.deepEquals(now, this.#folders)) return;
		this.#folders = now;
		if (now[0] !== before) {
			await this.reload({ onlyChanges: true });
			await this.#wait(signal);
		}
		manager.foldersChanged();
	}

	async #changed(kind: ListKind, manager: McpManager): Promise<void> {
		if (kind === "resources") {
			const { serverSchemes } = await import("./resource-url.ts");
			this.#schemes = serverSchemes(manager);
		}
		if (kind !== "prompts") return;
		const { promptCommands } = await import("./server-prompts.ts");
		const owners = manager.status().flatMap(({ server: { name }, lists, live, state }) => {
			const use: typeof live.use = (work) => live.use(work);
			return state === "disconnected" ? [] : [{ name, prompts: lists.prompts, use }];
		});
		const hadSome = this.#commands.length > 0;
		this.#commands = promptCommands(owners, { complete: (prompt, missing) => this.#complete(prompt, missing) });
		if (hadSome || this.#commands.length > 0) this.#session.fileCommands.serversChanged();
	}

	/** Asks for arguments of a prompt, where there is a screen. Elsewhere the server says what it misses. */
	async #complete(
		prompt: string,
		missing: ReadonlyArray<{ readonly name: string; readonly description?: string }>,
	): Promise<Readonly<Record<string, string>> | undefined> {
		const dialogs = await this.#session.frontEnd.dialogs?.();
		const answers: Record<string, string> = {};
		if (!dialogs?.isTerminal) return answers;
		for (const { name, description = "" } of missing) {
			const about = description === "" ? name : `${name}: ${description}`;
			const typed = await dialogs.input(`/${prompt}\n${about}`, undefined, { isExpected: true });
			if (typed === undefined) return undefined;
			answers[name] = typed;
		}
		return answers;
	}

	async #wait(signal: AbortSignal): Promise<void> {
		const { settings, conversation } = this.#session;
		const isHeadless = this.#options.isHeadless();
		const limitMs = isHeadless ? settings.get(mcpSettings.startupTimeoutMs) : startGateMs;
		const missing = await (await this.manager()).ready(limitMs, signal);
		if (!isHeadless || missing.length === 0) return;
		const names = missing.join(", ");
		conversation.notify(
			"warning",
			`Going on without MCP servers that are not ready after ${limitMs} ms: ${names}`,
			"mcp",
		);
	}
}
