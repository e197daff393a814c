import { sampleSessions } from "../../../packages/coding-agent/src/features/stats/testing/sample-sessions.ts";

export interface Line {
	readonly id: string;
	readonly type: string;
	readonly tokensBefore?: number;
	readonly message?: {
		readonly role: string;
		readonly timestamp: number;
		readonly model: string;
		readonly provider: string;
		readonly stopReason: string;
		readonly duration: number;
		readonly ttft: number;
		readonly isError?: boolean;
		readonly content: ReadonlyArray<{ readonly type: string; readonly name?: string; readonly text?: string }>;
		readonly usage: Record<"input" | "output" | "cacheRead" | "cacheWrite" | "totalTokens", number> & {
			readonly cost: Record<"input" | "output" | "cacheRead" | "cacheWrite" | "total", number>;
		};
	};
}

export interface CountedRequest {
	readonly message: NonNullable<Line["message"]>;
	readonly folder: string;
	readonly path: string;
}

/** Sessions of a month and what a plain count of their lines finds. */
export function sampleAndRequests(requests: number, now: number) {
	const files = [...sampleSessions({ requests, perFile: 40, resultChars: 200, now, days: 30 })];
	const lines = files.flatMap(({ path, text }) => {
		const [header, ...entries] = text.trimEnd().split("\n");
		const { cwd } = JSON.parse(header ?? "{}") as { cwd: string };
		return entries.map((entry) => ({ path, folder: cwd, line: JSON.parse(entry) as Line }));
	});
	const counted: CountedRequest[] = lines.flatMap(({ path, folder, line: { message } }) =>
		message?.role === "assistant" ? [{ message, folder, path }] : [],
	);
	return { files, lines, counted };
}

/** The numbers of some requests, added up one by one. */
export function recount(requests: readonly CountedRequest[]) {
	const sum = (read: (message: CountedRequest["message"]) => number) =>
		requests.reduce((total, { message }) => total + read(message), 0);
	const [input, read, write] = [
		sum(({ usage }) => usage.input),
		sum(({ usage }) => usage.cacheRead),
		sum(({ usage }) => usage.cacheWrite),
	];
	const failed = requests.filter(({ message }) => message.stopReason === "error").length;
	const timed = requests.filter(({ message }) => message.duration > message.ttft);
	const seconds = timed.reduce((total, { message }) => total + message.duration - message.ttft, 0) / 1000;
	const written = timed.reduce((total, { message }) => total + message.usage.output, 0);
	return {
		totalRequests: requests.length,
		successfulRequests: requests.length - failed,
		failedRequests: failed,
		errorRate: failed / requests.length,
		totalInputTokens: input,
		totalOutputTokens: sum(({ usage }) => usage.output),
		totalCacheReadTokens: read,
		totalCacheWriteTokens: write,
		totalTokens: sum(({ usage }) => usage.totalTokens),
		cacheRate: read / (input + read + write),
		cacheSavings: sum(
			({ usage: { cost, ...usage } }) =>
				((usage.cacheRead + usage.cacheWrite) * cost.input) / usage.input - cost.cacheRead - cost.cacheWrite,
		),
		totalCost: sum(({ usage }) => usage.cost.total),
		totalPremiumRequests: 0,
		avgDuration: sum(({ duration }) => duration) / requests.length,
		avgTtft: sum(({ ttft }) => ttft) / requests.length,
		avgTokensPerSecond: written / seconds,
		firstTimestamp: Math.min(...requests.map(({ message }) => message.timestamp)),
		lastTimestamp: Math.max(...requests.map(({ message }) => message.timestamp)),
	};
}
