/** Something measured in the product, with figures that may have a limit. */
export interface Benchmark {
	readonly name: string;
	run(bench: Bench): Promise<readonly Figure[]>;
}

export interface Figure {
	readonly name: string;
	readonly value: number;
	/** `×` is a ratio, `%` a share of one processor, `/s` how often it happens. */
	readonly unit: "ms" | "MB" | "KB" | "×" | "%" | "/s";
	/** The most it may be. */
	readonly limit?: number;
	/** Other measurements of it, which were higher. */
	readonly others?: readonly number[];
	/** Lines for people, printed below the table. */
	readonly notes?: readonly string[];
}

/** What benchmarks run in: a home folder of their own, nothing of the user's. */
export interface Bench {
	readonly root: string;
	/** The launcher, built and warm. */
	readonly omp: string;
	readonly env: Readonly<Record<string, string>>;
	/** An empty folder to work in. */
	readonly cwd: string;
	/** Where notes for this run can be kept. */
	readonly scratch: string;
}
