import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { LoginPorts } from "@oh-my-pi/pi-ai/model/login";
import { connectServer, type ServerConnection } from "@oh-my-pi/pi-mcp/connect-server";
import { LiveServer } from "@oh-my-pi/pi-mcp/live-server";
import type { Params, ServerPorts } from "@oh-my-pi/pi-mcp/server/server-config";
import type { ServerTool } from "@oh-my-pi/pi-mcp/server/server-messages";
import type { ArtifactSpace } from "@oh-my-pi/pi-tools/output/artifact-space";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Conversations } from "../../../workbench/conversations.ts";
import type { ServerNotification } from "../../../workbench/server-host.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import type { ServerAsks } from "../asks/server-asks.ts";
import { loginHint } from "../oauth/call-with-login.ts";
import { EntryLogin } from "../oauth/entry-login.ts";
import type { ServerLogin } from "../oauth/server-login.ts";
import type { FoundServer } from "../servers/load-servers.ts";
import { serverConfig } from "../servers/server-config.ts";
import { toolNames } from "../servers/tool-names.ts";
import { ApprovedTools } from "./approved-tools.ts";
import { mcpTool } from "./mcp-tool.ts";
import type { ResourceUpdates } from "./resource-updates.ts";
import { type ListKind, ServerLists } from "./server-lists.ts";
import { ServerLog } from "./server-log.ts";
import { CacheTable, ToolCache } from "./tool-cache.ts";

export interface McpManagerParts {
	readonly workbench: Pick<Workbench, "host" | "agentDir" | "env" | "frontEnd">;
	/** Where the tools of servers go. */
	readonly conversations: Pick<Conversations, "putToolSource" | "removeToolSource">;
	readonly cwd: () => string;
	/** Other folders that belong to the work. */
	readonly moreFolders?: () => readonly string[];
	readonly artifacts: ArtifactSpace;
	readonly warn: (message: string) => void;
	/** The folder behind `local://`. */
	readonly localFolder?: () => string | undefined;
	/** Answers what servers ask; without it they are told that nothing can be asked. */
	readonly asks?: ServerAsks;
	readonly updates?: ResourceUpdates;
	/** What servers tell. */
	readonly onNotification?: ((notification: ServerNotification) => void) | undefined;
	/** What servers offer is different. */
	readonly onChange?: (kind: ListKind) => void;
	/** The user's login at a server; without it nobody logs in. */
	readonly loginAt?: (server: FoundServer) => ServerLogin;
	/** Between attempts to connect again. */
	readonly delaysMs?: readonly number[];
}

export interface ServerStatus {
	readonly server: FoundServer;
	readonly state: LiveServer["state"];
	/** Why it could not be connected. */
	readonly problem?: string;
	/** It works only after a login. */
	readonly needsLogin: boolean;
	readonly tools: readonly ServerTool[];
	readonly lists: ServerLists;
	readonly log: ServerLog;
	readonly live: LiveServer;
	/** The resources whose updates it tells. */
	readonly subscriptions: readonly string[];
	readonly connection: ServerConnection | undefined;
}

interface Entry {
	readonly server: FoundServer;
	readonly live: LiveServer;
	readonly lists: ServerLists;
	readonly log: ServerLog;
	problem: string | undefined;
	readonly login: EntryLogin | undefined;
	/** The first attempt; never rejects. */
	settled: Promise<void>;
}

const closeLimitMs = 3000;

/** The MCP servers of a session: connects them all at once, and keeps their tools in the workbench. */
export class McpManager implements AsyncDisposable {
	readonly #parts: McpManagerParts;
	readonly #table: CacheTable;
	readonly #cache: ToolCache;
	readonly #approved: ApprovedTools;
	readonly #entries = new Map<string, Entry>();
	readonly #made = new Map<
		string,
		{ readonly definition: ServerTool; readonly live: LiveServer; readonly tool: AgentTool }
	>();
	/** A server had some, so `mcp://` is worth telling the model. Stays, as a changing prompt costs more than it gives. */
	hasResources = false;
	/** Wait for what is being written. */
	readonly #writing = new Set<Promise<void>>();
	#toolsByServer = new Map<string, readonly AgentTool[]>();

	constructor(parts: McpManagerParts) {
		this.#parts = parts;
		const { agentDir, host } = parts.workbench;
		this.#table = new CacheTable(agentDir, host.now);
		this.#cache = new ToolCache(this.#table);
		this.#approved = new ApprovedTools(this.#table);
	}

	/** Begins to connect; the tools arrive as the servers answer. */
	connect(servers: readonly FoundServer[]): void {
		for (const server of servers) {
			if (this.#entries.has(server.name)) continue;
			const { loginAt, workbench } = this.#parts;
			const asking = { port: () => workbench.frontEnd.logIn, now: workbench.host.now };
			const login = loginAt && new EntryLogin(server.name, loginAt(server), asking);
			const live = this.#live(server, login);
			const entry: Entry = {
				server,
				live,
				login,
				lists: this.#lists(server.name),
				log: new ServerLog(server.name, this.#parts.warn),
				problem: undefined,
				settled: Promise.resolve(),
			};
			this.#entries.set(server.name, entry);
			// In its place from the start, so that the order of tools does not depend on who is faster.
			this.#putSource(server.name);
			entry.settled = this.#first(entry);
		}
	}

	/** Resolves when every server has answered or failed, or has tools from the last time, and at the limit in any case. */
	async ready(limitMs: number, signal?: AbortSignal): Promise<readonly string[]> {
		const entries = [...this.#entries.values()];
		const all = Promise.all(entries.map(({ settled }) => settled));
		const aborted = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
		await Promise.race([all, Bun.sleep(limitMs), aborted]);
		return entries
			.filter(({ live, lists }) => live.state === "connecting" && !lists.tools)
			.map(({ server }) => server.name);
	}

	status(): ServerStatus[] {
		return [...this.#entries.values()].map(({ server, live, login, lists, log, problem }) => ({
			server,
			state: live.state,
			needsLogin: login?.challenge !== undefined,
			tools: lists.tools ?? [],
			lists,
			log,
			live,
			subscriptions: (live.current && this.#parts.updates?.subscriptions(live.current)) ?? [],
			connection: live.current,
			...(problem !== undefined && { problem }),
		}));
	}

	/** Resolves when a server has listed its prompts, has failed, or at the limit; at once for a name that is not there. */
	async promptsReady(name: string, limitMs: number): Promise<void> {
		const entry = this.#entries.get(name);
		if (!entry || (entry.live.state === "disconnected" && entry.problem !== undefined)) return;
		const listed = entry.live.connection().then(
			() => entry.lists.rest,
			() => {},
		);
		await Promise.race([listed, Bun.sleep(limitMs)]);
	}

	/** Throws for a name that is not there, and when it fails. */
	async reconnect(name: string): Promise<void> {
		const entry = this.#entries.get(name);
		if (!entry) throw new Error(`Server "${name}" is not connected`);
		await (entry.login ? entry.login.reconnect(entry.live) : entry.live.reconnect());
	}

	/** Lets the user log in at a server, and connects to it with that. */
	async logIn(name: string, ports: LoginPorts): Promise<void> {
		const entry = this.#entries.get(name);
		if (!entry?.login) throw new Error(`Server "${name}" is not connected`);
		await entry.login.run(ports);
		await entry.login.reconnect(entry.live, `Logged in to "${name}", but it cannot be connected: `);
	}

	/** The working directory is another, or folders came or went. */
	foldersChanged(): void {
		for (const { live } of this.#entries.values()) {
			const notified = live.current?.rootsChanged();
			if (notified) void ignoreFailure(notified, "a server that has gone asks again when it is back");
		}
	}

	/** Takes a server and its tools away. */
	async disconnect(name: string): Promise<void> {
		const entry = this.#entries.get(name);
		if (!entry) return;
		this.#entries.delete(name);
		this.#parts.conversations.removeToolSource(`mcp:${name}`);
		this.#makeTools();
		for (const kind of ["prompts", "resources"] as const) this.#parts.onChange?.(kind);
		await entry.live.close();
	}

	/** Connects to these and no others; those that are the same stay connected. */
	async update(servers: readonly FoundServer[]): Promise<void> {
		const isSame = ({ server }: Entry) =>
			servers.some((one) => one.name === server.name && Bun.deepEquals(one.definition, server.definition));
		const others = [...this.#entries.values()].filter((entry) => !isSame(entry));
		await Promise.all(others.map(({ server }) => this.disconnect(server.name)));
		this.connect(servers);
	}

	/** Takes all servers away and connects to these. */
	async reload(servers: readonly FoundServer[]): Promise<void> {
		await Promise.all([...this.#entries.keys()].map((name) => this.disconnect(name)));
		this.connect(servers);
	}

	async close(): Promise<void> {
		const all = Promise.allSettled([...this.#entries.keys()].map((name) => this.disconnect(name)));
		await Promise.race([all, Bun.sleep(closeLimitMs)]);
		this.#parts.updates?.[Symbol.dispose]();
		await Promise.all(this.#writing);
		await this.#table.close();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.close();
	}

	#live(server: FoundServer, login: EntryLogin | undefined): LiveServer {
		const { workbench, warn, delaysMs } = this.#parts;
		const { host } = workbench;
		return new LiveServer({
			name: server.name,
			now: host.now,
			...(delaysMs && { delaysMs }),
			connect: async (onClose, signal) => {
				const place = { cwd: this.#parts.cwd(), variables: host.env, env: workbench.env.child, login: login?.login };
				const ports = { ...this.#ports(server.name, onClose), ...login?.ports };
				return connectServer(await serverConfig(server, place), ports, { signal });
			},
			onConnected: async (connection) => {
				await this.#entries.get(server.name)?.lists.readAll(connection);
				if ("logging" in connection.capabilities) {
					void ignoreFailure(connection.setLogLevel("warning"), "it then logs what it wants");
				}
			},
			onAbandoned: (problem, error) => {
				const entry = this.#entries.get(server.name);
				const words = login?.refused(error) ? `MCP server "${server.name}": ${loginHint(server.name)}` : problem;
				if (entry) entry.problem = words;
				this.#parts.onChange?.("prompts");
				warn(words);
			},
		});
	}

	#ports(name: string, onClose: (reason: string) => void): ServerPorts {
		const { workbench, warn } = this.#parts;
		return {
			clientInfo: { name: "omp-coding-agent", version: "1.0.0" },
			newId: workbench.host.newId,
			roots: () => {
				const folders = [this.#parts.cwd(), ...(this.#parts.moreFolders?.() ?? [])];
				return folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) }));
			},
			onClose,
			onProblem: warn,
			...this.#parts.asks?.ports(name),
			onNotification: (method, params) => {
				this.#onNotification(name, method, params);
				this.#parts.onNotification?.({ server: name, method, params });
			},
		};
	}

	#onNotification(name: string, method: string, params: Params): void {
		const { asks, updates } = this.#parts;
		const entry = this.#entries.get(name);
		const changed = /^notifications\/(tools|prompts|resources)\/list_changed$/.exec(method)?.[1];
		if (changed === "tools" || changed === "prompts" || changed === "resources") void entry?.lists.changed(changed);
		else if (method === "notifications/resources/updated") updates?.updated(entry?.live.current, params);
		else if (method === "notifications/message") entry?.log.take(params);
		else if (method === "notifications/elicitation/complete") asks?.completed(name, params);
	}

	async #first(entry: Entry): Promise<void> {
		const { server, live } = entry;
		const connected = live.connection().then(
			() => true,
			(error) => {
				if (!this.#isCurrent(entry)) return true;
				const why = errorMessage(error);
				entry.problem = entry.login?.refused(error) ? loginHint(server.name) : why;
				this.#parts.warn(`Can't connect to MCP server "${server.name}": ${entry.problem}`);
				return true;
			},
		);
		const cached = await this.#cache.read(server);
		if (cached && !entry.lists.tools && this.#isCurrent(entry)) {
			entry.lists.tools = cached.tools;
			entry.lists.instructions ??= cached.instructions;
			this.#makeTools();
		}
		if (!entry.lists.tools) await connected;
	}

	#lists(name: string): ServerLists {
		const { warn, updates, onChange } = this.#parts;
		const lists: ServerLists = new ServerLists({
			server: name,
			connection: () => this.#entries.get(name)?.live.current,
			warn,
			onRead: (kind, connection) => {
				const entry = this.#entries.get(name);
				// Another definition may have taken the name.
				if (entry?.lists !== lists) return;
				if (kind === "tools") {
					entry.problem = undefined;
					entry.login?.accepted();
					this.hasResources ||= "resources" in connection.capabilities;
					this.#makeTools();
					this.#write(this.#cache.write(entry.server, entry.lists));
					void this.#approved.tellChanges(entry.server, entry.lists.tools ?? [], warn);
				} else if (kind === "resources") {
					void updates?.follow(
						connection,
						entry.lists.resources.map(({ uri }) => uri),
					);
				}
				onChange?.(kind);
			},
		});
		return lists;
	}

	#write(work: Promise<void>): void {
		this.#writing.add(work);
		void work.finally(() => this.#writing.delete(work));
	}

	#isCurrent(entry: Entry): boolean {
		return this.#entries.get(entry.server.name) === entry;
	}

	/** Tools that have not changed stay the same objects, so that requests stay the same. */
	#makeTools(): void {
		const { artifacts, localFolder, asks } = this.#parts;
		const all = [...this.#entries.values()].flatMap((entry) =>
			(entry.lists.tools ?? []).map((tool) => ({ entry, tool })),
		);
		const names = toolNames(all.map(({ entry, tool }) => ({ server: entry.server.name, tool: tool.name })));
		const byServer = new Map<string, AgentTool[]>();
		for (const [index, { entry, tool }] of all.entries()) {
			const { server, live } = entry;
			const name = names[index] ?? tool.name;
			const key = `${server.name}\0${name}\0${tool.name}`;
			const known = this.#made.get(key);
			const isSame = known?.live === live && Bun.deepEquals(known.definition, tool);
			const made = isSame
				? known.tool
				: mcpTool({
						...{ name, server, tool, live, artifacts },
						...(localFolder && { localFolder }),
						...entry.login?.retry(live),
						changes: () => this.#approved.changes(server, tool),
						onRun: () => this.#write(this.#approved.approve(server, tool)),
						...(asks && {
							onAbort: () => asks.abandon(server.name),
							visitPages: (data, signal) => asks.visitPages(server.name, data, signal),
						}),
					});
			this.#made.set(key, { definition: tool, live, tool: made });
			const list = byServer.get(server.name) ?? [];
			list.push(made);
			byServer.set(server.name, list);
		}
		const before = this.#toolsByServer;
		this.#toolsByServer = byServer;
		for (const name of this.#entries.keys()) {
			const [old = [], now = []] = [before.get(name), byServer.get(name)];
			if (old.length !== now.length || old.some((tool, index) => tool !== now[index])) this.#putSource(name);
		}
	}

	#putSource(name: string): void {
		this.#parts.conversations.putToolSource({ id: `mcp:${name}`, tools: () => this.#toolsByServer.get(name) ?? [] });
	}
}
