import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { formatBytes } from "../../output/format-bytes.ts";
import { DocumentError } from "./document-error.ts";

type Convert = (path: string) => Promise<string>;

const maxBytes = 64 * 1024 * 1024;

/** By file name ending; loaded when needed, as most sessions never meet one. */
const converters: Readonly<Record<string, () => Promise<Convert>>> = {
	".docx": async () => (await import("./docx.ts")).docxText,
	".epub": async () => (await import("./epub.ts")).epubText,
	".pdf": async () => (await import("./pdf.ts")).pdfText,
	".pptx": async () => (await import("./pptx.ts")).pptxText,
	".rtf": async () => (await import("./rtf.ts")).rtfText,
	".xlsx": async () => (await import("./xlsx.ts")).xlsxText,
	".doc": async () => olderFormat(".docx"),
	".ppt": async () => olderFormat(".pptx"),
	".xls": async () => olderFormat(".xlsx"),
};

/** The ending of a document we try to read as text, else `undefined`. */
export function documentKind(path: string): string | undefined {
	const ending = extname(path).toLowerCase();
	return ending in converters ? ending : undefined;
}

/** A document as text or Markdown; throws a `DocumentError` with the reason when it cannot be. */
export async function documentText(path: string): Promise<string> {
	const { size } = await stat(path);
	if (size > maxBytes)
		throw new DocumentError(`it is too large (${formatBytes(size)}; at most ${formatBytes(maxBytes)})`);
	const convert = await converters[documentKind(path) ?? ""]?.();
	if (!convert) throw new DocumentError("unknown kind of document");
	try {
		return await convert(path);
	} catch (error) {
		if (error instanceof DocumentError) throw error;
		throw new DocumentError(errorMessage(error), { cause: error });
	}
}

function olderFormat(newer: string): Convert {
	return async () => {
		throw new DocumentError(`it is in the old binary format; save it as ${newer} to read it`);
	};
}
