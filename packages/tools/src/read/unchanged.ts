import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ReadDetails } from "./contract/details.ts";

/** A shorter text is not worth looking for. */
const minChars = 800;

/** Lines that the model still has in its context are not sent again; what changed in any way is. */
export function unlessAbove(
	output: ToolOutput<ReadDetails>,
	path: string,
	isAbove: (text: string) => boolean,
): ToolOutput<ReadDetails> {
	const { content, details } = output;
	const shown = details?.displayContent;
	if (typeof content !== "string" || content.length < minChars || !(shown || details?.summary) || !isAbove(content)) {
		return output;
	}
	const header = /^\[[^\n]*#[0-9A-F]{4}\]/.exec(content)?.[0] ?? `[${path}]`;
	const lines = shown?.lineNumbers.filter((line) => line !== null) ?? [];
	const what = shown ? `lines ${lines[0]}-${lines.at(-1)} are above` : "the same outline is above";
	const { displayContent: _shown, ...rest } = details ?? {};
	return { content: `${header} unchanged; ${what}`, details: rest, useless: true };
}
