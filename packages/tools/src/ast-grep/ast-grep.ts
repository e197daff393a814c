import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../built-in-tool.ts";
import { displayPreferences } from "../read/display-preferences.ts";
import type { ToolServices } from "../services/services.ts";
import { adapter, folderNames, pathNames } from "../shared/arguments/adapt.ts";
import type { ScopePorts } from "../shared/ast/source-files.ts";
import { pathList } from "../shared/paths/split-targets.ts";
import type { DisplayPreferences } from "../shared/snapshots/display-mode.ts";
import type { Snapshots } from "../shared/snapshots/snapshot-store.ts";
import type { AstGrepDetails } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };
import { astGrepSettings } from "./settings.ts";

export interface AstGrepPorts extends ScopePorts {
	readonly cwd: () => string;
	readonly home: string;
	readonly snapshots: Snapshots;
	readonly display: DisplayPreferences;
}

const parameters = {
	type: "object",
	properties: {
		pat: { type: "string", description: "Code with `$NAME` for parts" },
		path: { type: "string", description: "File, folder or glob; several with `;`" },
		skip: { type: "number", description: "Matches to skip, for the next page" },
	},
	required: ["pat"],
	additionalProperties: false,
} as const;

const traits: ToolTraits = {
	name: "ast_grep",
	effects: ["reads"],
	switch: astGrepSettings.enabled,
	view: async () => (await import("./view.ts")).astGrepView,
};

export const astGrep: BuiltInTool = {
	...traits,
	summary: "Search code by syntax pattern",
	settings: [astGrepSettings],
	create: (services: Pick<ToolServices, "settings" | "workspace" | "files" | "searching" | "editing" | "urls">) => {
		const { workspace, files, searching, urls } = services;
		const display = displayPreferences(services);
		return astGrepTool({ ...workspace, snapshots: files.snapshots, finder: searching.finder, display, urls });
	},
};

export function astGrepTool(deps: AstGrepPorts) {
	return defineTool<typeof parameters, AstGrepDetails>({
		...traits,
		label: "AST Grep",
		prompt,
		parameters,
		unadvertised: { paths: pathList },
		adapt: adapter({ names: { ...pathNames, ...folderNames, pattern: "pat", query: "pat" }, joined: ["path"] }),
		approval: "read",
		loadMode: "discoverable",
		execute: async (params, call) => (await import("./execute.ts")).executeAstGrep(params, call.signal, deps),
	});
}
