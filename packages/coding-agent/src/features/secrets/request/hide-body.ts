import { mapTexts } from "@oh-my-pi/pi-secrets/hider/map-texts";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { isKeyword, structural } from "./structural-words.ts";

/** Fields of providers whose values are words of their API. */
const words = new Set([...structural, "role", "model", "media_type", "mime_type", "mimeType", "effort", "ttl"]);

/**
 * Hides what was put into a body after it was built. What it had before is left: it was made of a searched context, and what is in
 * it besides that context are words of the provider's API.
 */
export async function hideChanges(
	body: unknown,
	change: (body: unknown) => unknown,
	hide: (text: string) => string,
): Promise<unknown> {
	const known = new Set<string>();
	mapTexts(body, (text) => {
		known.add(text);
		return text;
	});
	const changed = (await change(body)) ?? body;
	return hideNew(changed, (text) => (known.has(text) ? text : hide(text)));
}

function hideNew(value: unknown, hide: (text: string) => string): unknown {
	if (Array.isArray(value)) {
		const items = value.map((item) => hideNew(item, hide));
		return items.some((item, index) => item !== value[index]) ? items : value;
	}
	if (!isRecord(value)) return mapTexts(value, hide);
	const before = Object.entries(value);
	const after = before.map(([name, item]) => [name, isWord(name, item) ? item : hideNew(item, hide)] as const);
	return after.every(([, item], index) => item === before[index]?.[1]) ? value : Object.fromEntries(after);
}

function isWord(name: string, value: unknown): boolean {
	return words.has(name) && isKeyword(value);
}
