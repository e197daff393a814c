/**
 * What the contract needs of the protocol. Names and shapes are those of `vscode-languageserver-types`, which programs that use
 * the SDK do not have.
 */
export interface Position {
	line: number;
	character: number;
}

export interface Range {
	start: Position;
	end: Position;
}

export interface Diagnostic {
	range: Range;
	/** Error, warning, information, hint. */
	severity?: 1 | 2 | 3 | 4;
	code?: number | string;
	codeDescription?: { href: string };
	source?: string;
	message: string | { kind: "plaintext" | "markdown"; value: string };
	tags?: Array<1 | 2>;
	relatedInformation?: Array<{ location: { uri: string; range: Range }; message: string }>;
	data?: unknown;
}

/** As a server sent it: nothing of it is checked yet. */
export interface UncheckedEdit {
	changes?: unknown;
	documentChanges?: unknown;
	changeAnnotations?: unknown;
}
