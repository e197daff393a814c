import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { ScopePorts } from "../code/source-files.ts";
import { adapter, folderNames, pathNames } from "../contract/adapt.ts";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { judgedCalls } from "../contract/judged-calls.ts";
import { mutationPorts } from "../edit/mutate-ports.ts";
import { type MutationPorts, pathBase } from "../files/mutate/ports.ts";
import { namedPaths } from "../files/paths/named-paths.ts";
import type { DisplayPreferences } from "../files/snapshots/display-mode.ts";
import { displayPreferences } from "../read/display-preferences.ts";
import type { PendingActions } from "../services/pending-actions.ts";
import type { ToolServices } from "../services/services.ts";
import type { AstEditDetails } from "./execute.ts";
import prompt from "./prompt.md" with { type: "text" };
import { astEditSettings } from "./settings.ts";

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

const traits: ToolTraits = {
	name: "ast_edit",
	effects: ["reads", "writes"],
	switch: astEditSettings.enabled,
	// It stages previews that are applied or discarded there.
	companions: ["resolve"],
	view: async () => (await import("./view.ts")).astEditView,
};

export const astEdit: BuiltInTool = {
	...traits,
	summary: "Rewrite code by syntax pattern",
	sample: async () => (await import("./sample.data.ts")).astEditSample,
	settings: [astEditSettings],
	create: (services: AstEditServices) => {
		const { workspace, searching, pending, urls } = services;
		const maxFiles = Number(workspace.env.PI_MAX_AST_FILES);
		return astEditTool({
			...mutationPorts(services),
			finder: searching.finder,
			display: displayPreferences(services),
			pending,
			urls,
			...(maxFiles > 0 && { maxFiles }),
		});
	},
};

type AstEditServices = Pick<
	ToolServices,
	"settings" | "workspace" | "files" | "searching" | "editing" | "pending" | "urls"
>;

export function astEditTool(deps: AstEditPorts) {
	return defineTool<typeof parameters, AstEditDetails>({
		...traits,
		label: "AST Edit",
		prompt,
		parameters,
		...judgedCalls(
			({ paths }: { readonly paths: readonly string[] }) => ({
				kind: "several",
				actions: [
					{ kind: "read", paths: namedPaths(paths) },
					{ kind: "write", paths: paths.map(withoutGlob) },
				],
			}),
			() => pathBase(deps),
		),
		approvalDetails: ({ ops, paths }) => [
			`Paths: ${paths.join(", ")}`,
			...ops.flatMap(({ pat, out }) => [`- ${pat}`, `+ ${out}`]),
		],
		concurrency: "exclusive",
		loadMode: "discoverable",
		adapt,
		execute: async (params, call) => (await import("./execute.ts")).executeAstEdit(params, call.signal, deps),
	});
}

const opNames = { pattern: "pat", search: "pat", rewrite: "out", replacement: "out", replace: "out" };
const adaptOp = adapter({ names: opNames });
const adapt = adapter({
	names: { ...pathNames, ...folderNames, ...opNames, rules: "ops", edits: "ops" },
	more: ({ path, pat, out, ops }) => {
		const rules = Array.isArray(ops) ? ops.map((op) => (isRecord(op) ? adaptOp(op).arguments : op)) : undefined;
		const changed = rules && JSON.stringify(rules) !== JSON.stringify(ops);
		const single = ops === undefined && typeof pat === "string" ? [{ pat, out: out ?? "" }] : undefined;
		const taken = [
			...(path === undefined ? [] : ["path"]),
			...(single ? ["pat", ...(out === undefined ? [] : ["out"])] : []),
			...(changed ? ["ops"] : []),
		];
		if (taken.length === 0) return undefined;
		return {
			taken,
			meaning: {
				...(path !== undefined && { paths: Array.isArray(path) ? path : String(path).split(";") }),
				...(single && { ops: single }),
				...(changed && { ops: rules }),
			},
		};
	},
});

/** The folder a glob begins in. */
function withoutGlob(path: string): string {
	return path.replace(/[^/]*[*?{[].*$/, "") || ".";
}
