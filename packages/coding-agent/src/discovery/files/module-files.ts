import { extname } from "node:path";
import type { AgentFile } from "../capabilities/agents.ts";
import type { HookFile } from "../capabilities/hooks.ts";
import type { ToolFile } from "../capabilities/tools.ts";
import type { Found, LoadContext, LoadResult } from "../contract/capability.ts";
import { frontmatterProblem, parseFrontmatter, textField, textListField } from "./frontmatter.ts";
import { type ModuleFolder, moduleFolders } from "./module-folders.ts";
import { type ScannedFolder, scanFolders } from "./scan-folders.ts";

interface Identity {
	readonly id: string;
	readonly displayName: string;
}

const scripts = [".sh", ".bash", ".py"];
const modules = [".ts", ".js"];

/** The files in the `hooks` folders of a provider. */
export async function hookFilesOf(provider: Identity, context: LoadContext): Promise<LoadResult<HookFile>> {
	return hookFilesIn(provider, foldersOf("hook", provider, context), context);
}

/** The files in these folders for hooks. */
export async function hookFilesIn(
	provider: Identity,
	folders: ReadonlyArray<Pick<ModuleFolder, "path" | "level" | "type">>,
	context: LoadContext,
): Promise<LoadResult<HookFile>> {
	const listed = await Promise.all(
		folders.map(async ({ path, level, type = "pre" }) => {
			const { found } = await scanFolders([{ path, level }], context, { suffixes: [""] });
			return found.map(({ path: file, within: [name = ""] }): Found<HookFile> => {
				const tool = name.slice(0, name.length - extname(name).length);
				return { name, path: file, type, tool, level, _source: sourceOf(provider, file, level) };
			});
		}),
	);
	return { items: listed.flat() };
}

/** The files in the `tools` folders of a provider. */
export async function toolFilesOf(provider: Identity, context: LoadContext): Promise<LoadResult<ToolFile>> {
	return toolFilesIn(provider, foldersOf("tool", provider, context), context);
}

/** The files in these folders for tools. */
export async function toolFilesIn(
	provider: Identity,
	folders: readonly ScannedFolder[],
	context: LoadContext,
): Promise<LoadResult<ToolFile>> {
	const suffixes = [...modules, ...scripts, ".json", ".md"];
	const { found, warnings } = await scanFolders(folders, context, { suffixes, isRecursive: true });
	const problems = [...warnings];
	const items = found.flatMap(({ path, level, content, within }): Found<ToolFile>[] => {
		const [first = "", second] = within;
		if (first.endsWith(".d.ts") || within.length > 2 || (second !== undefined && second !== "index.ts")) return [];
		const ending = extname(within.at(-1) ?? "");
		const stem = second === undefined ? first.slice(0, first.length - ending.length) : first;
		const _source = sourceOf(provider, path, level);
		if (modules.includes(ending)) return [{ name: stem, path, level, implementation: "module", _source }];
		if (scripts.includes(ending)) return [{ name: stem, path, level, implementation: "script", _source }];
		const { name, description } =
			ending === ".json" ? described(content, path, problems) : parseFrontmatter(content).fields;
		const about = textField(description);
		return [
			{ name: textField(name) ?? stem, path, level, ...(about !== undefined && { description: about }), _source },
		];
	});
	return { items, warnings: problems };
}

export interface AgentOptions {
	readonly isRecursive?: boolean;
	/** The file name is the name of an agent that gives none. */
	readonly isNamedByFile?: boolean;
	/** Changes the fields of a file before they are read. */
	readonly translate?: (fields: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

/** Agents in these folders; `tools` and the like may be a list or one text with commas. */
export async function loadAgentFiles(
	provider: Identity,
	folders: readonly ScannedFolder[],
	context: LoadContext,
	{ isRecursive = false, isNamedByFile = false, translate = (fields) => fields }: AgentOptions = {},
): Promise<LoadResult<AgentFile>> {
	const { found, warnings } = await scanFolders(folders, context, { suffixes: [".md"], isRecursive });
	const problems = [...warnings];
	const items: Found<AgentFile>[] = [];
	for (const { path, level, content, within } of found) {
		const { fields: rawFields, body, broken, isPresent } = parseFrontmatter(content);
		const file = within.at(-1) ?? "";
		if (!isPresent && /^readme\.md$/i.test(file)) continue;
		if (broken !== undefined) problems.push(await frontmatterProblem(path, broken));
		const fields = translate(rawFields);
		const ownName = isNamedByFile ? file.replace(/(?:\.agent)?\.md$/, "") : "";
		items.push({
			name: textField(fields.name) ?? ownName,
			path,
			description: textField(fields.description) ?? "",
			content: body,
			level,
			...listed("tools", fields.tools),
			...listed("spawns", fields.spawns),
			...listed("model", fields.model),
			frontmatter: fields,
			text: content,
			_source: sourceOf(provider, path, level),
		});
	}
	return { items, warnings: problems };
}

function listed(key: "tools" | "spawns" | "model", value: unknown): Partial<Record<typeof key, string[]>> {
	const all = textListField(value)
		.flatMap((text) => text.split(","))
		.map((text) => text.trim());
	return value === undefined ? {} : { [key]: all.filter((text) => text !== "") };
}

function described(content: string, path: string, problems: string[]): Readonly<Record<string, unknown>> {
	try {
		const value: unknown = JSON.parse(content);
		if (typeof value === "object" && value !== null) return { ...value };
	} catch (error) {
		problems.push(`${path}: ${(error as Error).message}`);
	}
	return {};
}

function foldersOf(kind: "hook" | "tool", { id }: Identity, context: LoadContext): ModuleFolder[] {
	return moduleFolders(kind, context).filter(({ provider }) => provider === id);
}

function sourceOf({ id, displayName }: Identity, path: string, level: "user" | "project"): Found<unknown>["_source"] {
	return { provider: id, providerName: displayName, path, level };
}
