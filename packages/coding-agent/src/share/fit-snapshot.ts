import type { ExportedPage } from "../export/export-html.ts";
import { mapTexts } from "./redact-secrets.ts";
import { seal } from "./seal.ts";

/** The server takes no more. */
const maxBytes = 1_000_000;
const textLimits = [32_000, 8000, 2000, 512] as const;

/** The session sealed so that it fits: first images go, then long texts are cut, then the oldest entries go. */
export function sealedSnapshot(page: ExportedPage, limit = maxBytes): ReturnType<typeof seal> {
	let sealed = seal(JSON.stringify(page));
	if (sealed.bytes.length <= limit) return sealed;
	const lean = withoutImages(page) as ExportedPage;
	for (const length of [Number.POSITIVE_INFINITY, ...textLimits]) {
		sealed = seal(JSON.stringify(mapTexts(lean, (text) => shortened(text, length))));
		if (sealed.bytes.length <= limit) return sealed;
	}
	let { entries } = lean;
	while (entries.length > 0 && sealed.bytes.length > limit) {
		entries = entries.slice(Math.ceil(entries.length / 4));
		sealed = seal(JSON.stringify(mapTexts({ ...lean, entries }, (text) => shortened(text, textLimits[3]))));
	}
	return sealed;
}

function withoutImages(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutImages);
	if (typeof value !== "object" || value === null) return value;
	if ("type" in value && value.type === "image") return { type: "text", text: "[image left out]" };
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutImages(item)]));
}

function shortened(text: string, length: number): string {
	return text.length <= length ? text : `${text.slice(0, length)}… [${text.length - length} characters left out]`;
}
