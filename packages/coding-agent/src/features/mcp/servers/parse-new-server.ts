import type { Fields } from "@oh-my-pi/pi-utils/config/parse-config";
import { mcpServers } from "../../../discovery/capabilities/mcp-servers.ts";
import type { ConfigScope } from "./config-file.ts";

export interface AddedServer {
	readonly name: string;
	readonly scope: ConfigScope;
	readonly definition: Fields;
}

const valued = ["--scope", "--transport", "--url", "--token", "--env", "--header"];

/** `<name> [flags] [-- command… | URL]`; throws with words for the user. */
export function parseAdd(words: readonly string[], defaultScope: ConfigScope): AddedServer {
	const end = words.indexOf("--");
	const flagWords = end < 0 ? words : words.slice(0, end);
	const command = end < 0 ? [] : words.slice(end + 1);
	const values = new Map<string, string[]>();
	const plain: string[] = [];
	for (let index = 0; index < flagWords.length; index++) {
		const word = flagWords[index] ?? "";
		if (!word.startsWith("--")) {
			plain.push(word);
			continue;
		}
		const [flag = "", inline] = word.split(/=(.*)/s);
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
	const scope = one("--scope") ?? defaultScope;
	if (scope !== "user" && scope !== "project") throw new Error(`--scope is user or project, not "${scope}"`);
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
