import { resolve } from "node:path";
import type { Claim } from "./claim.ts";
import type { FeatureTrustKind } from "./kinds.ts";
import { type NamedFile, namedFiles } from "./named-files.ts";
import type { Project } from "./project.ts";

/** A server that a project defines: it would be started, or sent requests. */
export function mcpServerClaim(path: string, name: string, definition: unknown, project: Project): Claim {
	const { command, args, cwd, env, environment, url, httpUrl, serverUrl, type } = fieldsOf(definition);
	const words = [command, args].flat().filter((word) => typeof word === "string");
	const variables = Object.entries({ ...fieldsOf(environment), ...fieldsOf(env) });
	const address = [url, httpUrl, serverUrl].find((value) => typeof value === "string");
	const folder = typeof cwd === "string" ? resolve(project.root, cwd) : project.root;
	const named = [...words, ...variables.map(([, value]) => String(value))];
	const files = namedFiles([words.join(" "), ...named], project, folder, { withConfig: true });
	const effects = [
		...(words.length > 0 ? [`MCP server ${name} runs: ${words.join(" ")}`] : []),
		...(typeof cwd === "string" ? [`in the folder ${cwd}`] : []),
		...variables.map(([key, value]) => `with the variable ${key}=${isSecret(key, value) ? "…" : value}`),
		...files.map((file) => `with the file ${file.name}`),
		...(address === undefined ? [] : [`MCP server ${name} is at ${address}`]),
	];
	const fallback = `defines the MCP server ${name}${typeof type === "string" ? ` (${type})` : ""}`;
	const claim = definitionClaim(
		{ kind: "mcp-server" },
		path,
		name,
		definition,
		effects.length > 0 ? effects : [fallback],
	);
	return withFiles(claim, files);
}

/** What a claim names counts as a part of it. */
export function withFiles(claim: Claim, files: readonly NamedFile[]): Claim {
	if (files.length === 0) return claim;
	return {
		...claim,
		content: JSON.stringify([claim.content, files.map(({ name, hash }) => [name, hash])]),
		shown: [claim.shown, ...files.map(({ name, text }) => `# ${name}\n${text}`)].join("\n").slice(0, maxShown),
	};
}

const maxShown = 16 * 1024;
const secretName = /key|token|secret|password|authorization|cookie/i;

/** A definition in a file of JSON, shown without its secrets. */
export function definitionClaim(
	kind: FeatureTrustKind | { readonly kind: "mcp-server" },
	path: string,
	name: string,
	definition: unknown,
	effects: readonly string[],
): Claim {
	const shown = JSON.stringify(definition, (key, value) => (isSecret(key, value) ? "…" : value), 2);
	return {
		...kind,
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

export function fieldsOf(definition: unknown): Readonly<Record<string, unknown>> {
	return typeof definition === "object" && definition !== null ? { ...definition } : {};
}
