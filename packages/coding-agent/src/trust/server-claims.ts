import type { Claim } from "./claim.ts";

/** A server that a project defines: it would be started, or sent requests. */
export function mcpServerClaim(path: string, name: string, definition: unknown): Claim {
	const { command, args, url, httpUrl, serverUrl, type } = fieldsOf(definition);
	const words = [command, args].flat().filter((word) => typeof word === "string");
	const address = [url, httpUrl, serverUrl].find((value) => typeof value === "string");
	const effects = [
		...(words.length > 0 ? [`MCP server ${name} runs: ${words.join(" ")}`] : []),
		...(address === undefined ? [] : [`MCP server ${name} is at ${address}`]),
	];
	const fallback = `defines the MCP server ${name}${typeof type === "string" ? ` (${type})` : ""}`;
	return claimOf("mcp-server", path, name, definition, effects.length > 0 ? effects : [fallback]);
}

/** A host that a project defines: commands would run there, with the user's keys. */
export function sshHostClaim(path: string, name: string, definition: unknown): Claim {
	const { host, username, port, keyPath } = fieldsOf(definition);
	const address = `${typeof username === "string" ? `${username}@` : ""}${host}${port === undefined ? "" : `:${port}`}`;
	const key = typeof keyPath === "string" ? `, with the key ${keyPath}` : "";
	return claimOf("ssh-host", path, name, definition, [`SSH host ${name} is ${address}${key}`]);
}

/** Language servers that a project defines: programs that are started. */
export function lspConfigClaim(path: string, text: string, commands: readonly string[]): Claim {
	const effects = commands.map((command) => `a language server runs: ${command}`);
	return {
		kind: "lsp-config",
		path,
		content: text,
		shown: text.slice(0, maxShown),
		effects: effects.length > 0 ? effects : ["changes language servers"],
	};
}

const maxShown = 16 * 1024;
const secretName = /key|token|secret|password|authorization|cookie/i;

function claimOf(
	kind: "mcp-server" | "ssh-host",
	path: string,
	name: string,
	definition: unknown,
	effects: readonly string[],
): Claim {
	const shown = JSON.stringify(definition, (key, value) => (isSecret(key, value) ? "…" : value), 2);
	return {
		kind,
		path: `${path}#${name}`,
		content: JSON.stringify(definition),
		shown: shown.slice(0, maxShown),
		effects,
	};
}

/** A reference to a variable says nothing secret. */
function isSecret(key: string, value: unknown): boolean {
	// Where a key is says nothing of the key.
	if (key === "keyPath") return false;
	return typeof value === "string" && secretName.test(key) && !/^(?:Bearer )?\$\{?\w+\}?$/.test(value);
}

function fieldsOf(definition: unknown): Readonly<Record<string, unknown>> {
	return typeof definition === "object" && definition !== null ? { ...definition } : {};
}
