import type { MadeChange, MadeChanges } from "../../files/mutate/make-changes.ts";
import type { Diagnostics } from "../../files/mutate/write-through.ts";

/** What became of one file, for views and other programs. */
export interface FileEditDetails {
	readonly diff: string;
	readonly firstChangedLine?: number;
	readonly op: "create" | "update" | "delete";
	readonly path: string;
	/** Where it was before it was moved. */
	readonly sourcePath?: string;
	/** Where it was moved to. */
	readonly move?: string;
	/** Both absent for texts too long to be kept with every edit. */
	readonly oldText?: string;
	readonly newText?: string;
}

export interface EditDetails extends Partial<FileEditDetails> {
	readonly diff: string;
	readonly perFileResults?: readonly FileEditDetails[];
	/** What the model was told to look at again; absent in older sessions. */
	readonly warnings?: readonly string[];
	readonly diagnostics?: Diagnostics;
	readonly meta?: { readonly diagnostics: Diagnostics };
}

/** Sessions keep the details of every call; above this the diff alone has to do. */
const maxTextLength = 256 * 1024;

export function editDetails({ files, diagnostics }: MadeChanges, warnings: readonly string[] = []): EditDetails {
	const results = files.map(fileDetails);
	const [only] = results;
	const notices = {
		...(diagnostics && { diagnostics, meta: { diagnostics } }),
		...(warnings.length > 0 && { warnings }),
	};
	if (only && results.length === 1) return { ...only, ...notices };
	return { diff: results.map(({ diff }) => diff).join("\n"), perFileResults: results, ...notices };
}

function fileDetails(change: MadeChange): FileEditDetails {
	const { target, before, after, moveTo, described } = change;
	const oldText = before?.text ?? "";
	const newText = after ?? "";
	return {
		...described,
		op: !before ? "create" : after === undefined ? "delete" : "update",
		path: change.at.path,
		...(moveTo && { sourcePath: target.path, move: moveTo.path }),
		...(oldText.length + newText.length <= maxTextLength && { oldText, newText }),
	};
}
