import { pathToFileURL } from "node:url";
import { findShippedFile, pdfReaderFile } from "@oh-my-pi/pi-natives/shipped-file";
import { once } from "@oh-my-pi/pi-utils/once";
import { DocumentError } from "./document-error.ts";

/** The text of each page under its number. */
export async function pdfText(path: string): Promise<string> {
	const { definePDFJSModule, extractText, getDocumentProxy } = await import("unpdf");
	await definePDFJSModule(loadReader);
	const document = await getDocumentProxy(await Bun.file(path).bytes(), { verbosity: 0 });
	try {
		const { text } = await extractText(document, { mergePages: false });
		if (text.every((page) => page.trim() === "")) throw new DocumentError("it has no text, only images perhaps");
		return text.map((page, index) => `## Page ${index + 1}\n${page.trim()}`).join("\n\n");
	} finally {
		await document.loadingTask.destroy();
	}
}

/** The PDF reader, which is kept out of the bundle; `import` loads it once per URL. */
function loadReader(): Promise<unknown> {
	return import(readerUrl());
}

const readerUrl = once(() => {
	const file = findShippedFile(pdfReaderFile);
	if (!file) throw new DocumentError("the package unpdf is not installed");
	if (file.path !== undefined) return pathToFileURL(file.path).href;
	return URL.createObjectURL(new Blob([new Uint8Array(file.bytes())], { type: "text/javascript" }));
});
