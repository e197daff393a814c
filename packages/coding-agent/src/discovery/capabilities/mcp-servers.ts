import { mcpServerClaim } from "../../trust/server-claims.ts";
import type { Capability, Level } from "../contract/capability.ts";

/** The definition of an MCP server, as a file gives it. Nothing of it was started. */
export interface McpServer {
	readonly name: string;
	/** The file. */
	readonly path: string;
	readonly level: Exclude<Level, "native">;
	/** As declared, else `stdio` with a command and `http` with a URL. */
	readonly transport: string;
	readonly command?: string;
	readonly args?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	readonly cwd?: string;
	readonly url?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** `false`: not to be connected. */
	readonly enabled: boolean;
	/** Milliseconds; 0 for none. */
	readonly timeout?: number;
	readonly requestIdFormat?: "number" | "string";
	readonly auth?: Readonly<Record<string, unknown>>;
	readonly oauth?: Readonly<Record<string, unknown>>;
	/** Its values are final: none is the name of a variable or a command. */
	readonly isLiteral?: true;
	/** Exactly what the file says, before variables were filled in. */
	readonly definition: unknown;
}

export const mcpTransports: readonly string[] = ["stdio", "http", "sse"];

export const mcpServers: Capability<McpServer> = {
	id: "mcp-servers",
	displayName: "MCP servers",
	description: "Programs and addresses that offer tools",
	trust: ({ name, path, definition }, project) => mcpServerClaim(path, name, definition, project),
	key: ({ name }) => name,
	validate({ name, transport, command, url }) {
		const problem = (text: string) => `Server "${name}": ${text}`;
		if (!/^[\w.:-]{1,100}$/.test(name)) return problem("a name has up to 100 letters, digits and _ . : -");
		if (!mcpTransports.includes(transport)) return problem(`unknown type "${transport}"`);
		if (command !== undefined && url !== undefined) return problem('both "command" and "url" are set');
		if (transport === "stdio") return command ? undefined : problem('stdio server requires "command" field');
		return url ? undefined : problem(`${transport} server requires "url" field`);
	},
	extensionId: ({ name }) => `mcp:${name}`,
};
