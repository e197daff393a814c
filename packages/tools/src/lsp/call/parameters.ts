import type { FromSchema } from "@oh-my-pi/pi-agent-core/tools/schema-type";

const text = { type: "string" } as const;

export const lspParameters = {
	type: "object",
	properties: {
		action: {
			type: "string",
			enum: [
				"diagnostics",
				"definition",
				"type_definition",
				"implementation",
				"references",
				"hover",
				"symbols",
				"status",
				"capabilities",
				"rename",
				"rename_file",
				"code_actions",
				"reload",
				"request",
			],
		},
		file: { ...text, description: "Path; glob or * for diagnostics, * for symbols and reload" },
		line: { type: "number", description: "From 1" },
		symbol: { ...text, description: "Name on that line; name#2 for its second occurrence" },
		query: { ...text, description: "Symbol, code action (index or title), or method of request" },
		new_name: { ...text, description: "rename: identifier; rename_file: path" },
		apply: { type: "boolean", description: "rename: false previews; code_actions: true applies" },
		timeout: { type: "number", description: "Seconds, default 20" },
		payload: { ...text, description: "JSON params of request" },
	},
	required: ["action"],
	additionalProperties: false,
} as const;

/** As editors and other programs point at code; counted from 1. */
export const hiddenLspParameters = { column: { type: "number" } } as const;

export type LspParams = FromSchema<typeof lspParameters> & { readonly column?: number };
export type LspAction = LspParams["action"];

const writingActions: ReadonlySet<LspAction> = new Set(["rename", "rename_file", "code_actions", "reload", "request"]);

/** Whether an action may change files or servers, whatever `apply` says. */
export function isWriting(action: LspAction): boolean {
	return writingActions.has(action);
}

export const actionNames: readonly LspAction[] = lspParameters.properties.action.enum;
