import type { SessionHeader, TitleSlot } from "./entry.ts";

/** The effective header: the title of a slot overrides the header's. */
export function foldTitle(header: SessionHeader, slot: TitleSlot | undefined): SessionHeader {
	return slot?.title ? { ...header, title: slot.title, titleSource: slot.source } : header;
}

/** The slot's line with its newline, exactly `byteLength` long; a longer title is truncated. */
export function encodeTitleSlot(slot: Omit<TitleSlot, "pad">, byteLength: number): Buffer {
	let title = slot.title;
	for (;;) {
		const line = `${JSON.stringify({ ...slot, title, pad: "" })}\n`;
		const missing = byteLength - Buffer.byteLength(line);
		if (missing >= 0 || title === "") {
			return Buffer.from(`${JSON.stringify({ ...slot, title, pad: " ".repeat(Math.max(0, missing)) })}\n`);
		}
		title = [...title].slice(0, -1).join("");
	}
}

/** A name as one line without control characters; empty when nothing is left. */
export function cleanSessionName(name: string): string {
	const line = name.trim().split(/[\r\n]/, 1)[0] ?? "";
	return line
		.replace(/[\u0000-\u001f\u007f-\u009f]/g, "")
		.replace(/\s+/g, " ")
		.trim();
}
