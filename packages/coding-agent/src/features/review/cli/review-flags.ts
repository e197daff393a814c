import { UsageError } from "../../../process/usage-error.ts";
import type { FlagDefinition } from "../../../startup/flags.data.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import type { ReviewTarget } from "../change/review-target.ts";

export const reviewFlags = [
	{ name: "base", kind: "string", value: "branch", help: "Review what is on this branch and not on another one" },
	{ name: "commit", kind: "string", value: "commit", help: "Review one commit" },
	{ name: "staged", kind: "boolean", help: "Review what is staged" },
	{ name: "pr", kind: "string", value: "number", help: "Review a pull request, with the GitHub CLI" },
	{ name: "json", kind: "boolean", help: "Print the result as JSON" },
	{ name: "sarif", kind: "boolean", help: "Print the result as SARIF 2.1.0" },
	{ name: "output", alias: "o", kind: "string", value: "file", help: "Write the result to a file" },
	{ name: "max-cost", kind: "string", value: "usd", help: "Send no request that could exceed this cost" },
	{ name: "model", alias: "m", kind: "string", value: "model", help: "Model or role; slow by default" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

export const reviewUsage = `USAGE
  omp review [path...] [--base <branch> | --commit <commit> | --staged | --pr <number>]
             [--json | --sarif] [-o <file>] [--max-cost <usd>] [-m <model>]

  Reviews a change with a model and reports problems with file, line, priority and confidence. Without a target it takes
  all uncommitted changes, files that git does not track included. Nothing of the repository is run, and nothing is
  changed. Files that may hold secrets (.env, keys) are never sent; binary, generated, minified and lock files and very
  large ones are left out and named.

  Exit code 0: no finding of P0 or P1, 1: at least one, 2: the review could not be done, 130: interrupted.
`;

export interface ReviewOptions {
	readonly target: ReviewTarget;
	readonly paths: readonly string[];
	readonly format: "text" | "json" | "sarif";
	readonly output: string | undefined;
	readonly maxCostUsd: number | undefined;
	readonly model: string | undefined;
	readonly wantsHelp: boolean;
}

export function parseReviewOptions(argv: readonly string[]): ReviewOptions {
	const { flags, messages, files } = parseArgs(argv, reviewFlags);
	const text = (name: string) => {
		const value = flags.get(name);
		return typeof value === "string" ? value : undefined;
	};
	if (flags.has("json") && flags.has("sarif")) throw new UsageError("Use --json or --sarif, not both");
	return {
		target: readTarget({ base: text("base"), commit: text("commit"), isStaged: flags.has("staged"), pr: text("pr") }),
		paths: [...messages, ...files.map((path) => `@${path}`)],
		format: flags.has("json") ? "json" : flags.has("sarif") ? "sarif" : "text",
		output: text("output"),
		maxCostUsd: readCost(text("max-cost")),
		model: text("model"),
		wantsHelp: flags.has("help"),
	};
}

function readTarget(named: {
	readonly base: string | undefined;
	readonly commit: string | undefined;
	readonly isStaged: boolean;
	readonly pr: string | undefined;
}): ReviewTarget {
	const { base, commit, isStaged, pr } = named;
	const targets: ReviewTarget[] = [
		...(base === undefined ? [] : [{ kind: "base" as const, ref: base }]),
		...(commit === undefined ? [] : [{ kind: "commit" as const, ref: commit }]),
		...(isStaged ? [{ kind: "staged" as const }] : []),
		...(pr === undefined ? [] : [{ kind: "pr" as const, number: readNumber(pr) }]),
	];
	if (targets.length > 1) throw new UsageError("Use one of --base, --commit, --staged and --pr");
	return targets[0] ?? { kind: "uncommitted" };
}

function readNumber(text: string): number {
	const number = Number(text.replace(/^#/, ""));
	if (!Number.isSafeInteger(number) || number <= 0) throw new UsageError(`--pr takes a number, not "${text}"`);
	return number;
}

function readCost(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const usd = Number(text.replace(/^\$/, ""));
	if (!Number.isFinite(usd) || usd <= 0)
		throw new UsageError(`--max-cost takes an amount of dollars such as 0.50, not "${text}"`);
	return usd;
}
