import { parseStreamingJson } from "../../reply/streaming-json.ts";
import { prefixAtEnd } from "./prefix-at-end.ts";
import type { ParsedCall } from "./scanner.ts";

/** `functions.NAME:0<separator>{json}`; prefix and number are optional. */
export function jsonCall(body: string, separator: string): ParsedCall[] {
	const at = body.indexOf(separator);
	if (at === -1) return [];
	const name = bareName(body.slice(0, at));
	return name ? [{ name, arguments: objectText(body.slice(at + separator.length)) }] : [];
}

/** The tool's name without the namespace and sequence number that some models write. */
export function bareName(written: string): string {
	return written
		.trim()
		.replace(/^functions\./, "")
		.replace(/:\d+$/, "");
}

/** JSON text of an object: unchanged if complete, otherwise what could be parsed. */
export function objectText(text: string): string {
	try {
		JSON.parse(text);
		return text.trim();
	} catch {
		return JSON.stringify(parseStreamingJson(text));
	}
}

/** Whether a parameter is text, so that JSON-like text in it is not parsed. */
export type TextParameters = (toolName: string, parameter: string) => boolean | undefined;

/** ` name="NAME"><parameterTag name="P">V</parameterTag>…`, the inside of tag-like calls. */
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

/** Text stays text; anything else is parsed as JSON if possible. */
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
