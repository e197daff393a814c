/** A change in a notation that is not the one of the edit mode, as models write it that were trained with other programs. */
export type EditForm =
	| { readonly kind: "replace"; readonly replacements: readonly FileReplacement[] }
	/** An envelope or a unified diff; its paths begin in the folder, if there is one. */
	| { readonly kind: "patch"; readonly text: string; readonly folder?: string }
	| { readonly kind: "create"; readonly path: string; readonly text: string }
	| { readonly kind: "insert"; readonly path: string; readonly afterLine: number; readonly text: string }
	/** Nothing changes: an editor with commands is asked to show a file. */
	| { readonly kind: "view"; readonly path: string; readonly start: number; readonly end?: number };

export interface FileReplacement {
	readonly path: string;
	readonly old_string: string;
	readonly new_string: string;
	readonly replace_all?: boolean;
}

/** The arguments of a call in another notation, in one spelling: what is judged, shown to hooks and carried out. */
export function formArguments(form: EditForm): Record<string, unknown> {
	switch (form.kind) {
		case "replace": {
			const [only, ...others] = form.replacements;
			return only && others.length === 0 ? { ...only } : { edits: [...form.replacements] };
		}
		case "patch":
			return { input: form.text };
		case "create":
			return { command: "create", path: form.path, file_text: form.text };
		case "insert":
			return { command: "insert", path: form.path, insert_line: form.afterLine, insert_text: form.text };
		case "view":
			return { command: "view", path: form.path, view_range: [form.start, form.end ?? -1] };
	}
}

const text = { type: "string" } as const;
const replacement = { path: text, old_string: text, new_string: text, replace_all: { type: "boolean" } } as const;

/** What `formArguments` gives. */
export const formSchema = {
	type: "object",
	properties: {
		...replacement,
		edits: { type: "array", items: { type: "object", properties: replacement, additionalProperties: false } },
		input: text,
		command: text,
		file_text: text,
		insert_line: { type: "number" },
		insert_text: text,
		view_range: { type: "array", items: { type: "number" } },
	},
	additionalProperties: false,
} as const;
