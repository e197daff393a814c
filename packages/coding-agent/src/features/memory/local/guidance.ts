import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { estimateText } from "../../../conversation/context/estimate-tokens.ts";
import { lessonLine, parseLessons } from "./files/lessons.ts";
import type { MemoryFolder } from "./files/memory-folder.ts";
import guidancePrompt from "./prompts/guidance.md" with { type: "text" };

/** Summary and lessons for the system prompt, within the limit; `undefined` when there is nothing. */
export function localGuidance(folder: MemoryFolder, maxTokens: number): string | undefined {
	const [, label = "", summary = ""] = /^(?:<!-- (.*?) -->\n)?([\s\S]*)$/.exec(folder.read("memory_summary.md")) ?? [];
	const lessons = parseLessons(folder.read("learned.md")).map((lesson) => `- ${neutralize(lessonLine(lesson))}`);
	const origin = label === "" ? "" : ` (${neutralize(label)})`;
	// The model that merged the notes marks lines; that it may have forgotten some does not depend on it.
	const places = /; outside: (.*)$/.exec(label)?.[1];
	const outside = places === undefined ? "" : ` [outside: ${neutralize(places)}]`;
	const rows = [
		...(summary.trim() === ""
			? []
			: [`## Summary (memory://root)${outside}`, ...neutralize(summary.trim()).split("\n")]),
		...(lessons.length === 0 ? [] : ["", "## Lessons (memory://root/learned.md)", ...lessons]),
	];
	if (rows.length === 0) return undefined;
	const render = (notes: readonly string[]) => renderPrompt(guidancePrompt, { origin, notes: notes.join("\n").trim() });
	let room = maxTokens - estimateText(render([])) - 2;
	const kept: string[] = [];
	for (const row of rows) {
		room -= estimateText(`${row}\n`);
		if (room < 0) break;
		kept.push(row);
	}
	return kept.some((row) => row !== "" && !row.startsWith("## ")) ? render(kept) : undefined;
}

/** Text that can neither end the block it is in nor look like a tag of omp's own. */
export function neutralize(text: string): string {
	return text.replaceAll("<", "‹").replaceAll(">", "›").replaceAll("{{", "{ {");
}
