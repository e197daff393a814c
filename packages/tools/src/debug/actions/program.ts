import { basename, resolve } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { inspectProgram, type ProgramFacts } from "@oh-my-pi/pi-dap/adapter/inspect-program";
import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import type { WorkspaceService } from "../../services/services.ts";

export interface RequestedProgram {
	readonly facts: ProgramFacts;
	readonly args: readonly string[];
	/** A module that Python runs. */
	readonly module?: string;
}

/** Programs that run the program that is meant. */
const interpreters = /^(?:python[\d.]*|node|bun|ruby|php|bash|sh|dart|elixir)$/;
/** Options in front of a script that change nothing for a debugger. */
const harmlessOptions = new Set(["-u", "-B", "-E", "-s", "run"]);

/** What a call wants to debug: a file, a program on PATH, or what a whole command line names. */
export function findRequestedProgram(
	requested: string,
	args: readonly string[],
	{ cwd, workspace }: { readonly cwd: string; readonly workspace: Pick<WorkspaceService, "env" | "home"> },
): RequestedProgram {
	const path = resolve(cwd, requested.replace(/^~(?=\/)/, workspace.home));
	const direct = inspectProgram(path);
	if (direct) return { facts: direct, args };
	const words = splitWords(requested);
	const [first = "", ...rest] = [...words, ...args];
	if (interpreters.test(basename(first)) || (first === "go" && rest[0] === "run")) {
		const found = afterInterpreter(first, rest, cwd);
		if (found) return found;
	}
	if (words.length > 1) {
		const facts = inspectProgram(resolve(cwd, first));
		if (facts) return { facts, args: rest };
	}
	const onPath = first.includes("/") ? undefined : findProgram(first, workspace.env.PATH, cwd);
	const facts = onPath === undefined ? undefined : inspectProgram(onPath);
	if (!facts) throw new ToolError(`program not found: ${path}`);
	return { facts, args: rest };
}

function afterInterpreter(name: string, words: readonly string[], cwd: string): RequestedProgram | undefined {
	const rest = words.slice(words.findIndex((word) => !harmlessOptions.has(word)));
	const [script, ...args] = rest;
	if (script === "-m" && args[0] !== undefined && basename(name).startsWith("python")) {
		return { facts: { path: cwd, kind: "file", fileType: ".py" }, module: args[0], args: args.slice(1) };
	}
	const facts = script === undefined ? undefined : inspectProgram(resolve(cwd, script));
	return facts && { facts, args };
}

/** Words as a shell would split them, as far as quotes go. */
function splitWords(line: string): string[] {
	const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
	return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
