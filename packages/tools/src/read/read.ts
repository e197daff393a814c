import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Conflicts } from "../conflicts/conflict-index.ts";
import type { DisplayPreferences } from "../snapshots/display-mode.ts";
import type { Snapshots } from "../snapshots/snapshot-store.ts";
import type { UrlRouter } from "../urls/url-router.ts";
import type { ReadDetails } from "./details.ts";
import prompt from "./prompt.md" with { type: "text" };
import type { SummaryOptions } from "./summary/summarize.ts";

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
	readonly images: {
		readonly autoResize: boolean;
		/** The user wants no image to leave the machine. */
		readonly blocked: boolean;
		/** `inspect_image` is there to look at images. */
		readonly inspectedElsewhere: () => boolean;
	};
	readonly urls?: UrlRouter;
}

const parameters = {
	type: "object",
	properties: { path: { type: "string", description: "Path or URL, with an optional selector" } },
	required: ["path"],
	additionalProperties: false,
} as const;

export function readTool(deps: ReadDeps) {
	return defineTool<typeof parameters, ReadDetails>({
		name: "read",
		label: "Read",
		prompt,
		parameters,
		approval: "read",
		loadMode: "essential",
		execute: async (params, call) => (await import("./execute.ts")).executeRead(params.path, call.signal, deps),
	});
}
