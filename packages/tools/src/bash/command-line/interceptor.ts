import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { parseScript } from "@oh-my-pi/pi-policy/parse/parse";
import type { Part, SimpleCommand, Stage } from "@oh-my-pi/pi-policy/parse/syntax";
import type { InterceptRule } from "./intercept-rules.data.ts";

export interface Interceptor {
	readonly rules: readonly InterceptRule[];
	readonly isActive: (tool: string) => boolean;
}

/** Refuses a command that another tool does better, naming that tool. */
export function refuseIntercepted(command: string, { rules, isActive }: Interceptor): void {
	const candidates = listCandidates(command);
	const rule = rules.find((candidate) => {
		const pattern = compilePattern(candidate);
		return pattern && isActive(candidate.tool) && candidates.some((text) => pattern.test(text));
	});
	if (rule) throw new ToolError(`Blocked: ${rule.message}\n\nOriginal command: ${command}`);
}

/** The command, its parts and these without variables in front, where it can be cut into parts; what reads a pipe is left out. */
function listCandidates(command: string): string[] {
	const { items, complete } = parseScript(command);
	const stages = items.flatMap(({ pipeline }) => pipeline.stages);
	if (!complete || !stages.every(isFlat)) return [command];
	const first = items.map(({ pipeline }) => pipeline.stages[0]).filter((stage) => stage?.kind === "simple");
	return [
		command,
		...first.flatMap((stage) => [stage.raw, command.slice(stage.words[0]?.start ?? stage.end, stage.end)]),
	];
}

function isFlat(stage: Stage): stage is SimpleCommand {
	if (stage.kind !== "simple") return false;
	const words = [...stage.words, ...stage.assignments.flatMap((assignment) => assignment.words)];
	const targets = stage.redirections.map(({ target }) => target);
	return (
		stage.redirections.every(({ body }) => !body) && [...words, ...targets].every((word) => word.parts.every(isPlain))
	);
}

function isPlain(part: Part): boolean {
	return part.kind === "text" || (part.kind === "variable" && !part.raw.startsWith("${"));
}

function compilePattern({ pattern, flags }: InterceptRule): RegExp | undefined {
	try {
		return new RegExp(pattern, flags);
	} catch {
		// A rule that makes no sense blocks nothing.
		return undefined;
	}
}
