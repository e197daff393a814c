import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ResourceContents } from "@oh-my-pi/pi-mcp/server/server-messages";
import type { UrlResource, UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import type { McpManager, ServerStatus } from "./mcp-manager.ts";

type Servers = Pick<McpManager, "status">;

/** `mcp://<resource-uri>` or `mcp://<server>/<resource-uri>`: what servers have to read, and the schemes of their own addresses. */
export function serverSchemes(servers: Servers): UrlScheme[] {
	const addresses = servers
		.status()
		.flatMap(({ lists: { resources, templates } }) => [
			...resources.map(({ uri }) => uri),
			...templates.map(({ uriTemplate }) => uriTemplate),
		]);
	const schemes = new Set(
		addresses.flatMap((address) => /^([a-z][a-z\d+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase() ?? []),
	);
	schemes.delete("mcp");
	return [
		{
			scheme: "mcp",
			resolve: async (url, { signal }) => {
				const uri = url.replace(/^mcp:\/\//i, "");
				if (uri === "") throw new ToolError("mcp:// URL requires a resource URI: mcp://<resource-uri>");
				return readUri(uri, servers, signal);
			},
		},
		...[...schemes].sort().map(
			(scheme): UrlScheme => ({
				scheme,
				resolve: (url, { signal }) => readUri(url, servers, signal),
			}),
		),
	];
}

const maxListed = 50;

async function readUri(asked: string, servers: Servers, signal: AbortSignal): Promise<UrlResource> {
	// Not every server says when its lists have changed.
	const owner = findOwner(asked, servers) ?? (await refreshed(servers, signal).then(() => findOwner(asked, servers)));
	if (!owner) {
		const known = servers
			.status()
			.flatMap(({ lists: { resources, templates } }) => [
				...resources.map(({ uri }) => uri),
				...templates.map(({ uriTemplate }) => uriTemplate),
			]);
		const list = known.slice(0, maxListed).map((one) => `  mcp://${one}`);
		const more = known.length > maxListed ? [`  … ${known.length - maxListed} more`] : [];
		const available = known.length > 0 ? `\nAvailable:\n${[...list, ...more].join("\n")}` : "";
		throw new ToolError(`No MCP server has resource "${asked}".${available}`);
	}
	const { live, uri, name } = owner;
	const contents = await live.use((connection) => connection.readResource(uri, { signal }));
	return { text: contents.map(formatContents).join("\n\n"), outside: `MCP server ${name}: ${uri}` };
}

function findOwner(
	asked: string,
	servers: Servers,
): { readonly live: ServerStatus["live"]; readonly uri: string; readonly name: string } | undefined {
	const status = servers.status().filter(({ state }) => state !== "disconnected");
	const find = (uri: string, among: readonly ServerStatus[]) => {
		const owner =
			among.find(({ lists }) => lists.resources.some((resource) => resource.uri === uri)) ??
			among.find(({ lists }) => lists.templates.some(({ uriTemplate }) => compilePattern(uriTemplate).test(uri)));
		return owner && { live: owner.live, uri, name: owner.server.name };
	};
	const named = status.filter(({ server }) => asked.startsWith(`${server.name}/`));
	return find(asked, status) ?? named.flatMap((one) => find(asked.slice(one.server.name.length + 1), [one]) ?? [])[0];
}

async function refreshed(servers: Servers, signal: AbortSignal): Promise<void> {
	const reading = Promise.all(servers.status().map(({ lists }) => lists.changed("resources")));
	const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
	await Promise.race([reading, aborted]);
	signal.throwIfAborted();
}

/** `test://{id}` as an expression; `{+path}` may have slashes. */
function compilePattern(template: string): RegExp {
	const source = template
		.split(/(\{[^}]*\})/)
		.map((part) => {
			if (!part.startsWith("{")) return part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
			return /^\{[+#]/.test(part) ? ".+" : "[^/]+";
		})
		.join("");
	return new RegExp(`^${source}$`);
}

function formatContents({ uri, text, blob, mimeType }: ResourceContents): string {
	if (text !== undefined) return text;
	const bytes = Buffer.byteLength(blob ?? "", "base64");
	return `[${uri}: ${mimeType ?? "binary"}, ${bytes} bytes]`;
}
