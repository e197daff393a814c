import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import type { BuiltInTool } from "../built-in-tool.ts";
import { displayPreferences } from "../read/display-preferences.ts";
import type { ToolServices } from "../services/services.ts";
import { pathList } from "../shared/paths/split-targets.ts";
import type { DisplayPreferences } from "../shared/snapshots/display-mode.ts";
import type { Snapshots } from "../shared/snapshots/snapshot-store.ts";
import type { UrlRouter } from "../shared/urls/url-router.ts";
import type { SearchDetails } from "./answer.ts";
import prompt from "./prompt.md" with { type: "text" };
import { searchSettings } from "./settings.ts";

export interface SearchDeps {
	readonly cwd: () => string;
	readonly home: string;
	readonly ripgrep: Ripgrep;
	readonly snapshots: Snapshots;
	readonly display: DisplayPreferences;
	readonly contextBefore: number;
	readonly contextAfter: number;
	readonly urls?: UrlRouter;
	readonly timeoutMs?: number;
}

const parameters = {
	type: "object",
	properties: {
		pattern: { type: "string", description: "Regex" },
		path: { type: "string", description: "File, folder, glob or `file:10-50`; several with `;`" },
		case: { type: "boolean", description: "Case-sensitive (default true)" },
		gitignore: { type: "boolean", description: "Mind ignore files (default true)" },
		skip: { anyOf: [{ type: "number" }, { type: "null" }], description: "Files to skip, for the next page" },
	},
	required: ["pattern"],
	additionalProperties: false,
} as const;

const traits: ToolTraits = {
	name: "search",
	aliases: ["grep"],
	effects: ["reads"],
	switch: searchSettings.enabled,
	view: async () => (await import("./view.ts")).searchView,
};

export const search: BuiltInTool = {
	...traits,
	summary: "Search the text of files",
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

export function searchTool(deps: SearchDeps) {
	return defineTool<typeof parameters, SearchDetails>({
		...traits,
		label: "Search",
		prompt,
		parameters,
		unadvertised: { paths: pathList },
		approval: "read",
		loadMode: "discoverable",
		execute: async (params, call) => (await import("./execute.ts")).executeSearch(params, call, deps),
	});
}
