import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { currentPlace, type PrivatePlaces, type PrivateTemporary } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { pathList } from "@oh-my-pi/pi-policy/paths/split-targets";
import { adapter, folderNames, normalizePaths, pathNames } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import type { FileFinder } from "../files/open/file-finder.ts";
import { globIn } from "../files/paths/glob-in.ts";
import { namedTargets } from "../files/paths/named-paths.ts";
import type { ToolServices } from "../services/services.ts";
import type { UrlRouter } from "../urls/url-router.ts";
import type { FindDetails } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };
import { findSettings } from "./settings.ts";

export interface FindDeps {
	readonly cwd: () => string;
	readonly home: string;
	/** Where programs have a `/tmp` of their own. */
	readonly temporary?: PrivateTemporary | undefined;
	/** Where the user keeps keys. */
	readonly keyPlaces?: PrivatePlaces | undefined;
	readonly now: () => number;
	readonly finder: FileFinder;
	readonly urls?: UrlRouter;
	/** After this long, what was found so far is the answer. */
	readonly timeoutMs?: number;
}

const parameters = {
	type: "object",
	properties: {
		path: { type: "string", description: "Glob, file or folder; several with `;`" },
		hidden: { type: "boolean", description: "Dotfiles too (default true)" },
		gitignore: { type: "boolean", description: "Respect ignore files (default true)" },
		limit: { type: "number", description: "At most 200 (default)" },
	},
	additionalProperties: false,
} as const;

const traits: ToolTraits = {
	name: "find",
	aliases: ["glob", "find_files", "file_search", "list_files", "glob_file_search"],
	effects: ["reads"],
	switch: findSettings.enabled,
	strict: true,
	view: async () => (await import("./view.ts")).findView,
};

export const find: BuiltInTool = {
	...traits,
	summary: "Find files by name",
	sample: async () => (await import("./sample.data.ts")).findSample,
	settings: [findSettings],
	create: ({ workspace, searching, urls }: Pick<ToolServices, "workspace" | "searching" | "urls">) =>
		findTool({ ...workspace, finder: searching.finder, urls }),
};

const adapt = adapter({
	names: {
		...pathNames,
		...folderNames,
		glob: "pattern",
		glob_pattern: "pattern",
		name: "pattern",
		query: "pattern",
		max_results: "limit",
		head_limit: "limit",
		include_hidden: "hidden",
		respect_git_ignore: "gitignore",
	},
	joined: ["path"],
	more: ({ pattern, path }) =>
		typeof pattern === "string" ? { taken: ["pattern"], meaning: { path: globIn(path, pattern) } } : undefined,
});

export function findTool(deps: FindDeps) {
	return defineTool<typeof parameters, FindDetails>({
		...traits,
		label: "Find",
		prompt,
		parameters,
		hiddenParameters: { paths: pathList },
		normalize: normalizePaths,
		adapt,
		...judgedCalls(
			({ path }: { readonly path?: string }) => ({ kind: "read", paths: namedTargets(path) }),
			() => currentPlace(deps),
		),
		loadMode: "essential",
		execute: async (params, call) => (await import("./execute.ts")).executeFind(params, call, deps),
	});
}
