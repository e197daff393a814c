import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Params } from "./server-config.ts";

export interface ServerTool {
	readonly name: string;
	readonly title?: string;
	readonly description?: string;
	/** As the server gave it, whatever it is. */
	readonly inputSchema: unknown;
	readonly annotations?: Params;
	/** It can only be called as a task. */
	readonly needsTask?: true;
}

export interface ServerResource {
	readonly uri: string;
	readonly name: string;
	readonly description?: string;
	readonly mimeType?: string;
}

export interface ServerResourceTemplate {
	readonly uriTemplate: string;
	readonly name: string;
	readonly description?: string;
	readonly mimeType?: string;
}

export interface PromptArgument {
	readonly name: string;
	readonly description?: string;
	readonly required?: boolean;
}

export interface ServerPrompt {
	readonly name: string;
	readonly description?: string;
	readonly arguments: readonly PromptArgument[];
}

/** One block of a tool result or a prompt; kinds that are not known keep their fields. */
export type ContentBlock = Params & { readonly type: string };

export interface CallResult {
	readonly content: readonly ContentBlock[];
	readonly structuredContent?: unknown;
	readonly isError: boolean;
	/** A `WWW-Authenticate` value: the tool works only after a login. */
	readonly wwwAuthenticate?: string;
}

export interface ResourceContents {
	readonly uri: string;
	readonly mimeType?: string;
	readonly text?: string;
	/** Base64. */
	readonly blob?: string;
}

type Read<Item> = (entry: Params) => Item | undefined;

/** The entries of a list that can be used. The others are left out: one bad entry must not cost the rest. */
export function readList<Item>(value: unknown, read: Read<Item>): Item[] {
	if (!Array.isArray(value)) return [];
	return value.flatMap((entry) => {
		const item = isRecord(entry) ? read(entry) : undefined;
		return item === undefined ? [] : [item];
	});
}

/** The named fields that are texts and not empty. */
function texts<Name extends string>(entry: Params, ...names: readonly Name[]): { [Key in Name]?: string } {
	const found: { [Key in Name]?: string } = {};
	for (const name of names) {
		const value = entry[name];
		if (typeof value === "string" && value !== "") found[name] = value;
	}
	return found;
}

export const readTool: Read<ServerTool> = (entry) => {
	const { name, ...others } = texts(entry, "name", "title", "description");
	if (!name) return;
	const { inputSchema, annotations, execution } = entry;
	// The second form is our own, in the cache.
	const needsTask = (isRecord(execution) && execution.taskSupport === "required") || entry.needsTask === true;
	return {
		name,
		...others,
		inputSchema,
		...(isRecord(annotations) && { annotations }),
		...(needsTask && { needsTask }),
	};
};

export const readResource: Read<ServerResource> = (entry) => {
	const { uri, name, ...others } = texts(entry, "uri", "name", "description", "mimeType");
	return uri ? { uri, name: name ?? uri, ...others } : undefined;
};

export const readTemplate: Read<ServerResourceTemplate> = (entry) => {
	const { uriTemplate, name, ...others } = texts(entry, "uriTemplate", "name", "description", "mimeType");
	return uriTemplate ? { uriTemplate, name: name ?? uriTemplate, ...others } : undefined;
};

export const readPrompt: Read<ServerPrompt> = (entry) => {
	const { name, description } = texts(entry, "name", "description");
	if (!name) return;
	const list = readList(entry.arguments, (argument): PromptArgument | undefined => {
		const { name: argumentName, description: help } = texts(argument, "name", "description");
		if (!argumentName) return;
		return { name: argumentName, ...(help && { description: help }), required: argument.required === true };
	});
	return { name, ...(description && { description }), arguments: list };
};

export const readContents: Read<ResourceContents> = (entry) => {
	const { uri, ...others } = texts(entry, "uri", "mimeType", "blob");
	return { uri: uri ?? "", ...others, ...(typeof entry.text === "string" && { text: entry.text }) };
};

export const readBlock: Read<ContentBlock> = (entry) =>
	typeof entry.type === "string" ? { ...entry, type: entry.type } : undefined;

export function readCallResult(result: Params): CallResult {
	const asked = isRecord(result._meta) ? result._meta["mcp/www_authenticate"] : undefined;
	const wwwAuthenticate: unknown = Array.isArray(asked) ? asked[0] : asked;
	return {
		content: readList(result.content, readBlock),
		...(typeof wwwAuthenticate === "string" && wwwAuthenticate !== "" && { wwwAuthenticate }),
		...(result.structuredContent !== undefined && { structuredContent: result.structuredContent }),
		isError: result.isError === true,
	};
}
