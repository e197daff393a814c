import { extname } from "node:path";
import type { WebAnswer } from "../services/web-access.ts";

const documentTypes: Readonly<Record<string, string>> = {
	"application/pdf": ".pdf",
	"application/epub+zip": ".epub",
	"application/rtf": ".rtf",
	"text/rtf": ".rtf",
	"application/msword": ".doc",
	"application/vnd.ms-excel": ".xls",
	"application/vnd.ms-powerpoint": ".ppt",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
	"application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
};
const documentEndings = new Set(Object.values(documentTypes));
/** Types that say nothing about what it is. */
export const anyType: ReadonlySet<string> = new Set([
	"",
	"application/octet-stream",
	"binary/octet-stream",
	"application/zip",
	"application/download",
]);

/** By type, else by the name in the address, and for PDF by its first bytes. */
export function documentEnding(answer: WebAnswer, contentType: string): string | undefined {
	const byType = documentTypes[contentType];
	if (byType !== undefined) return byType;
	if (Buffer.from(answer.bytes.subarray(0, 5)).toString("latin1") === "%PDF-") return ".pdf";
	if (!anyType.has(contentType)) return undefined;
	const name = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(answer.headers.get("content-disposition") ?? "")?.[1];
	const ending = extname(name ?? new URL(answer.url).pathname).toLowerCase();
	return documentEndings.has(ending) ? ending : undefined;
}
