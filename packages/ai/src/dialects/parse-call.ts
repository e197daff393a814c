import { parseStreamingJson } from "../streaming-json.ts";
import { prefixAtEnd } from "./prefix-at-end.ts";
import type { ParsedCall } from "./scanner.ts";

/** `functions.NAME:0<separator>{json}`, the prefix and the number being optional. */
export function jsonCall(body: string, separator: string): ParsedCall[] {
	const at = body.indexOf(separator);
	if (at === -1) return [];
	const name = bareName(body.slice(0, at));
	return name ? [{ name, arguments: objectText(body.slice(at + separator.length)) }] : [];
}

/** The tool's name without the namespace and the running number that some models write. */
export function bareName(written: string): string {
	return written
		.trim()
		.replace(/^functions\./, "")
		.replace(/:\d+$/, "");
}

/** JSON text of an object, as it is where it is whole, otherwise what could be made of it. */
export function objectText(text: string): string {
	try {
		JSON.parse(text);
		return text.trim();
	} catch {
		return JSON.stringify(parseStreamingJson(text));
	}
}

/** Says whether a parameter is text, so that what looks like JSON in it is left alone. */
export type TextParameters = (toolName: string, parameter: string) => boolean | undefined;

/** ` name="NAME"><parameterTag name="P">V</parameterTag>…`, which is how tag-like calls look inside. */
export function taggedCall(body: string, parameterTag: string, isText: TextParameters = () => undefined): ParsedCall[] {
	const head = /^\s*name="([^"]*)"\s*>/.exec(body) ?? /^\s*name='([^']*)'\s*>/.exec(body);
	const name = head?.[1];
	if (!head || !name) return [];
	const tag = RegExp.escape(parameterTag);
	const pattern = new RegExp(`<${tag}\\s+name=["']([^"']*)["']([^>]*)>([\\s\\S]*?)(</${tag}>|$)`, "g");
	const values: Record<string, unknown> = {};
	for (const [, parameter = "", attributes = "", written = "", close] of body.slice(head[0].length).matchAll(pattern)) {
		const value = close ? written : withoutPartialClose(written, `</${parameterTag}>`);
		const declared = /string="(true|false)"/.exec(attributes)?.[1];
		const asText = declared === undefined ? isText(name, parameter) : declared === "true";
		values[parameter] = parameterValue(value, asText);
	}
	return [{ name, arguments: JSON.stringify(values) }];
}

function withoutPartialClose(text: string, close: string): string {
	return text.slice(0, text.length - prefixAtEnd([close])(text));
}

/** Text stays text; anything else is JSON where it can be read as such. */
export function parameterValue(written: string, asText: boolean | undefined): unknown {
	const text = written.replace(/^\n/, "").replace(/\n$/, "");
	if (asText) return text;
	const mayBeJson = asText === false || /^\s*(?:[[{]|-?\d|true\b|false\b|null\b)/.test(text);
	if (!mayBeJson) return text;
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
