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

/** The arguments of a call in another form. */
export interface FormParams {
	readonly form: EditForm;
}

export const formSchema = {
	type: "object",
	properties: { form: { type: "object" } },
	required: ["form"],
	additionalProperties: false,
} as const;

export function formIn(params: unknown): EditForm | undefined {
	return typeof params === "object" && params !== null && "form" in params ? (params as FormParams).form : undefined;
}
