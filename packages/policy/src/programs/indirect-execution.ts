import { parseScript } from "../parse/parse.ts";
import type { SimpleCommand } from "../parse/syntax.ts";
import { whatGitRuns } from "./git-runs.ts";
import { runningOptionIn } from "./running-options.data.ts";
import { sedEffects } from "./sed-script.ts";
import { decidesForPrograms } from "./variables.data.ts";

/** The part of a plain command line because of which it may run something else than the program it names. */
export function whatElseRuns(line: string): string | undefined {
	const stage = parseScript(line).items[0]?.pipeline.stages[0];
	return stage?.kind === "simple" ? ofCommand(stage) : undefined;
}

function ofCommand({ words, assignments }: SimpleCommand): string | undefined {
	const variable = assignments.find(({ name }) => decidesForPrograms(name));
	if (variable) return `${variable.name}=`;
	const [first = "", ...args] = words.map(({ parts }) =>
		parts.map((part) => (part.kind === "text" ? part.text : part.raw)).join(""),
	);
	return elseRun(first.slice(first.lastIndexOf("/") + 1), args);
}

/** The same for a program and its arguments. */
export function elseRun(name: string, args: readonly string[]): string | undefined {
	if (name === "git") return whatGitRuns(args) ?? runningOptionIn(name, args);
	if (name === "sed") {
		const { runs, runsText, writes } = sedEffects(args);
		return runs.length > 0 || runsText || writes.length > 0 ? args.join(" ") : undefined;
	}
	if (/^[gmn]?awk$/.test(name)) {
		const code = args.find((arg) => /\bsystem\s*\(|\|\s*(?:getline|"|&)|"\s*\|/.test(arg));
		return code ?? runningOptionIn("gawk", args);
	}
	if (declaring.has(name))
		return args.find((arg) => decidesForPrograms(arg.replace(/[+]?=[\s\S]*/, "")) || evaluated.test(arg));
	if (name === "test" || name === "[") return args.find((arg) => evaluated.test(arg)) ?? runningOptionIn(name, args);
	return runningOptionIn(name, args);
}

const declaring = new Set(["export", "declare", "typeset", "local", "readonly", "unset", "read", "let"]);
/** A subscript is evaluated, with the commands in it. */
const evaluated = /\[[^\]]*[$`]/;
