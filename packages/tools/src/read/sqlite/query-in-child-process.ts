import { readFileSync } from "node:fs";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { executablePath } from "@oh-my-pi/pi-natives/executable-path";
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

/** A table shows less than that of a value. */
const tableText = 1000;
/** A query may compute values in memory that it does not return. */
const maxMemoryBytes = 512 * 1024 * 1024;
const memoryCheckMs = 20;

/** Runs SQL somebody else wrote in a process of its own, so that one that never ends or takes all memory can be ended. */
export async function queryInChildProcess(
	path: string,
	sql: string,
	limits: QueryLimits,
	options: {
		readonly offset?: number;
		readonly maxText?: number;
		readonly tellsSize?: boolean;
		readonly bindings?: readonly string[];
	} = {},
): Promise<QueryRows> {
	limits.signal.throwIfAborted();
	const { maxText = tableText, tellsSize = false, bindings = [], offset = 0 } = options;
	const input = JSON.stringify({ path, sql, maxRows: limits.maxRows, maxText, tellsSize, bindings, offset });
	const timeout = AbortSignal.timeout(limits.timeoutMs);
	await using child = Bun.spawn([executablePath(), "-e", runner], {
		// In a project, Bun would run what its `bunfig.toml` says first.
		cwd: "/",
		// As part of a compiled program, Bun otherwise starts that program.
		env: { BUN_BE_BUN: "1" },
		stdin: new Blob([input]),
		stdout: "pipe",
		stderr: "pipe",
		signal: AbortSignal.any([limits.signal, timeout]),
		killSignal: "SIGKILL",
	});
	let isTooLarge = false;
	const watch = setInterval(() => {
		isTooLarge ||= residentBytes(child.pid) > maxMemoryBytes;
		if (isTooLarge) child.kill("SIGKILL");
	}, memoryCheckMs);
	using _watch = { [Symbol.dispose]: () => clearInterval(watch) };
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
	if (isTooLarge) {
		throw new ToolError(
			"SQLite query took more than 512 MB of memory; select smaller values, as with substr() or length()",
		);
	}
	return parseAnswer(output, problem);
}

/** 0 where the system does not tell. */
function residentBytes(pid: number): number {
	try {
		const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
		return pages * 4096;
	} catch {
		return 0;
	}
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
