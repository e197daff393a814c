import type { WrittenResult } from "./dialect.ts";
import type { Marker } from "./scanner.ts";

/** The result format that Claude was trained on. */
export function renderFunctionResults(results: readonly WrittenResult[]): string {
	return `<function_results>\n${results.map(renderResult).join("\n")}\n</function_results>`;
}

export const functionResultMarkers: readonly Marker[] = [{ kind: "result", open: "<function_results>" }];

function renderResult({ call, text, isError }: WrittenResult): string {
	const name = `<tool_name>${call.name}</tool_name>`;
	return isError
		? `<error>\n${name}\n<stderr>${text}</stderr>\n</error>`
		: `<result>\n${name}\n<stdout>${text}</stdout>\n</result>`;
}
