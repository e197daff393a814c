import { DocumentError } from "./document-error.ts";

/** The text of each page under its number. */
export async function pdfText(path: string): Promise<string> {
	const { extractText, getDocumentProxy } = await import("unpdf");
	const document = await getDocumentProxy(await Bun.file(path).bytes(), { verbosity: 0 });
	try {
		const { text } = await extractText(document, { mergePages: false });
		if (text.every((page) => page.trim() === "")) throw new DocumentError("it has no text, only images perhaps");
		return text.map((page, index) => `## Page ${index + 1}\n${page.trim()}`).join("\n\n");
	} finally {
		await document.loadingTask.destroy();
	}
}
