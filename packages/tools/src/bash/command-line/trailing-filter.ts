import { parseScript } from "@oh-my-pi/pi-policy/parse/parse";
import type { ListItem, SimpleCommand } from "@oh-my-pi/pi-policy/parse/syntax";

export interface FilteredCommand {
	readonly command: string;
	readonly head?: number;
	readonly tail?: number;
}

/**
 * Takes one `| head -N` or `| tail -N` off the end, so that the rest of the output is not lost. Only where all of the output
 * would have gone through it.
 */
export function takeTrailingFilter(command: string): FilteredCommand {
	const { items, complete } = parseScript(command);
	const last = items.at(-1);
	const stages = last?.pipeline.stages ?? [];
	const [filter, source] = [stages.at(-1), stages.at(-2)];
	if (!complete || !source || filter?.kind !== "simple" || last?.end === "&") return { command };
	if (!items.slice(0, -1).every(isChangeOfFolder)) return { command };
	const lines = filteredLines(filter);
	if (!lines) return { command };
	return { command: command.slice(0, source.end) + command.slice(filter.end), ...lines };
}

function filteredLines(filter: SimpleCommand): { head: number } | { tail: number } | undefined {
	if (filter.assignments.length > 0 || filter.redirections.length > 0) return undefined;
	const found = /^(head|tail) (?:-n ?|-)(\d+)$/.exec(filter.words.map(({ raw }) => raw).join(" "));
	if (!found) return undefined;
	const count = Number(found[2]);
	return found[1] === "head" ? { head: count } : { tail: count };
}

function isChangeOfFolder({ pipeline, end }: ListItem): boolean {
	const [stage] = pipeline.stages;
	return end === "&&" && pipeline.stages.length === 1 && stage?.kind === "simple" && stage.words[0]?.raw === "cd";
}
