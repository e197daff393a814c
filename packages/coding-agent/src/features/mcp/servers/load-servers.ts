import { join } from "node:path";
import { isFields, parseConfig } from "@oh-my-pi/pi-utils/config/parse-config";
import { type McpServer, mcpServers } from "../../../discovery/capabilities/mcp-servers.ts";
import type { Found, LoadContext } from "../../../discovery/contract/capability.ts";
import type { CapabilityRegistry } from "../../../discovery/contract/capability-registry.ts";
import { exaKey, isBrowserServer, isExaServer } from "./replaced-servers.ts";

export type FoundServer = Found<McpServer>;

export interface ServerLists {
	readonly disabled: readonly string[];
	readonly enabled: readonly string[];
}

export interface LoadedServers {
	/** Those to connect to, by name. */
	readonly servers: readonly FoundServer[];
	/** Those that the user, or their definition, has switched off. */
	readonly disabled: readonly FoundServer[];
	/** Those that a tool of omp stands in for. */
	readonly replaced?: readonly ReplacedServer[];
	readonly warnings: readonly string[];
}

export interface ReplacedServer {
	readonly server: FoundServer;
	readonly by: "web search" | "browser";
	/** The key of the server, for the tool. */
	readonly apiKey?: string;
}

/** Why a server is not connected, and what to do who wants it. */
export function leftOutText({ server, by }: ReplacedServer): string {
	const setting = by === "browser" ? "browser.enabled" : "web_search.enabled";
	return `MCP server "${server.name}" is left out: omp has its own ${by}. To use the server: omp config set ${setting} false`;
}

export interface LoadServersOptions {
	readonly includeProject: boolean;
	/** omp searches the web itself. */
	readonly hasWebSearch?: boolean;
	/** omp has a browser itself. */
	readonly hasBrowser?: boolean;
}

/** The servers that project and user define, without those that are switched off or that another definition equals. */
export async function loadServers(
	registry: CapabilityRegistry,
	context: LoadContext,
	{ includeProject, hasWebSearch = false, hasBrowser = false }: LoadServersOptions,
): Promise<LoadedServers> {
	const [found, lists] = await Promise.all([
		registry.load(mcpServers, context, {
			accepts: ({ level }) => includeProject || level !== "project",
		}),
		userLists(context),
	]);
	const seen = new Set<string>();
	const distinct = found.items.filter((server) => {
		const key = sameness(server);
		return !seen.has(key) && seen.add(key);
	});
	const isOn = ({ name, enabled }: FoundServer) =>
		!lists.disabled.includes(name) && (enabled || lists.enabled.includes(name));
	const on = distinct.filter(isOn).sort((a, b) => (a.name < b.name ? -1 : 1));
	const replaced = on.flatMap((server): ReplacedServer[] => {
		if (hasWebSearch && isExaServer(server)) return [{ server, by: "web search", ...exaKey(server) }];
		return hasBrowser && isBrowserServer(server) ? [{ server, by: "browser" }] : [];
	});
	return {
		servers: on.filter((server) => !replaced.some((one) => one.server === server)),
		...(replaced.length > 0 && { replaced }),
		disabled: distinct.filter((server) => !isOn(server)),
		warnings: found.warnings,
	};
}

/** `disabledServers` and `enabledServers`, which count in the user's file only. */
async function userLists({ agentDir, files }: Pick<LoadContext, "agentDir" | "files">): Promise<ServerLists> {
	const path = join(agentDir, "mcp.json");
	const text = files.isFile(path) ? await files.text(path) : undefined;
	// A file that cannot be read is named where its servers are.
	const parsed = text ? await parseConfig(text, path).catch(() => undefined) : undefined;
	const root = parsed && "value" in parsed && isFields(parsed.value) ? parsed.value : {};
	const names = (value: unknown) =>
		Array.isArray(value) ? value.filter((name): name is string => typeof name === "string") : [];
	return { disabled: names(root.disabledServers), enabled: names(root.enabledServers) };
}

/** What makes two definitions the same server. */
function sameness({ transport, command, args, env, cwd, url, headers, auth, requestIdFormat }: McpServer): string {
	const sorted = (fields: object | undefined) => Object.entries(fields ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
	return JSON.stringify([
		transport,
		command,
		args ?? [],
		sorted(env),
		cwd,
		url,
		sorted(headers),
		sorted(auth),
		requestIdFormat ?? "number",
	]);
}
