import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ServerConnection } from "@oh-my-pi/pi-mcp/connect-server";
import type { ResourceContents } from "@oh-my-pi/pi-mcp/server-messages";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import type { McpManager } from "./mcp-manager.ts";

/** `mcp://<resource-uri>`: what servers have to read. */
export function mcpScheme(manager: () => Promise<Pick<McpManager, "status">>): UrlScheme {
	return {
		scheme: "mcp",
		async resolve(url, { signal }) {
			const uri = url.replace(/^mcp:\/\//i, "");
			if (uri === "") throw new ToolError("mcp:// URL requires a resource URI: mcp://<resource-uri>");
			const connections = (await manager()).status().flatMap(({ connection }) => connection ?? []);
			const offers = await Promise.all(connections.map((connection) => offerOf(connection, signal)));
			const owner = offers.find(({ uris }) => uris.includes(uri)) ?? offers.find(({ matches }) => matches(uri));
			if (!owner) {
				const known = offers.flatMap(({ uris, templates }) => [...uris, ...templates]).slice(0, maxListed);
				const list = known.length > 0 ? `\nAvailable:\n${known.map((one) => `  mcp://${one}`).join("\n")}` : "";
				throw new ToolError(`No MCP server has resource "${uri}".${list}`);
			}
			const contents = await owner.connection.readResource(uri, { signal });
			return { text: contents.map(textOf).join("\n\n") };
		},
	};
}

const maxListed = 50;

async function offerOf(connection: ServerConnection, signal: AbortSignal) {
	const has = "resources" in connection.capabilities;
	const [resources, templates] = await Promise.all([
		has ? connection.listResources({ signal }).catch(() => []) : [],
		has ? connection.listResourceTemplates({ signal }).catch(() => []) : [],
	]);
	const patterns = templates.map(({ uriTemplate }) => patternOf(uriTemplate));
	return {
		connection,
		uris: resources.map(({ uri }) => uri),
		templates: templates.map(({ uriTemplate }) => uriTemplate),
		matches: (uri: string) => patterns.some((pattern) => pattern.test(uri)),
	};
}

/** `test://{id}` as an expression; `{+path}` may have slashes. */
function patternOf(template: string): RegExp {
	const source = template
		.split(/(\{[^}]*\})/)
		.map((part) => {
			if (!part.startsWith("{")) return part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
			return /^\{[+#]/.test(part) ? ".+" : "[^/]+";
		})
		.join("");
	return new RegExp(`^${source}$`);
}

function textOf({ uri, text, blob, mimeType }: ResourceContents): string {
	if (text !== undefined) return text;
	const bytes = Buffer.byteLength(blob ?? "", "base64");
	return `[${uri}: ${mimeType ?? "binary"}, ${bytes} bytes]`;
}
