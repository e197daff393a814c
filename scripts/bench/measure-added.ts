/** What a command takes more in one folder than in another, in milliseconds. */
export interface Added {
	readonly wallMs: number;
	/** Of its process. */
	readonly cpuMs: number;
}

/** Of the fastest runs in both, which take turns: the medians of a busy machine differ by more than what is looked for. */
export async function measureAdded(
	command: readonly string[],
	options: {
		readonly env: Readonly<Record<string, string>>;
		readonly base: string;
		readonly other: string;
		readonly times: number;
	},
): Promise<Added> {
	const { base, other, times } = options;
	const run = async (cwd: string): Promise<Added> => {
		const startedAt = performance.now();
		const child = Bun.spawn([...command], { cwd, env: options.env, stdio: ["ignore", "ignore", "ignore"] });
		const exitCode = await child.exited;
		const wallMs = performance.now() - startedAt;
		if (exitCode !== 0) throw new Error(`${command.join(" ")} ended with code ${exitCode}`);
		return { wallMs, cpuMs: Number(child.resourceUsage()?.cpuTime.total) / 1000 };
	};
	const [without, within]: [Added[], Added[]] = [[], []];
	for (let count = 0; count < times; count++) {
		without.push(await run(base));
		within.push(await run(other));
	}
	const added = (key: keyof Added) =>
		Math.min(...within.map((one) => one[key])) - Math.min(...without.map((one) => one[key]));
	return { wallMs: added("wallMs"), cpuMs: added("cpuMs") };
}
