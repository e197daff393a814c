import { parseKey } from "./parse-key.ts";

/** The text that the input inserts into a text field; undefined for keys. */
export function typedText(data: string): string | undefined {
	if (data === "" || (data.charCodeAt(0) < 0x20 && data.charCodeAt(0) !== 0x1b) || data === "\x7f") return undefined;
	if (!data.startsWith("\x1b")) return data;
	const key = parseKey(data);
	return key?.event === "release" ? undefined : key?.text;
}
