import { join } from "node:path";
import { isFields, parseConfig } from "@oh-my-pi/pi-utils/parse-config";
import { type McpServer, mcpServers } from "../discovery/capabilities/mcp-servers.ts";
import type { Found, LoadContext } from "../discovery/capability.ts";
import type { CapabilityRegistry } from "../discovery/capability-registry.ts";

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
	readonly warnings: readonly string[];
}

/** The servers that project and user define, without those that are switched off or that another definition equals. */
export async function loadServers(
	registry: CapabilityRegistry,
	context: LoadContext,
	{ includeProject }: { readonly includeProject: boolean },
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
	return {
		servers: distinct.filter(isOn).sort((a, b) => (a.name < b.name ? -1 : 1)),
		disabled: distinct.filter((server) => !isOn(server)),
		warnings: found.warnings,
	};
}

/** `disabledServers` and `enabledServers`, which count in the user's file only. */
async function userLists({ agentDir, files }: Pick<LoadContext, "agentDir" | "files">): Promise<ServerLists> {
	const path = join(agentDir, "mcp.json");
	const text = files.isFile(path) ? await files.text(path) : undefined;
	const parsed = text ? await parseConfig(text, path) : undefined;
	// A file that cannot be read is named where its servers are.
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
