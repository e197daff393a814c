import { parseScript } from "./parse.ts";
import type { Word } from "./syntax.ts";

/** Takes a `cd folder &&` off the front, unless only the shell can say which folder that is. */
export function takeLeadingCd(command: string): { command: string; cwd?: string } {
	const { items, complete } = parseScript(command);
	const [first, second] = items;
	const [stage] = first?.pipeline.stages ?? [];
	if (!complete || !second || first?.end !== "&&" || first.pipeline.stages.length !== 1) return { command };
	if (stage?.kind !== "simple" || stage.assignments.length > 0 || stage.redirections.length > 0) return { command };
	const [name, folder, ...others] = stage.words;
	if (name?.raw !== "cd" || !folder || others.length > 0) return { command };
	const cwd = literalText(folder);
	const rest = command.slice(second.pipeline.start);
	const isOnOneLine = !command.slice(0, second.pipeline.start).includes("\n");
	return cwd === undefined || !isOnOneLine ? { command } : { command: rest, cwd };
}

/** What a word says without the shell's help. */
function literalText({ parts }: Word): string | undefined {
	let text = "";
	for (const part of parts) {
		if (part.kind !== "text") return undefined;
		if (!part.quoted && /[*?[{~]/.test(part.text)) return undefined;
		text += part.text;
	}
	return text === "" || text.startsWith("-") ? undefined : text;
}
