import { discoveryRegistry } from "../discovery/discovery-registry.ts";
import { loadContext } from "../discovery/load-context.ts";
import { mcpSettings } from "../settings/sections/mcp.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import type { Workbench } from "../workbench/workbench.ts";
import { type LoadedServers, loadServers } from "./load-servers.ts";
import type { McpManager } from "./mcp-manager.ts";

/** How long an interactive prompt waits for servers that have just been started. */
const startGateMs = 250;
/** After the first picture is on the screen. */
const startDelayMs = 30;

export interface McpSessionOptions {
	/** Nobody watches: the first prompt waits for the servers. */
	readonly isHeadless: () => boolean;
}

const sessions = new WeakMap<Workbench, McpSession>();

/** The MCP servers of a workbench; made by the first who asks. */
export function mcpSession(session: OpenedConversation, options?: McpSessionOptions): McpSession {
	const { workbench } = session;
	const known = sessions.get(workbench);
	if (known) return known;
	const made = new McpSession(session, options ?? { isHeadless: () => false });
	sessions.set(workbench, made);
	return made;
}

/** The servers that folder and user define now. Those of a project that nobody has trusted are left out. */
export async function findServers(
	workbench: Pick<Workbench, "host" | "agentDir" | "settings" | "gate">,
	cwd = workbench.host.cwd,
): Promise<LoadedServers> {
	const { host, agentDir, settings, gate } = workbench;
	const context = await loadContext({ cwd, home: host.home, env: host.env, agentDir, gate: gate.at(cwd) });
	const includeProject = settings.get(mcpSettings.enableProjectConfig);
	return loadServers(discoveryRegistry(cwd, host.home, settings), context, { includeProject });
}

/** Connects the servers of a session once it runs. Loads nothing of the protocol before. */
export class McpSession {
	readonly #session: OpenedConversation;
	readonly #options: McpSessionOptions;
	#manager: Promise<McpManager> | undefined;
	#hasWaited = false;

	constructor(session: OpenedConversation, options: McpSessionOptions) {
		this.#session = session;
		this.#options = options;
	}

	/** Connects soon, and ends the connections with the session. */
	start({ servers }: LoadedServers): void {
		const { workbench, conversation } = this.#session;
		const begin = async () => {
			if (this.#manager) return;
			(await this.manager()).connect(servers);
		};
		const timer = setTimeout(() => void begin(), this.#options.isHeadless() ? 0 : startDelayMs);
		workbench.addHook((live) => ({
			name: "mcp-start",
			beforePrompt: async ({ signal }) => {
				if (this.#hasWaited) return undefined;
				this.#hasWaited = true;
				clearTimeout(timer);
				await begin();
				await this.#wait(signal);
				return undefined;
			},
			dispose: () => {
				if (live.id === conversation.id) clearTimeout(timer);
			},
		}));
	}

	async manager(): Promise<McpManager> {
		this.#manager ??= this.#make();
		return this.#manager;
	}

	/** Reads the definitions again and connects to what they say. */
	async reload(): Promise<LoadedServers> {
		const { workbench, folder } = this.#session;
		const loaded = await findServers(workbench, folder.path);
		await (await this.manager()).reload(loaded.servers);
		return loaded;
	}

	async #make(): Promise<McpManager> {
		const { McpManager } = await import("./mcp-manager.ts");
		const { workbench, conversation, folder } = this.#session;
		const manager = new McpManager({
			workbench,
			cwd: () => folder.path,
			artifacts: {
				allocate: (toolName) => conversation.log.artifacts.allocate(toolName),
				save: (toolName, content) => conversation.log.artifacts.save(toolName, content),
			},
			warn: (message) => conversation.notify("warning", message, "mcp"),
		});
		const { mcpScheme } = await import("./resource-url.ts");
		const schemes = [mcpScheme(async () => manager)];
		this.#session.urlSchemes.servers = () => (manager.hasResources ? schemes : []);
		workbench.addHook((live) => ({
			name: "mcp",
			dispose: () => (live.id === conversation.id ? manager.close() : undefined),
		}));
		return manager;
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
