import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratchFolder } from "@oh-my-pi/pi-natives/scratch-folder";
import { DocumentError } from "../formats/documents/document-error.ts";
import { documentText } from "../formats/documents/document-text.ts";
import type { WebAnswer } from "../services/web-access.ts";
import { type FetchedPage, parseContentType } from "./fetched-page.ts";

/** PDF, Office and EPUB as text. */
export async function documentPage(answer: WebAnswer, ending: string): Promise<FetchedPage> {
	const page = { url: answer.url, contentType: parseContentType(answer) };
	await using folder = await scratchFolder();
	const file = join(folder.path, `document${ending}`);
	await writeFile(file, answer.bytes, { mode: 0o600 });
	try {
		return { ...page, method: "markit", notes: [], text: await documentText(file) };
	} catch (error) {
		if (!(error instanceof DocumentError)) throw error;
		return { ...page, method: "failed", notes: [`Cannot read the ${ending} document: ${error.message}`], text: "" };
	}
}
