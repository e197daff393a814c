import { parseScheme } from "../paths/uri.ts";

/** The addresses that reading this goes to, of one or of several; none for what is on this machine. */
export function addressesIn(text: string): string[] {
	const parts = new Set([text.trim(), ...text.trim().split(/[;,\s]+/)]);
	return [...parts].flatMap((part) => parseAddress(part) ?? []);
}

function parseAddress(text: string): string | undefined {
	if (/^www\./i.test(text)) return `https://${text}`;
	const scheme = parseScheme(text);
	if (scheme === "issue" || scheme === "pr") return "https://github.com/";
	return scheme === "http" || scheme === "https" || scheme === "ssh" ? text : undefined;
}
