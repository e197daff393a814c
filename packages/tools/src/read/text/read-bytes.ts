import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { openRegular } from "../../files/open/open-regular.ts";
import { formatBytes } from "../../output/format-bytes.ts";
import type { ReadDetails } from "../contract/details.ts";

const pageBytes = 16 * 1024;
const newline = 0x0a;

/** A page of a file from a byte on; it ends with a line where one ends in its second half, else between characters. */
export async function readBytes(
	path: string,
	{ shown, firstByte }: { readonly shown: string; readonly firstByte: number },
): Promise<ToolOutput<ReadDetails>> {
	using file = await openRegular(path, shown);
	mustBeWithin(file.size, firstByte, shown);
	const buffer = Buffer.allocUnsafe(pageBytes);
	const length = await file.read(buffer, firstByte);
	return buildPage(buffer.subarray(0, length), { shown, firstByte, size: file.size });
}

/** The same of a text that is at hand. */
export function readTextBytes(
	text: string,
	{ shown, firstByte }: { readonly shown: string; readonly firstByte: number },
): ToolOutput<ReadDetails> {
	const bytes = Buffer.from(text);
	mustBeWithin(bytes.length, firstByte, shown);
	return buildPage(bytes.subarray(firstByte, firstByte + pageBytes), { shown, firstByte, size: bytes.length });
}

function mustBeWithin(size: number, firstByte: number, shown: string): void {
	if (firstByte === 0 || firstByte < size) return;
	throw new ToolError(`Byte ${firstByte} is beyond the end of '${shown}' (${size} bytes).`);
}

function buildPage(
	bytes: Buffer,
	{ shown, firstByte, size }: { readonly shown: string; readonly firstByte: number; readonly size: number },
): ToolOutput<ReadDetails> {
	const isLast = firstByte + bytes.length >= size;
	const end = isLast ? bytes.length : pageEnd(bytes);
	const text = bytes.toString("utf8", characterStart(bytes), end);
	if (isLast && firstByte === 0) return { content: text, details: { fileSize: size } };
	const next = firstByte + end;
	const more = isLast ? "" : `. Use ${shown}:raw@${next} to continue`;
	const notice = `[Bytes ${firstByte}-${next - 1} of ${size} (${formatBytes(size)})${more}]`;
	return { content: `${text.replace(/\n$/, "")}\n\n${notice}`, details: { fileSize: size } };
}

/** A page may begin inside a character when somebody made up its first byte. */
function characterStart(bytes: Buffer): number {
	let start = 0;
	while (start < Math.min(3, bytes.length) && isContinuation(bytes[start])) start++;
	return start;
}

function pageEnd(bytes: Buffer): number {
	const lineEnd = bytes.lastIndexOf(newline) + 1;
	if (lineEnd > bytes.length / 2) return lineEnd;
	let end = bytes.length;
	while (end > bytes.length - 4 && isContinuation(bytes[end - 1])) end--;
	// What is left of the last character, if that is not complete, belongs to the next page.
	const lead = bytes[end - 1] ?? 0;
	const wanted = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
	return end - 1 + wanted <= bytes.length ? Math.min(bytes.length, end - 1 + wanted) : end - 1;
}

function isContinuation(byte: number | undefined): boolean {
	return byte !== undefined && (byte & 0xc0) === 0x80;
}
