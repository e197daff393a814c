import type { Problem } from "./entry/problem.ts";

const MAX_KEPT = 200;

/** Collects problems, and stops collecting before a file of pure garbage fills the memory. */
export class ProblemList {
	readonly #kept: Problem[] = [];

	constructor(private readonly onProblem: (problem: Problem) => void = () => {}) {}

	get all(): readonly Problem[] {
		return this.#kept;
	}

	add(problem: Problem): void {
		if (this.#kept.length >= MAX_KEPT) return;
		this.#kept.push(problem);
		this.onProblem(problem);
	}
}
