import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import type { FeatureStart } from "../../../workbench/feature-definition.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { Contribution, RunningFeature } from "../../../workbench/running-feature.ts";
import type { ServerHost } from "../../../workbench/server-host.ts";
import { mayHaveServers } from "../servers/has-servers.ts";
import type { LoadedServers } from "../servers/load-servers.ts";
import type { McpSession } from "./mcp-session.ts";
import { WaitingNotifications } from "./waiting-notifications.ts";

/** The MCP servers of a session. Nothing of the protocol is loaded before there is one. */
export class McpService implements RunningFeature {
	/** What servers tell, after omp has dealt with it; extensions hear it. */
	readonly notifications = new WaitingNotifications();
	readonly servers: ServerHost = {
		notifications: this.notifications,
		connect: async (session, servers) => {
			const { mcpSession } = await import("./mcp-session.ts");
			await mcpSession(session, { isHeadless: () => true }).add(servers);
		},
		reload: async (session) => {
			const { mcpSession } = await import("./mcp-session.ts");
			await mcpSession(session).reload();
		},
	};
	/** Keys of servers that a tool of omp replaces, by the variable that has such a key. */
	readonly keys = new Map<string, string>();
	/** Set with the first server, or the first who asks for them. */
	session: McpSession | undefined;
	#found: LoadedServers | undefined;
	readonly #start: FeatureStart;

	constructor(start: FeatureStart) {
		this.#start = start;
	}

	/** Finds the servers that are defined. They are connected when the session is open. */
	async find(): Promise<void> {
		const { workbench, request, notify } = this.#start;
		const { noTools, noMcpServers, isBare } = request;
		if (noTools || noMcpServers || isBare || !mayHaveServers(workbench)) return;
		try {
			const [{ findServers }, { leftOutText }] = await Promise.all([
				import("./mcp-session.ts"),
				import("../servers/load-servers.ts"),
			]);
			const found = await findServers(workbench, workbench.host.cwd, this.keys);
			for (const text of [...found.warnings, ...(found.replaced ?? []).map(leftOutText)]) notify(text);
			if (found.servers.length > 0) this.#found = found;
		} catch (error) {
			notify(`MCP servers are left out: ${error instanceof Error ? error.message : error}`);
		}
	}

	/** Whether a server is defined, or was. */
	get hasServers(): boolean {
		return this.#found !== undefined || this.session !== undefined;
	}

	async opened(session: OpenedConversation): Promise<void> {
		const found = this.#found;
		if (!found) return;
		const { mcpSession } = await import("./mcp-session.ts");
		mcpSession(session, { isHeadless: () => this.#isHeadless() }).start(found);
	}

	/** Connects servers of the project that are trusted now, and ends those that are not. */
	async trustChanged(session: OpenedConversation): Promise<void> {
		if (!this.session && !mayHaveServers(session.workbench)) return;
		const { mcpSession } = await import("./mcp-session.ts");
		await mcpSession(session).reload({ onlyChanges: true });
	}

	join(): Contribution {
		return {
			serverUrls: (): readonly UrlScheme[] => this.session?.schemes() ?? [],
			instructions: () => this.session?.instructions() ?? [],
			keys: this.keys,
			serverPrompts: () => this.session,
		};
	}

	#isHeadless(): boolean {
		const { workbench, request } = this.#start;
		return request.print || (request.mode ?? "text") !== "text" || workbench.frontEnd.ask === undefined;
	}
}
