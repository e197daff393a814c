/** Why a document could not become text, in words that fit behind "Cannot read .pdf file:". */
export class DocumentError extends Error {
	override readonly name = "DocumentError";
}
