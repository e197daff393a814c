/** What listens on a port, if it is a dashboard of omp. */
export interface RunningDashboard {
	readonly version: number;
	/** Which sessions it shows; `undefined` before version 2. */
	readonly source: string | undefined;
}

const answerMs = 1_500;
const triesToEnd = 20;
const tryMs = 100;

export async function findDashboard(port: number): Promise<RunningDashboard | undefined> {
	try {
		const response = await fetch(`http://127.0.0.1:${port}/`, {
			signal: AbortSignal.timeout(answerMs),
			redirect: "manual",
		});
		await response.body?.cancel();
		const version = Number(response.headers.get("x-omp-stats-dashboard") ?? Number.NaN);
		if (!Number.isInteger(version)) return undefined;
		return { version, source: response.headers.get("x-omp-stats-source") ?? undefined };
	} catch {
		// It speaks something else, or nothing.
		return undefined;
	}
}

/** Asks an older dashboard to end, and waits until it has left the port. */
export async function takeOver(port: number, version: number): Promise<boolean> {
	try {
		await fetch(`http://127.0.0.1:${port}/api/end`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ version }),
			signal: AbortSignal.timeout(answerMs),
		});
	} catch {
		// It may end before it answers.
	}
	for (let count = 0; count < triesToEnd; count++) {
		if ((await findDashboard(port)) === undefined) return true;
		await Bun.sleep(tryMs);
	}
	return false;
}
