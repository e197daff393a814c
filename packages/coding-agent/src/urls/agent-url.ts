import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import { followPath, QueryError, queryJson } from "./json-query.ts";

export interface AgentOutputSource {
	readonly output: (id: string) => Promise<{ readonly text: string; readonly path?: string } | undefined>;
	readonly ids: () => Promise<readonly string[]>;
}

const prefix = "agent://";

/**
 * `agent://<id>`: what a sub-agent handed in. `agent://<id>/<path>` and `?q=<query>` give a part of a JSON output;
 * `agent://Parent/Child` is the child when there is one.
 */
export function agentScheme({ output, ids }: AgentOutputSource): UrlScheme {
	return {
		scheme: "agent",
		async resolve(url) {
			const [address = "", query] = splitQuery(url.slice(prefix.length));
			const [id = "", ...path] = address
				.split("/")
				.filter((part) => part !== "")
				.map(decoded);
			if (id === "") throw new ToolError("agent:// URL requires an output ID: agent://<id>");
			const { found, rest } = (await nested(id, path, output)) ?? {};
			if (!found || !rest) throw await notFound(id, ids);
			const outside = `agent ${address}`;
			if (rest.length > 0 && query !== undefined) {
				throw new ToolError("agent:// URL cannot combine path extraction with ?q=");
			}
			if (rest.length === 0 && query === undefined) {
				return { text: found.text, outside, ...(found.path !== undefined && { backingPath: found.path }) };
			}
			return { text: selectPart(found.text, address, rest, query), outside };
		},
		list: async () => (await ids()).map((id) => prefix + id),
	};
}

/** The longest dotted id that exists; what is left of the path leads into its output. */
async function nested(id: string, path: readonly string[], output: AgentOutputSource["output"]) {
	for (let depth = path.length; depth >= 0; depth--) {
		const found = await output([id, ...path.slice(0, depth)].join("."));
		if (found) return { found, rest: path.slice(depth) };
	}
	return undefined;
}

function selectPart(text: string, address: string, path: readonly string[], query: string | undefined): string {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new ToolError(`The output of agent://${address.split("/")[0]} is not JSON; read it without a path or query`);
	}
	try {
		return JSON.stringify(query === undefined ? followPath(value, path) : queryJson(value, query), null, 2);
	} catch (error) {
		if (error instanceof QueryError) throw new ToolError(error.message);
		throw error;
	}
}

function splitQuery(rest: string): readonly [string, string | undefined] {
	const mark = rest.indexOf("?q=");
	return mark < 0 ? [rest, undefined] : [rest.slice(0, mark), decoded(rest.slice(mark + 3))];
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// Not encoded: taken as it is.
		return text;
	}
}

async function notFound(id: string, ids: AgentOutputSource["ids"]): Promise<ToolError> {
	const known = await ids();
	if (known.length === 0) return new ToolError(`Not found: ${id}. No sub-agent has handed in anything yet.`);
	return new ToolError(`Not found: ${id}. Available: ${known.join(", ")}`);
}
