import { type Fields, isFields, parseConfig } from "@oh-my-pi/pi-utils/config/parse-config";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { McpServer } from "../capabilities/mcp-servers.ts";
import type { Found, LoadContext, LoadResult } from "../contract/capability.ts";
import type { PossibleFile } from "../files/found-file.ts";
import { expandVariables } from "./expand-variables.ts";
import type { McpFormat, McpOptions } from "./mcp-format.ts";

/** Claude Code keeps its history in the same file. */
const maxBytes = 64 * 1024 * 1024;

/** The servers that one file defines. */
export async function readMcpFile(
	provider: { readonly id: string; readonly displayName: string },
	{ path, level }: PossibleFile,
	files: LoadContext["files"],
	options: McpOptions,
): Promise<LoadResult<McpServer>> {
	try {
		return await readServers(provider, { path, level }, files, options);
	} catch (error) {
		// Such as one that is nested too deeply.
		return { items: [], warnings: [`${path}: ${errorMessage(error)}`] };
	}
}

async function readServers(
	...[provider, { path, level }, files, options]: Parameters<typeof readMcpFile>
): Promise<LoadResult<McpServer>> {
	const text = await files.text(path, maxBytes);
	if (text === undefined || text.trim() === "") return { items: [] };
	const parsed = await parseConfig(text, path);
	if ("problem" in parsed) return { items: [], warnings: [parsed.problem] };
	const warnings: string[] = [];
	const { format = "mcpServers", named = (name) => name, variables, coerces = false } = options;
	const items = findTables(parsed.value, format).flatMap(([key, table]): Found<McpServer>[] => {
		if (table === undefined) return [];
		if (!isFields(table)) {
			warnings.push(`${path}: "${key}" must be an object`);
			return [];
		}
		return Object.entries(table).flatMap(([name, definition]): Found<McpServer>[] => {
			if (!isFields(definition)) {
				warnings.push(`${path}: server "${name}" must be an object`);
				return [];
			}
			const usual = inUsualForm(definition, format);
			const fields = variables ? (expandVariables(usual, variables) as Fields) : usual;
			const warn = (problem: string) => warnings.push(`${path}: server "${name}": ${problem}`);
			const _source = { provider: provider.id, providerName: provider.displayName, path, level };
			return [{ ...parseServer(fields, { coerces, warn }), name: named(name), path, level, definition, _source }];
		});
	});
	return { items, warnings };
}

/** The tables of servers, with the keys that lead to them. */
function findTables(value: unknown, format: McpFormat): ReadonlyArray<readonly [string, unknown]> {
	const root = isFields(value) ? value : {};
	const nested = isFields(root.mcp) ? root.mcp.servers : undefined;
	switch (format) {
		case "codex":
			return [["mcp_servers", root.mcp_servers]];
		case "opencode":
			return [["mcp", root.mcp]];
		case "vscode":
			return [
				["mcp.servers", nested],
				["servers", root.servers],
			];
		default:
			return [["mcpServers", root.mcpServers]];
	}
}

/** Other programs name some fields differently. */
function inUsualForm(fields: Fields, format: McpFormat): Fields {
	switch (format) {
		case "codex":
			return fromCodex(fields);
		case "gemini": {
			// `url` is for server-sent events there.
			const { httpUrl, url, ...others } = fields;
			if (typeof httpUrl === "string") return { ...others, url: httpUrl, type: "http" };
			return typeof url === "string" ? { type: "sse", ...others, url } : fields;
		}
		case "opencode": {
			const { type, command, environment, ...others } = fields;
			if (type === "remote") return { ...others, type: "http" };
			const [program, ...args] = Array.isArray(command) ? command : [command];
			return { ...others, type: "stdio", command: program, args, env: environment };
		}
		default: {
			// Windsurf.
			const { serverUrl, ...others } = fields;
			return serverUrl === undefined ? withKnownType(fields) : { url: serverUrl, ...withKnownType(others) };
		}
	}
}

function withKnownType(fields: Fields): Fields {
	return fields.type === "streamable-http" || fields.type === "streamableHttp" ? { ...fields, type: "http" } : fields;
}

function fromCodex(fields: Fields): Fields {
	const { http_headers, bearer_token_env_var: variable, startup_timeout_sec, tool_timeout_sec, ...others } = fields;
	const seconds = [tool_timeout_sec, startup_timeout_sec].find((value) => typeof value === "number");
	const headers = {
		...(isFields(http_headers) && http_headers),
		...(typeof variable === "string" && { Authorization: `Bearer \${${variable}}` }),
	};
	return {
		...others,
		...(Object.keys(headers).length > 0 && { headers }),
		...(seconds !== undefined && { timeout: seconds * 1000 }),
	};
}

type Server = Omit<McpServer, "name" | "path" | "level" | "definition">;

/** The fields of a definition that are understood. */
export function parseServer(
	fields: Fields,
	{ coerces, warn }: { coerces: boolean; warn: (problem: string) => void },
): Server {
	const text = (key: string) => {
		const value = fields[key];
		return typeof value === "string" ? { [key]: value } : {};
	};
	const texts = (key: string) => {
		const value = fields[key];
		if (!isFields(value)) return {};
		const entries = Object.entries(value).filter(([, entry]) => ["string", "number", "boolean"].includes(typeof entry));
		return { [key]: Object.fromEntries(entries.map(([name, entry]) => [name, String(entry)])) };
	};
	const object = (key: string) => (isFields(fields[key]) ? { [key]: fields[key] } : {});
	const { requestIdFormat } = fields;
	const enabled = parseBoolean(fields.enabled, coerces);
	const timeout = parseNumber(fields.timeout, coerces);
	if (fields.enabled !== undefined && enabled === undefined) warn('"enabled" must be true or false');
	if (fields.timeout !== undefined && timeout === undefined) warn('"timeout" must be a number of milliseconds');
	const isFormat = requestIdFormat === "number" || requestIdFormat === "string";
	if (requestIdFormat !== undefined && !isFormat) warn('"requestIdFormat" must be "number" or "string"');
	const usual = fields.command === undefined && fields.url !== undefined ? "http" : "stdio";
	return {
		transport: typeof fields.type === "string" ? fields.type : usual,
		...text("command"),
		...(Array.isArray(fields.args) && { args: fields.args.map(String) }),
		...texts("env"),
		...text("cwd"),
		...text("url"),
		...texts("headers"),
		enabled: enabled ?? fields.disabled !== true,
		...(timeout !== undefined && { timeout }),
		...(isFormat && { requestIdFormat }),
		...object("auth"),
		...object("oauth"),
	};
}

function parseBoolean(value: unknown, coerces: boolean): boolean | undefined {
	if (typeof value === "boolean") return value;
	if (coerces && ["true", "1", 1].includes(value as string)) return true;
	return coerces && ["false", "0", 0].includes(value as string) ? false : undefined;
}

function parseNumber(value: unknown, coerces: boolean): number | undefined {
	const number = coerces && typeof value === "string" && value.trim() !== "" ? Number(value) : value;
	return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : undefined;
}
