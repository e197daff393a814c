import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SqlValue } from "./format-table.ts";
import runner from "./query-runner.mjs" with { type: "text" };

export interface QueryLimits {
	readonly signal: AbortSignal;
	readonly maxRows: number;
	readonly timeoutMs: number;
}

export interface QueryRows {
	readonly columns: readonly string[];
	readonly rows: ReadonlyArray<readonly SqlValue[]>;
}

type WireValue = string | number | null | { integer: string } | { blobBytes: number };
type Answer = { columns: string[]; rows: WireValue[][] } | { error: string };

/** Runs SQL somebody else wrote in a process of its own, so that one that never ends can be ended. */
export async function queryInChildProcess(path: string, sql: string, limits: QueryLimits): Promise<QueryRows> {
	limits.signal.throwIfAborted();
	const timeout = AbortSignal.timeout(limits.timeoutMs);
	await using child = Bun.spawn([process.execPath, "-e", runner], {
		// In a project, Bun would run what its `bunfig.toml` says first.
		cwd: "/",
		// As part of a compiled program, Bun otherwise starts that program.
		env: { BUN_BE_BUN: "1" },
		stdin: new Blob([JSON.stringify({ path, sql, maxRows: limits.maxRows })]),
		stdout: "pipe",
		stderr: "pipe",
		signal: AbortSignal.any([limits.signal, timeout]),
		killSignal: "SIGKILL",
	});
	const [output, problem] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	limits.signal.throwIfAborted();
	if (timeout.aborted) {
		throw new ToolError(
			`SQLite query timed out after ${limits.timeoutMs / 1000}s; narrow it with a condition or a limit`,
		);
	}
	return parseAnswer(output, problem);
}

function parseAnswer(output: string, problem: string): QueryRows {
	if (output === "") throw new ToolError(`The SQLite query ended without an answer: ${problem.trim()}`);
	const answer = JSON.parse(output) as Answer;
	if ("error" in answer) throw new ToolError(answer.error);
	return { columns: answer.columns, rows: answer.rows.map((row) => row.map(sqlValue)) };
}

function sqlValue(value: WireValue): SqlValue {
	if (typeof value !== "object" || value === null) return value;
	return "integer" in value ? BigInt(value.integer) : { blobBytes: value.blobBytes };
}
