import { CliError } from "../../../process/usage-error.ts";

export type FieldPath = ReadonlyArray<string | number>;

/** Something in a task file that cannot be used. */
export interface Problem {
	readonly path: FieldPath;
	readonly message: string;
}

/** A task file that cannot be run, with everything that is wrong with it. */
export class PlanError extends CliError {
	override readonly name = "PlanError";
	readonly problems: readonly string[];

	constructor(problems: readonly string[]) {
		super(problems.join("\n"));
		this.problems = problems;
	}
}

const mostShown = 20;

/** The first of them; a file of 100,000 rows may have as many. */
export function shortenProblems(problems: readonly string[]): readonly string[] {
	if (problems.length <= mostShown) return problems;
	return [...problems.slice(0, mostShown), `and ${problems.length - mostShown} more`];
}

/** `tasks[3].limits.usd` */
export function fieldName(path: FieldPath): string {
	return path
		.map((step, index) => (typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${step}`))
		.join("");
}
