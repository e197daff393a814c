import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { adapter, pathNames } from "../contract/adapt.ts";
import { looseHeaderOf } from "./hashline/parse/header.ts";

export const adaptInput = adapter({
	names: { ...pathNames, patch: "input", diff: "input", edits: "input", content: "input", text: "input" },
	// A path beside ops that have no header is the header.
	more: ({ path, input }) => {
		if (typeof path !== "string" || typeof input !== "string") return undefined;
		const first = input.split("\n").find((line) => line.trim() !== "") ?? "";
		const hasHeader = looseHeaderOf(first) !== undefined || /^\s*(?:\[|\*{3} |`{3})/.test(first);
		return { taken: ["path"], meaning: { input: hasHeader ? input : `[${path}]\n${input}` } };
	},
});

export const adaptPatch = adapter({
	names: { ...pathNames, diff: "patch", input: "patch" },
	more: ({ patch, edits, op, rename }) =>
		typeof patch === "string" && edits === undefined
			? {
					taken: ["patch", ...(op === undefined ? [] : ["op"]), ...(rename === undefined ? [] : ["rename"])],
					meaning: {
						edits: [{ diff: patch, ...(op !== undefined && { op }), ...(rename !== undefined && { rename }) }],
					},
				}
			: undefined,
});

export const adaptReplace = adapter({
	names: {
		...pathNames,
		old_str: "old_string",
		old_text: "old_string",
		old: "old_string",
		search: "old_string",
		find: "old_string",
		new_str: "new_string",
		new_text: "new_string",
		new: "new_string",
		replace: "new_string",
		replacement: "new_string",
		all: "replace_all",
	},
	more: ({ edits }) => {
		const [only, ...others] = editList(edits);
		if (!isRecord(only) || others.length > 0) return undefined;
		return { taken: ["edits"], meaning: adaptReplace(only).arguments };
	},
});

function editList(edits: unknown): readonly unknown[] {
	if (typeof edits !== "string") return Array.isArray(edits) ? edits : [];
	try {
		return editList(JSON.parse(edits));
	} catch {
		// Not JSON: there is no edit in it.
		return [];
	}
}

export const inputParameters = {
	type: "object",
	properties: { input: { type: "string" } },
	required: ["input"],
	additionalProperties: false,
} as const;

export const patchParameters = {
	type: "object",
	properties: {
		path: { type: "string" },
		edits: {
			type: "array",
			items: {
				type: "object",
				properties: {
					op: { type: "string", enum: ["create", "delete", "update"] },
					rename: { type: "string" },
					diff: { type: "string" },
				},
				additionalProperties: false,
			},
		},
	},
	required: ["path", "edits"],
	additionalProperties: false,
} as const;

export const replaceParameters = {
	type: "object",
	properties: {
		path: { type: "string" },
		old_string: { type: "string" },
		new_string: { type: "string" },
		replace_all: { type: "boolean" },
	},
	required: ["path", "old_string", "new_string"],
	additionalProperties: false,
} as const;
