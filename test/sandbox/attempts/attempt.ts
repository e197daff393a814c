/** A way out of the box that somebody has tried, here or in the suites of others. */
export interface Attempt {
	readonly name: string;
	/** Prints ESCAPED when it comes through; `prelude.py` is in front of it. */
	readonly python: string;
	/** Landlock and the filter alone do not hold it, for this reason. The test asserts that, too. */
	readonly openWithoutMounts?: string;
	/** Why it does not come through outside of the box either, on the kernels and for the users that refuse it. */
	readonly mayFailOutside?: string;
}

export const attempt = (name: string, python: string, options: Omit<Attempt, "name" | "python"> = {}): Attempt => ({
	name,
	python,
	...options,
});
