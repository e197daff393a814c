import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Conflicts } from "../conflicts/conflict-index.ts";
import { writeApproval } from "../mutate/outside-workspace.ts";
import { type MutationPorts, pathBase } from "../mutate/ports.ts";
import type { PendingActions } from "../resolve/pending-actions.ts";
import type { DisplayPreferences } from "../snapshots/display-mode.ts";
import type { UrlRouter } from "../urls/url-router.ts";
import { archivePartOf } from "./archive-target.ts";
import type { WriteDetails } from "./execute.ts";
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

export function writeTool(deps: WritePorts) {
	return defineTool<typeof parameters, WriteDetails>({
		name: "write",
		label: "Write",
		prompt,
		parameters,
		approval: ({ path }) => writeApproval([archivePartOf(withoutHeader(path))], pathBase(deps)),
		approvalDetails: ({ path, content }) => [`Path: ${path}`, ...content.slice(0, 2000).split("\n")],
		concurrency: "exclusive",
		loadMode: "essential",
		execute: async (params, call) => (await import("./execute.ts")).executeWrite(params, call, deps),
	});
}
