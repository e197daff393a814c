const sampleMs = 10;

/** How many megabytes this process holds more at its largest while the work goes on than before. */
export async function memoryGrowth(work: () => Promise<unknown>): Promise<number> {
	Bun.gc(true);
	const before = process.memoryUsage.rss();
	let peak = before;
	const sample = () => {
		peak = Math.max(peak, process.memoryUsage.rss());
	};
	const timer = setInterval(sample, sampleMs);
	await work();
	sample();
	clearInterval(timer);
	return (peak - before) / 1024 / 1024;
}
