import { parseKey } from "./parse-key.ts";

/** What the input inserts when it reaches a text field: typed characters, in whichever encoding; undefined for keys. */
export function typedText(data: string): string | undefined {
	if (data === "" || (data.charCodeAt(0) < 0x20 && data.charCodeAt(0) !== 0x1b) || data === "\x7f") return undefined;
	if (!data.startsWith("\x1b")) return data;
	const key = parseKey(data);
	return key?.event === "release" ? undefined : key?.text;
}
