import { DecodedBase64 } from "./decoded-base64.ts";
import type { MappedText, Range } from "./mapped-text.ts";
import { unwrapLines } from "./unwrap-lines.ts";

/** What is decoded of a text, with the way back. */
export interface EncodedView {
	readonly text: string;
	toOrigin(range: Range): Range | undefined;
}

/** A text in the ways in which all searches look at it. */
export interface SearchedText {
	readonly text: string;
	/** Runs over several lines. */
	readonly unwrapped: readonly MappedText[];
	/** What is in Base64, in one line or several. */
	readonly encoded: readonly EncodedView[];
}

export function prepareSearch(text: string): SearchedText {
	const unwrapped = unwrapLines(text);
	const overLines = unwrapped.map((joined): EncodedView => {
		const decoded = new DecodedBase64(joined.text);
		return {
			text: decoded.text,
			toOrigin(range) {
				const found = decoded.toOrigin(range);
				return found && joined.toOrigin(found);
			},
		};
	});
	return { text, unwrapped, encoded: [new DecodedBase64(text), ...overLines].filter((view) => view.text !== "") };
}
