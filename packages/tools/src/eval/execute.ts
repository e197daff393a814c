import { ToolAbortError, type ToolCallContext, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { timeLimit } from "../contract/time-limit.ts";
import { coalesce } from "../output/stream/coalesce.ts";
import { CapturedOutput } from "./captured-output.ts";
import type { EvalDeps, EvalParams } from "./eval.ts";
import { type CellRecord, type EvalDetails, evalResult } from "./result.ts";
import { runCell } from "./run-cell.ts";

const updateIntervalMs = 100;

/** Runs the cells one after another, up to the first that fails. */
export async function executeEval(
	{ cells }: EvalParams,
	call: ToolCallContext<EvalDetails>,
	deps: EvalDeps,
): Promise<ToolOutput<EvalDetails>> {
	const place = { sessionId: deps.sessionId(), cwd: deps.cwd() };
	const records: CellRecord[] = cells.map((cell, index) => ({ index, cell, status: "pending" }));
	const notices: string[] = [];
	using updates = coalesce(() => call.onProgress(evalResult(records, notices)), updateIntervalMs);
	try {
		for (const record of records) {
			await runOne(record, notices, () => updates.request(), { call, deps, place });
			if (record.status === "error") break;
		}
	} finally {
		await deps.runtimes.finish([...new Set(cells.map(({ language }) => language))], place);
	}
	const result = evalResult(records, notices);
	if (call.signal.aborted) {
		const text = typeof result.content === "string" ? result.content : "";
		throw new ToolAbortError(`[Cell cancelled]\n${text}`);
	}
	return result;
}

interface RunContext {
	readonly call: ToolCallContext<EvalDetails>;
	readonly deps: EvalDeps;
	readonly place: { readonly sessionId: string; readonly cwd: string };
}

async function runOne(
	record: CellRecord,
	notices: string[],
	onChange: () => void,
	{ call, deps, place }: RunContext,
): Promise<void> {
	const { cell } = record;
	const limit = timeLimit(cell.timeout, { default: 30, min: 1, max: 3600, cap: deps.maxTimeoutSeconds });
	for (const notice of limit.notices) if (!notices.includes(notice)) notices.push(notice);
	const { artifacts, limits, host = {} } = deps;
	const startedAt = deps.now();
	record.status = "running";
	const newOutput = () => {
		const output = new CapturedOutput({ ...(artifacts && { artifacts }), ...(limits && { limits }), onChange });
		record.output = output;
		return output;
	};
	onChange();
	const outcome = await runCell(cell, deps.runtimes, {
		place,
		seconds: limit.seconds,
		signal: call.signal,
		host,
		newOutput,
	});
	const meta = outcome.output.end().meta;
	record.durationMs = deps.now() - startedAt;
	record.status = outcome.ok ? "complete" : "error";
	if (meta) record.meta = meta;
	if (outcome.note !== undefined) record.note = outcome.note;
	else if (!outcome.ok) record.exitCode = 1;
}
