import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import type { Action } from "@oh-my-pi/pi-policy/action";
import type { ActionFacts } from "@oh-my-pi/pi-policy/verdict/judge-action";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { resolveFolder } from "../bash/resolve-folder.ts";
import type { DebugDeps } from "./contract/debug-deps.ts";
import { type DebugParams, readActions } from "./contract/params.ts";

const reads: ReadonlySet<string> = new Set(readActions);

/** A program is judged like a command of `bash`, an expression like code of `eval`, neither as harmless. */
export function debugAction(params: DebugParams, { workspace }: Pick<DebugDeps, "workspace">): Action {
	const { action, program, args, cwd, pid, port, host = "127.0.0.1", expression, command } = params;
	const conditions = findConditions(params);
	if (reads.has(action)) return { kind: "other", tier: "read" };
	switch (action) {
		case "launch":
			// Without a program the call fails by itself.
			if (!program) return { kind: "other", tier: "exec" };
			return together(
				{ kind: "program", line: programLine(program, args), cwd: resolveFolder(cwd, workspace) },
				...(conditions.length > 0 ? [withCode(conditions, evaluatesConditions)] : []),
			);
		case "attach":
			return {
				kind: "other",
				tier: "exec",
				reason: `Attaches to ${port === undefined ? `process ${pid}` : `${host}:${port}`}`,
			};
		case "evaluate":
			return withCode(expression === undefined ? [] : [expression], "Evaluates code in the debugged program");
		case "set_breakpoint":
		case "set_instruction_breakpoint":
		case "set_data_breakpoint":
			return conditions.length === 0 ? { kind: "other", tier: "exec" } : withCode(conditions, evaluatesConditions);
		case "write_memory":
			return { kind: "other", tier: "exec", reason: "Changes the memory of the debugged program" };
		case "custom_request":
			return { kind: "other", tier: "exec", reason: `Sends ${command ?? "a request"} to the debug adapter` };
		default:
			return { kind: "other", tier: "exec" };
	}
}

export function debugFacts({ workspace, commandRules }: Pick<DebugDeps, "workspace" | "commandRules">): ActionFacts {
	return { home: workspace.home, cwd: workspace.cwd(), rules: commandRules?.() ?? [] };
}

/** A program with spaces is taken for the command line that it may be. */
export function programLine(program: string, args: readonly string[] = []): string {
	const first = /\s/.test(program) ? program : shellWord(program);
	return [first, ...args.map(shellWord)].join(" ");
}

function shellWord(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : quoteForShell(word);
}

/** What breakpoints of a call evaluate; adapters run hit counts too. */
export function findConditions({ condition, hit_condition: hits, breakpoints = [] }: DebugParams): string[] {
	const listed = breakpoints.map((one) => (isRecord(one) ? one.condition : undefined));
	return [condition, hits, ...listed].filter((code) => typeof code === "string");
}

const evaluatesConditions = "Evaluates a condition in the debugged program";

function withCode(codes: readonly string[], reason: string): Action {
	const other: Action = { kind: "other", tier: "exec", reason };
	return codes.length === 0 ? other : together({ kind: "code", codes }, other);
}

function together(...actions: readonly [Action, ...Action[]]): Action {
	return actions.length === 1 ? actions[0] : { kind: "several", actions };
}
