import type { Tool } from "../../message.ts";
import { objectText, parameterValue, type TextParameters } from "./parse-call.ts";
import { markerScanner, type ParsedCall, type TextScanner } from "./scanner.ts";
import { indexTextParameters } from "./text-parameters.ts";
import { thinkingTags } from "./thinking-tags.ts";
import { toolResponseMarkers } from "./tool-response.ts";

/** Parses `<tool_call>` tags in the formats of several model families. */
export function toolCallTagScanner(tools: readonly Tool[]): TextScanner {
	const isText = indexTextParameters(tools);
	return markerScanner([
		...thinkingTags,
		...toolResponseMarkers,
		{
			kind: "call",
			open: "<tool_call>",
			close: "</tool_call>",
			parse: (body, { finished }) => callsIn((finished ? body : withoutCutTag(body)).trim(), isText),
		},
	]);
}

function withoutCutTag(body: string): string {
	return body.replace(/<\/?\w*$/, "");
}

function callsIn(body: string, isText: TextParameters): ParsedCall[] {
	if (body.startsWith("{")) return jsonCalls(body);
	if (body.startsWith("<function=")) return pairedCall(body, /^<function=([^>]+)>/, parameterTags, isText);
	return pairedCall(body, /^([^\s<]+)/, argumentTags, isText);
}

/** `{"name": …, "arguments": {…}}` */
function jsonCalls(body: string): ParsedCall[] {
	const call: Record<string, unknown> = JSON.parse(objectText(body));
	const args = call.arguments ?? call.parameters ?? {};
	if (typeof call.name !== "string") return [];
	return [{ name: call.name, arguments: typeof args === "string" ? objectText(args) : JSON.stringify(args) }];
}

const argumentTags = /<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)(?:<\/arg_value>|$)/g;
const parameterTags = /<parameter=([^>]+)>([\s\S]*?)(?:<\/parameter>|$)/g;

/** A name, then keys and values in separate tags. */
function pairedCall(body: string, head: RegExp, pairs: RegExp, isText: TextParameters): ParsedCall[] {
	const name = head.exec(body)?.[1]?.trim();
	if (!name) return [];
	const values: Record<string, unknown> = {};
	for (const [, key = "", value = ""] of body.matchAll(pairs)) {
		values[key.trim()] = parameterValue(value, isText(name, key.trim()));
	}
	return [{ name, arguments: JSON.stringify(values) }];
}
