import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../built-in-tool.ts";
import type { ImageService, ToolServices } from "../services/services.ts";
import { adapter, folderNames, pathNames } from "../shared/arguments/adapt.ts";
import type { Conflicts } from "../shared/conflicts/conflict-index.ts";
import { readApproval } from "../shared/guarded-files/read-approval.ts";
import type { EditorFiles } from "../shared/mutate/editor-files.ts";
import { fileFacts } from "../shared/paths/call-files.ts";
import type { DisplayPreferences } from "../shared/snapshots/display-mode.ts";
import type { Snapshots } from "../shared/snapshots/snapshot-store.ts";
import type { UrlRouter } from "../shared/urls/url-router.ts";
import { linesOf } from "./adapt-lines.ts";
import { type ReadDetails, readName } from "./details.ts";
import { displayPreferences } from "./display-preferences.ts";
import { PageCache } from "./page-cache.ts";
import prompt from "./prompt.md" with { type: "text" };
import type { PageDeps } from "./read-web.ts";
import {
	fetchProviderSettings,
	fetchSettings,
	readLineSettings,
	readSettings,
	readSummarySettings,
} from "./settings.ts";
import type { SummaryOptions } from "./summary/summarize.ts";
import { unlessAbove } from "./unchanged.ts";

export interface ReadDeps {
	readonly cwd: () => string;
	readonly home: string;
	readonly now: () => number;
	/** Lines shown when the call names no range. */
	readonly defaultLimit: number;
	/** Bytes of a line that are shown. */
	readonly maxColumns: number;
	readonly snapshots: Snapshots;
	readonly display: DisplayPreferences;
	readonly conflicts: Conflicts;
	readonly summarize: SummaryOptions;
	readonly images: ImageService;
	readonly urls?: UrlRouter;
	/** Web pages; without it their addresses are like those of any scheme. */
	readonly pages?: PageDeps;
	/** Whether the answer to a call is in the model's context already. */
	readonly isAbove?: (callId: string, text: string) => boolean;
	/** The editor that shows the session, if there is one. */
	readonly editor?: () => EditorFiles | undefined;
}

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
	view: async () => (await import("./view.ts")).readView,
};

export const read: BuiltInTool = {
	...traits,
	summary: "Read files, folders, archives, databases and URLs",
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

const adapt = adapter({ names: { ...pathNames, ...folderNames }, joined: ["path"], more: linesOf });

export function readTool(deps: ReadDeps) {
	return defineTool<typeof parameters, ReadDetails>({
		...traits,
		label: "Read",
		prompt,
		parameters,
		async approval({ path }) {
			const local = readApproval([path], { cwd: deps.cwd(), home: deps.home });
			if (local !== "read" || !/:\/\/|www\./i.test(path)) return local;
			const { addressesIn, networkApproval } = await import("../shared/network/network-approval.ts");
			return networkApproval(addressesIn(path), deps.pages?.web);
		},
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
