import type { Tool } from "../../message.ts";
import type { WrittenCall } from "./dialect.ts";
import { taggedCall } from "./parse-call.ts";
import { type Marker, markerScanner, type TextScanner } from "./scanner.ts";
import { indexTextParameters, writtenValue } from "./text-parameters.ts";
import { thinkingTags } from "./thinking-tags.ts";

/** Common to the dialects with `<invoke>` tags. */

export const invokeHint = "Write text parameters as they are, without quotes or escapes, and all others as JSON.";

export function renderInvoke({ name, arguments: args }: WrittenCall): string {
	const parameters = Object.entries(args).map(
		([parameter, value]) => `<parameter name="${parameter}">${writtenValue(value)}</parameter>\n`,
	);
	return `<invoke name="${name}">\n${parameters.join("")}</invoke>`;
}

export function invokeScanner(tools: readonly Tool[], extra: readonly Marker[]): TextScanner {
	const isText = indexTextParameters(tools);
	const wrappers = ["function_calls", "tool_calls"].flatMap((tag): Marker[] => [
		{ kind: "wrapper", open: `<${tag}>` },
		{ kind: "wrapper", open: `</${tag}>` },
	]);
	return markerScanner([
		...thinkingTags,
		...wrappers,
		...extra,
		{ kind: "call", open: "<invoke", close: "</invoke>", parse: (body) => taggedCall(body, "parameter", isText) },
	]);
}
