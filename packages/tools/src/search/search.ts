import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { currentPlace, type PrivatePlaces, type PrivateTemporary } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { pathList } from "@oh-my-pi/pi-policy/paths/split-targets";
import { adapter, folderNames, joinedPaths, pathNames } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import { globIn } from "../files/paths/glob-in.ts";
import { namedTargets } from "../files/paths/named-paths.ts";
import type { DisplayPreferences } from "../files/snapshots/display-mode.ts";
import type { Snapshots } from "../files/snapshots/snapshot-store.ts";
import { displayPreferences } from "../read/display-preferences.ts";
import type { ToolServices } from "../services/services.ts";
import type { UrlRouter } from "../urls/url-router.ts";
import type { SearchDetails } from "./answer.ts";
import { fileTypes } from "./file-types.data.ts";
import prompt from "./prompt.md" with { type: "text" };
import { searchSettings } from "./settings.ts";

export interface SearchDeps {
	readonly cwd: () => string;
	readonly home: string;
	/** Where programs have a `/tmp` of their own. */
	readonly temporary?: PrivateTemporary | undefined;
	/** Where the user keeps keys. */
	readonly keyPlaces?: PrivatePlaces | undefined;
	readonly ripgrep: Ripgrep;
	readonly snapshots: Snapshots;
	readonly display: DisplayPreferences;
	readonly contextBefore: number;
	readonly contextAfter: number;
	readonly urls?: UrlRouter;
	readonly timeoutMs?: number;
}

/** What other programs let a search say; it costs no words to understand it. */
const hiddenParameters = {
	paths: pathList,
	head_limit: { type: "number" },
	"-A": { type: "number" },
	"-B": { type: "number" },
	"-C": { type: "number" },
	context: { type: "number" },
	"-n": { type: "boolean" },
	"-i": { type: "boolean" },
	glob: { type: "string" },
	type: { type: "string" },
	multiline: { type: "boolean" },
} as const;

const parameters = {
	type: "object",
	properties: {
		pattern: { type: "string", description: "Regex" },
		path: { type: "string", description: "File, folder, glob or `file:10-50`; several with `;`" },
		case: { type: "boolean", description: "Case-sensitive (default true)" },
		gitignore: { type: "boolean", description: "Respect ignore files (default true)" },
		output_mode: { type: "string", enum: ["content", "files_with_matches", "count"] },
		skip: { anyOf: [{ type: "number" }, { type: "null" }], description: "Files to skip, for the next page" },
	},
	required: ["pattern"],
	additionalProperties: false,
} as const;

const traits: ToolTraits = {
	name: "search",
	aliases: ["grep", "rg", "ripgrep", "grep_search", "search_files", "search_file_content", "codebase_search"],
	effects: ["reads"],
	switch: searchSettings.enabled,
	view: async () => (await import("./view.ts")).searchView,
};

export const search: BuiltInTool = {
	...traits,
	summary: "Search the text of files",
	sample: async () => (await import("./sample.data.ts")).searchSample,
	settings: [searchSettings],
	create: (services: Pick<ToolServices, "settings" | "workspace" | "files" | "searching" | "editing" | "urls">) => {
		const { settings, workspace, files, searching, urls } = services;
		return searchTool({
			...workspace,
			ripgrep: searching.ripgrep,
			snapshots: files.snapshots,
			display: displayPreferences(services),
			contextBefore: settings.get(searchSettings.contextBefore),
			contextAfter: settings.get(searchSettings.contextAfter),
			urls,
		});
	},
};

const adapt = adapter({
	names: {
		...pathNames,
		...folderNames,
		query: "pattern",
		regex: "pattern",
		regexp: "pattern",
		search: "pattern",
		search_term: "pattern",
		text: "pattern",
		case_sensitive: "case",
		respect_git_ignore: "gitignore",
		offset: "skip",
		max_results: "head_limit",
		max_count: "head_limit",
		limit: "head_limit",
		context_lines: "context",
	},
	joined: ["path"],
	more: (args) => {
		const insensitive = ["i", "ignore_case", "ignoreCase", "case_insensitive", "caseInsensitive"].filter(
			(name) => typeof args[name] === "boolean",
		);
		const globs = ["include", "include_pattern", "file_pattern", "files"].filter(
			(name) => typeof args[name] === "string",
		);
		const literal = ["-F", "literal", "fixed_strings", "fixedStrings"].filter((name) => args[name] === true);
		const [glob] = globs.map((name) => String(args[name]));
		const taken = [...insensitive, ...globs, ...literal];
		if (taken.length === 0) return undefined;
		const isInsensitive = insensitive.some((name) => args[name] === true);
		return {
			taken,
			meaning: {
				...(insensitive.length > 0 && { case: !isInsensitive }),
				...(glob !== undefined && { path: globIn(args.path, glob) }),
				...(literal.length > 0 &&
					typeof args.pattern === "string" && { pattern: args.pattern.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") }),
			},
		};
	},
});

/** Where it searches and whether case counts, from all parameters that can say so. */
function normalize({ paths, path, glob, type, "-i": ignoresCase, ...rest }: Readonly<Record<string, unknown>>) {
	const pattern = typeof glob === "string" ? glob : typeof type === "string" ? fileType(type) : undefined;
	const targets = joinedPaths(paths) ?? (typeof path === "string" ? path : undefined);
	const narrowed =
		pattern === undefined
			? targets
			: (targets ?? ".")
					.split(";")
					.map((target) => globIn(target.trim(), pattern))
					.join(";");
	return {
		...rest,
		...(narrowed !== undefined && { path: narrowed }),
		...(ignoresCase === true && { case: false }),
	};
}

function fileType(type: string): string {
	const known = type.toLowerCase();
	return (Object.hasOwn(fileTypes, known) ? fileTypes[known] : undefined) ?? `*.${type}`;
}

export function searchTool(deps: SearchDeps) {
	return defineTool<typeof parameters, SearchDetails>({
		...traits,
		label: "Search",
		prompt,
		parameters,
		hiddenParameters,
		adapt,
		normalize,
		...judgedCalls(
			({ path }: { readonly path?: string }) => ({ kind: "read", paths: namedTargets(path) }),
			() => currentPlace(deps),
		),
		loadMode: "essential",
		execute: async (params, call) => (await import("./execute.ts")).executeSearch(params, call, deps),
	});
}
