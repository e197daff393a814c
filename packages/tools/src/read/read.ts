import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { addressesIn } from "@oh-my-pi/pi-policy/network/addresses";
import { currentPlace } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { adapter, folderNames, pathNames } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import { fileFacts } from "../files/paths/call-files.ts";
import { namedPaths } from "../files/paths/named-paths.ts";
import { pathSources } from "../files/paths/path-sources.ts";
import type { ToolServices } from "../services/services.ts";
import { adaptLines } from "./adapt-lines.ts";
import { type ReadDetails, readName } from "./contract/details.ts";
import { PageCache } from "./contract/page-cache.ts";
import type { ReadDeps } from "./contract/read-ports.ts";
import { displayPreferences } from "./display-preferences.ts";
import prompt from "./prompt.md" with { type: "text" };
import {
	fetchProviderSettings,
	fetchSettings,
	readLineSettings,
	readSettings,
	readSummarySettings,
} from "./settings.ts";
import { unlessAbove } from "./unchanged.ts";

const parameters = {
	type: "object",
	properties: { path: { type: "string", description: "Path or URL, with an optional selector" } },
	required: ["path"],
	additionalProperties: false,
} as const;

const traits: ToolTraits = {
	name: readName,
	aliases: [
		"fetch",
		"web_fetch",
		"fetch_url",
		"view",
		"cat",
		"open",
		"read_file",
		"view_file",
		"open_file",
		"ls",
		"list_dir",
		"list_directory",
	],
	effects: ["reads", "network"],
	keepsLongOutput: true,
	facts: ({ path }) => fileFacts(path),
	outsideSources: ({ path }) => pathSources(path),
	view: async () => (await import("./view.ts")).readView,
};

export const read: BuiltInTool = {
	...traits,
	summary: "Read files, folders, archives, databases and URLs",
	sample: async () => (await import("./sample.data.ts")).readSample,
	settings: [readSettings, readLineSettings, readSummarySettings, fetchSettings, fetchProviderSettings],
	create: (services: ReadServices) => {
		const { settings, workspace, files, output, conflicts, images, urls, web } = services;
		return readTool({
			...workspace,
			snapshots: files.snapshots,
			...(files.editor && { editor: files.editor }),
			...(services.isResultAbove && { isAbove: services.isResultAbove }),
			display: displayPreferences(services),
			defaultLimit: settings.get(readSettings.defaultLimit),
			maxColumns: output.limits.maxColumns,
			summarize: {
				enabled: settings.get(readSummarySettings.enabled),
				prose: settings.get(readSummarySettings.prose),
				minBodyLines: settings.get(readSummarySettings.minBodyLines),
				minCommentLines: settings.get(readSummarySettings.minCommentLines),
				minTotalLines: settings.get(readSummarySettings.minTotalLines),
				unfoldUntil: settings.get(readSummarySettings.unfoldUntil),
				unfoldLimit: settings.get(readSummarySettings.unfoldLimit),
			},
			conflicts,
			images,
			urls,
			pages: {
				web,
				isEnabled: () => settings.get(fetchSettings.enabled),
				backend: () => settings.get(fetchProviderSettings.fetch),
				cache: new PageCache(),
				...(output.artifacts && { artifacts: output.artifacts }),
			},
		});
	},
};

type ReadServices = Pick<
	ToolServices,
	"settings" | "workspace" | "files" | "output" | "editing" | "conflicts" | "images" | "urls" | "web" | "isResultAbove"
>;

const adapt = adapter({ names: { ...pathNames, ...folderNames }, joined: ["path"], more: adaptLines });

export function readTool(deps: ReadDeps) {
	return defineTool<typeof parameters, ReadDetails>({
		...traits,
		label: "Read",
		prompt,
		parameters,
		...judgedCalls(
			({ path }: { readonly path: string }) => ({
				kind: "read",
				paths: namedPaths([path]),
				addresses: /:\/\/|www\./i.test(path) ? addressesIn(path) : [],
			}),
			() => ({
				...currentPlace(deps),
				isNamed: async (url) => (await deps.pages?.web.isNamed?.(url)) ?? false,
			}),
		),
		loadMode: "essential",
		adapt,
		async execute({ path }, call) {
			const { executeRead } = await import("./execute.ts");
			const output = await executeRead(path, call.signal, deps);
			const { isAbove } = deps;
			return isAbove ? unlessAbove(output, path, (text) => isAbove(call.id, text)) : output;
		},
	});
}
