import type { Fields } from "@oh-my-pi/pi-utils/config/parse-config";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { mcpServers } from "../../../discovery/capabilities/mcp-servers.ts";
import type { ConfigScope } from "./config-file.ts";

export interface AddedServer {
	readonly name: string;
	readonly scope: ConfigScope;
	readonly definition: Fields;
}

const valued = ["--scope", "--transport", "--url", "--token", "--env", "--header"];
/** As in `claude mcp add`. */
const short: Readonly<Record<string, string>> = {
	"-s": "--scope",
	"-t": "--transport",
	"-e": "--env",
	"-H": "--header",
};

/** `<name> [flags] [-- command… | URL]`; throws with words for the user. */
export function parseAdd(words: readonly string[], defaultScope: ConfigScope): AddedServer {
	const end = words.indexOf("--");
	const flagWords = end < 0 ? words : words.slice(0, end);
	const command = end < 0 ? [] : words.slice(end + 1);
	const values = new Map<string, string[]>();
	const plain: string[] = [];
	for (let index = 0; index < flagWords.length; index++) {
		const word = flagWords[index] ?? "";
		const long = short[word];
		if (long === undefined && !word.startsWith("--")) {
			plain.push(word);
			continue;
		}
		const [flag = "", inline] = long === undefined ? word.split(/=(.*)/s) : [long];
		if (!valued.includes(flag)) throw new Error(`unknown flag: ${flag}. Use ${valued.join(", ")} or -- <command...>.`);
		const value = inline ?? flagWords[++index];
		if (value === undefined) throw new Error(`${flag} needs a value`);
		values.set(flag, [...(values.get(flag) ?? []), value]);
	}
	const one = (flag: string) => values.get(flag)?.at(-1);
	const [name, address, ...more] = plain;
	if (name === undefined) throw new Error("A name is missing: add <name> [flags] [-- command… | URL]");
	if (more.length > 0) throw new Error(`Put the command behind --: add ${name} -- ${[address, ...more].join(" ")}`);
	const url = one("--url") ?? address;
	if (url !== undefined && command.length > 0) throw new Error("Use either --url or -- <command...>, not both.");
	const token = one("--token");
	if (token !== undefined && url === undefined) throw new Error("--token requires --url (HTTP/SSE transport).");
	const scope = readScope(one("--scope"), defaultScope);
	const headers = {
		...pairs(values.get("--header") ?? [], ":", "--header"),
		...(token !== undefined && { Authorization: `Bearer ${token}` }),
	};
	const env = pairs(values.get("--env") ?? [], "=", "--env");
	const [program, ...args] = command;
	const definition = {
		...(url === undefined
			? {
					type: one("--transport") ?? "stdio",
					...(program !== undefined && { command: program }),
					args,
					...filled("env", env),
				}
			: { type: one("--transport") ?? "http", url, ...filled("headers", headers) }),
	};
	const problem = findProblem(name, definition);
	if (problem) throw new Error(`Invalid server config: ${problem}`);
	return { name, scope, definition };
}

/** `<name> '<json>' [--scope user|project]`: a definition as it is in a file. */
export function parseAddJson(words: readonly string[], defaultScope: ConfigScope): AddedServer {
	const at = words.findIndex((word) => word === "-s" || word === "--scope");
	const scope = readScope(at < 0 ? undefined : words[at + 1], defaultScope);
	const [name, text, ...more] = at < 0 ? words : words.toSpliced(at, 2);
	if (name === undefined || text === undefined || more.length > 0) {
		throw new Error("Usage: add-json <name> '<json>' [--scope user|project]");
	}
	const definition = parseObject(text);
	const known = definition.type ?? (typeof definition.url === "string" ? "http" : "stdio");
	const problem = findProblem(name, { ...definition, type: known });
	if (problem) throw new Error(`Invalid server config: ${problem}`);
	return { name, scope, definition };
}

function parseObject(text: string): Fields {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
	} catch (error) {
		throw new Error(`The definition is no JSON: ${errorMessage(error)}`);
	}
	throw new Error("The definition must be a JSON object");
}

function readScope(scope: string | undefined, defaultScope: ConfigScope): ConfigScope {
	if (scope === undefined) return defaultScope;
	if (scope !== "user" && scope !== "project") throw new Error(`--scope is user or project, not "${scope}"`);
	return scope;
}

function filled(key: string, values: Fields): Fields {
	return Object.keys(values).length > 0 ? { [key]: values } : {};
}

function pairs(texts: readonly string[], separator: string, flag: string): Record<string, string> {
	return Object.fromEntries(
		texts.map((text) => {
			const index = text.indexOf(separator);
			if (index <= 0) throw new Error(`${flag} is written NAME${separator}VALUE, not "${text}"`);
			return [text.slice(0, index).trim(), text.slice(index + 1).trim()] as const;
		}),
	);
}

/** The same rules as for a file. */
function findProblem(name: string, definition: Fields): string | undefined {
	const { type, command, url } = definition;
	const place = { path: "", level: "user" } as const;
	return mcpServers.validate?.({
		name,
		...place,
		transport: String(type),
		enabled: true,
		definition,
		...(typeof command === "string" && { command }),
		...(typeof url === "string" && { url }),
		_source: { ...place, provider: "native", providerName: "OMP" },
	});
}
