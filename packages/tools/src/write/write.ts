import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../built-in-tool.ts";
import { mutationPorts } from "../edit/mutate-ports.ts";
import { displayPreferences } from "../read/display-preferences.ts";
import type { PendingActions } from "../services/pending-actions.ts";
import type { ToolServices } from "../services/services.ts";
import { adapter, pathNames } from "../shared/arguments/adapt.ts";
import type { Conflicts } from "../shared/conflicts/conflict-index.ts";
import { writeApproval } from "../shared/mutate/outside-workspace.ts";
import { type MutationPorts, pathBase } from "../shared/mutate/ports.ts";
import { changeFacts } from "../shared/paths/call-files.ts";
import type { DisplayPreferences } from "../shared/snapshots/display-mode.ts";
import type { UrlRouter } from "../shared/urls/url-router.ts";
import { archivePartOf } from "./archive-target.ts";
import type { WriteDetails } from "./details.ts";
import { withoutHeader } from "./pasted-display.ts";
import prompt from "./prompt.md" with { type: "text" };

export interface WritePorts extends MutationPorts {
	readonly display: DisplayPreferences;
	/** Time stamps of archive members. */
	readonly now: () => number;
	readonly urls?: UrlRouter;
	readonly conflicts?: Conflicts;
	/** For those who write to `xd://resolve` instead of calling the tool. */
	readonly pending?: PendingActions;
}

const parameters = {
	type: "object",
	properties: {
		path: { type: "string" },
		content: { type: "string", description: "All of it" },
	},
	required: ["path", "content"],
	additionalProperties: false,
} as const;

const traits: ToolTraits = {
	name: "write",
	aliases: ["create", "write_file", "create_file", "write_to_file", "save_file"],
	effects: ["writes"],
	facts: ({ path }) => changeFacts([path]),
	view: async () => (await import("./view.ts")).writeView,
};

export const write: BuiltInTool = {
	...traits,
	summary: "Write whole files",
	create: (services: WriteServices) => {
		const { workspace, urls, conflicts, pending } = services;
		const display = displayPreferences(services);
		return writeTool({ ...mutationPorts(services), now: workspace.now, display, urls, conflicts, pending });
	},
};

type WriteServices = Pick<
	ToolServices,
	"settings" | "workspace" | "files" | "editing" | "urls" | "conflicts" | "pending"
>;

const adapt = adapter({
	names: {
		...pathNames,
		text: "content",
		contents: "content",
		file_text: "content",
		file_content: "content",
		code: "content",
		data: "content",
		body: "content",
	},
	// Data for a file that holds data is the text of it.
	more: ({ path, content }) => {
		const isData = typeof content === "object" && content !== null;
		if (!isData || typeof path !== "string" || !/\.(?:json|jsonc|webmanifest|geojson|ipynb)$/i.test(path))
			return undefined;
		return { taken: ["content"], meaning: { content: `${JSON.stringify(content, null, 2)}\n` } };
	},
});

export function writeTool(deps: WritePorts) {
	return defineTool<typeof parameters, WriteDetails>({
		...traits,
		label: "Write",
		prompt,
		parameters,
		approval: ({ path }) => writeApproval([archivePartOf(withoutHeader(path))], pathBase(deps)),
		approvalDetails: ({ path, content }) => [`Path: ${path}`, ...content.slice(0, 2000).split("\n")],
		concurrency: "exclusive",
		loadMode: "essential",
		adapt,
		execute: async (params, call) => (await import("./execute.ts")).executeWrite(params, call, deps),
	});
}
