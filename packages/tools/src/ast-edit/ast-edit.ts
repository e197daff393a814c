import { defineTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ScopePorts } from "../ast/source-files.ts";
import { writeApproval } from "../mutate/outside-workspace.ts";
import { type MutationPorts, pathBase } from "../mutate/ports.ts";
import type { PendingActions } from "../resolve/pending-actions.ts";
import type { DisplayPreferences } from "../snapshots/display-mode.ts";
import type { AstEditDetails } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };

export interface AstEditPorts extends MutationPorts, ScopePorts {
	readonly display: DisplayPreferences;
	readonly pending: PendingActions;
	/** `PI_MAX_AST_FILES` */
	readonly maxFiles?: number;
}

const parameters = {
	type: "object",
	properties: {
		ops: {
			type: "array",
			items: {
				type: "object",
				properties: { pat: { type: "string" }, out: { type: "string" } },
				required: ["pat", "out"],
				additionalProperties: false,
			},
		},
		paths: { type: "array", items: { type: "string" }, description: "Files, folders, globs" },
	},
	required: ["ops", "paths"],
	additionalProperties: false,
} as const;

/** It stages previews that `resolve` finishes. */
export function astEditTool(deps: AstEditPorts) {
	return defineTool<typeof parameters, AstEditDetails>({
		name: "ast_edit",
		label: "AST Edit",
		prompt,
		parameters,
		approval: ({ paths }) => writeApproval(paths.map(withoutGlob), pathBase(deps)),
		approvalDetails: ({ ops, paths }) => [
			`Paths: ${paths.join(", ")}`,
			...ops.flatMap(({ pat, out }) => [`- ${pat}`, `+ ${out}`]),
		],
		concurrency: "exclusive",
		loadMode: "discoverable",
		execute: async (params, call) => (await import("./execute.ts")).executeAstEdit(params, call.signal, deps),
	});
}

/** The folder a glob begins in. */
function withoutGlob(path: string): string {
	return path.replace(/[^/]*[*?{[].*$/, "") || ".";
}
