import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { currentPlace, type PrivatePlaces, type PrivateTemporary } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { pathList } from "@oh-my-pi/pi-policy/paths/split-targets";
import type { ScopePorts } from "../code/source-files.ts";
import { adapter, folderNames, normalizePaths, pathNames } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import { namedTargets } from "../files/paths/named-paths.ts";
import type { DisplayPreferences } from "../files/snapshots/display-mode.ts";
import type { Snapshots } from "../files/snapshots/snapshot-store.ts";
import { displayPreferences } from "../read/display-preferences.ts";
import type { ToolServices } from "../services/services.ts";
import type { AstGrepDetails } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };
import { astGrepSettings } from "./settings.ts";

export interface AstGrepPorts extends ScopePorts {
	readonly cwd: () => string;
	readonly home: string;
	/** Where programs have a `/tmp` of their own. */
	readonly temporary?: PrivateTemporary | undefined;
	/** Where the user keeps keys. */
	readonly keyPlaces?: PrivatePlaces | undefined;
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
	sample: async () => (await import("./sample.data.ts")).astGrepSample,
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
		hiddenParameters: { paths: pathList },
		normalize: normalizePaths,
		adapt: adapter({ names: { ...pathNames, ...folderNames, pattern: "pat", query: "pat" }, joined: ["path"] }),
		...judgedCalls(
			({ path }: { readonly path?: string }) => ({ kind: "read", paths: namedTargets(path) }),
			() => currentPlace(deps),
		),
		loadMode: "discoverable",
		execute: async (params, call) => (await import("./execute.ts")).executeAstGrep(params, call.signal, deps),
	});
}
