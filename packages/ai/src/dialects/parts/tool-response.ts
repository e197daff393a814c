import type { WrittenResult } from "./dialect.ts";
import type { Marker } from "./scanner.ts";

/** The result format that most dialects share. */
export function renderToolResponses(results: readonly WrittenResult[]): string {
	return results.map((result) => `<tool_response>\n${resultText(result)}\n</tool_response>`).join("\n");
}

export const toolResponseMarkers: readonly Marker[] = [{ kind: "result", open: "<tool_response>" }];

export function resultText({ text, isError }: WrittenResult): string {
	return isError ? `Error: ${text}` : text;
}
