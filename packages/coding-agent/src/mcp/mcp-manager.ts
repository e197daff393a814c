import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { connectServer, type ServerConnection } from "@oh-my-pi/pi-mcp/connect-server";
import { LiveServer } from "@oh-my-pi/pi-mcp/live-server";
import type { ServerPorts } from "@oh-my-pi/pi-mcp/server-config";
import type { ServerTool } from "@oh-my-pi/pi-mcp/server-messages";
import type { ArtifactSpace } from "@oh-my-pi/pi-tools/output/artifact-space";
import type { Workbench } from "../workbench/workbench.ts";
import type { FoundServer } from "./load-servers.ts";
import { mcpTool } from "./mcp-tool.ts";
import { serverConfig } from "./server-config.ts";
import { ToolCache } from "./tool-cache.ts";
import { toolNames } from "./tool-names.ts";

export interface McpManagerParts {
	readonly workbench: Pick<
		Workbench,
		"host" | "agentDir" | "childEnv" | "putToolSource" | "removeToolSource" | "mcpNotifications"
	>;
	readonly cwd: () => string;
	readonly artifacts: ArtifactSpace;
	readonly warn: (message: string) => void;
	/** Between attempts to connect again. */
	readonly delaysMs?: readonly number[];
}

export interface ServerStatus {
	readonly server: FoundServer;
	readonly state: LiveServer["state"];
	/** Why it could not be connected. */
	readonly problem?: string;
	readonly tools: readonly ServerTool[];
	readonly connection: ServerConnection | undefined;
}

interface Entry {
	readonly server: FoundServer;
	readonly live: LiveServer;
	/** Undefined until it has listed them, or the cache has. */
	tools: readonly ServerTool[] | undefined;
	problem: string | undefined;
	/** The first attempt; never rejects. */
	settled: Promise<void>;
}

const closeLimitMs = 3000;

/** The MCP servers of a session: connects them all at once, and keeps their tools in the workbench. */
export class McpManager implements AsyncDisposable {
	readonly #parts: McpManagerParts;
	readonly #cache: ToolCache;
	readonly #entries = new Map<string, Entry>();
	readonly #made = new Map<string, { readonly definition: ServerTool; readonly tool: AgentTool }>();
	/** A server had some, so `mcp://` is worth telling the model. Stays, as a changing prompt costs more than it gives. */
	hasResources = false;
	#toolsByServer = new Map<string, readonly AgentTool[]>();

	constructor(parts: McpManagerParts) {
		this.#parts = parts;
		const { agentDir, host } = parts.workbench;
		this.#cache = new ToolCache(agentDir, host.now);
	}

	/** Begins to connect; the tools arrive as the servers answer. */
	connect(servers: readonly FoundServer[]): void {
		for (const server of servers) {
			if (this.#entries.has(server.name)) continue;
			const entry: Entry = {
				server,
				live: this.#live(server),
				tools: undefined,
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
		return entries.filter(({ live, tools }) => live.state === "connecting" && !tools).map(({ server }) => server.name);
	}

	status(): ServerStatus[] {
		return [...this.#entries.values()].map(({ server, live, tools = [], problem }) => ({
			server,
			state: live.state,
			tools,
			connection: live.current,
			...(problem !== undefined && { problem }),
		}));
	}

	/** Throws for a name that is not there, and when it fails. */
	async reconnect(name: string): Promise<void> {
		const entry = this.#entries.get(name);
		if (!entry) throw new Error(`Server "${name}" is not connected`);
		await entry.live.reconnect();
	}

	/** Takes a server and its tools away. */
	async disconnect(name: string): Promise<void> {
		const entry = this.#entries.get(name);
		if (!entry) return;
		this.#entries.delete(name);
		this.#parts.workbench.removeToolSource(`mcp:${name}`);
		this.#makeTools();
		await entry.live.close();
	}

	/** Takes all servers away and connects to these. */
	async reload(servers: readonly FoundServer[]): Promise<void> {
		await Promise.all([...this.#entries.keys()].map((name) => this.disconnect(name)));
		this.connect(servers);
	}

	async close(): Promise<void> {
		const all = Promise.allSettled([...this.#entries.keys()].map((name) => this.disconnect(name)));
		await Promise.race([all, Bun.sleep(closeLimitMs)]);
		await this.#cache.close();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.close();
	}

	#live(server: FoundServer): LiveServer {
		const { workbench, warn, delaysMs } = this.#parts;
		const { host, childEnv } = workbench;
		return new LiveServer({
			name: server.name,
			now: host.now,
			...(delaysMs && { delaysMs }),
			connect: async (onClose, signal) => {
				const place = { cwd: this.#parts.cwd(), variables: host.env, env: childEnv };
				return connectServer(await serverConfig(server, place), this.#ports(server.name, onClose), { signal });
			},
			onConnected: (connection) => this.#list(server.name, connection),
			onGivenUp: (problem) => {
				const entry = this.#entries.get(server.name);
				if (entry) entry.problem = problem;
				warn(problem);
			},
		});
	}

	#ports(name: string, onClose: (reason: string) => void): ServerPorts {
		const { workbench, warn } = this.#parts;
		return {
			clientInfo: { name: "omp-coding-agent", version: "1.0.0" },
			newId: workbench.host.newId,
			roots: () => {
				const cwd = this.#parts.cwd();
				return [{ uri: pathToFileURL(cwd).href, name: basename(cwd) }];
			},
			onClose,
			onProblem: warn,
			onNotification: (method, params) => {
				if (method === "notifications/tools/list_changed") void this.#refresh(name);
				workbench.mcpNotifications.emit({ server: name, method, params });
			},
		};
	}

	async #first(entry: Entry): Promise<void> {
		const { server, live } = entry;
		const connected = live.connection().then(
			() => true,
			(error) => {
				if (!this.#isCurrent(entry)) return true;
				entry.problem = error instanceof Error ? error.message : String(error);
				this.#parts.warn(`MCP server "${server.name}" cannot be used: ${entry.problem}`);
				return true;
			},
		);
		const cached = await this.#cache.read(server);
		if (cached && !entry.tools && this.#isCurrent(entry)) {
			entry.tools = cached;
			this.#makeTools();
		}
		if (!entry.tools) await connected;
	}

	async #list(name: string, connection: ServerConnection): Promise<void> {
		const listed = "tools" in connection.capabilities ? await connection.listTools() : [];
		const tools = [...new Map(listed.map((tool) => [tool.name, tool])).values()];
		const entry = this.#entries.get(name);
		if (!entry) return;
		this.hasResources ||= "resources" in connection.capabilities;
		entry.problem = undefined;
		entry.tools = tools;
		this.#makeTools();
		await this.#cache.write(entry.server, tools);
	}

	/** Many changes at once are one. */
	readonly #refreshing = new Map<string, { isStale: boolean }>();

	async #refresh(name: string): Promise<void> {
		const running = this.#refreshing.get(name);
		if (running) {
			running.isStale = true;
			return;
		}
		const state = { isStale: true };
		this.#refreshing.set(name, state);
		try {
			while (state.isStale) {
				state.isStale = false;
				const connection = this.#entries.get(name)?.live.current;
				if (connection) await this.#list(name, connection);
			}
		} catch (error) {
			this.#parts.warn(
				`MCP server "${name}": its tools could not be listed: ${error instanceof Error ? error.message : error}`,
			);
		} finally {
			this.#refreshing.delete(name);
		}
	}

	#isCurrent(entry: Entry): boolean {
		return this.#entries.get(entry.server.name) === entry;
	}

	/** Tools that have not changed stay the same objects, so that requests stay the same. */
	#makeTools(): void {
		const { artifacts } = this.#parts;
		const all = [...this.#entries.values()].flatMap((entry) => (entry.tools ?? []).map((tool) => ({ entry, tool })));
		const names = toolNames(all.map(({ entry, tool }) => ({ server: entry.server.name, tool: tool.name })));
		const byServer = new Map<string, AgentTool[]>();
		for (const [index, { entry, tool }] of all.entries()) {
			const { server, live } = entry;
			const name = names[index] ?? tool.name;
			const key = `${server.name}\0${name}\0${tool.name}`;
			const known = this.#made.get(key);
			const isSame = known && Bun.deepEquals(known.definition, tool);
			const made = isSame ? known.tool : mcpTool({ name, server, tool, live, artifacts });
			this.#made.set(key, { definition: tool, tool: made });
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
		this.#parts.workbench.putToolSource({ id: `mcp:${name}`, tools: () => this.#toolsByServer.get(name) ?? [] });
	}
}
