import type { UserCommandResult } from "../bash/run/user-command.ts";
import { coalesce } from "../output/stream/coalesce.ts";
import { CapturedOutput } from "./captured-output.ts";
import type { EvalDeps } from "./eval.ts";
import { runCell } from "./run-cell.ts";

const updateIntervalMs = 50;

/** Runs Python of the user in the kernel that the model's cells run in; it may take as long as it wants. */
export async function executeUserCell(
	code: string,
	options: {
		readonly cwd: string;
		readonly signal: AbortSignal;
		/** Gets all there is so far, now and then. */
		readonly onUpdate?: (text: string) => void;
	},
	ports: Pick<EvalDeps, "runtimes" | "sessionId" | "artifacts" | "limits" | "host">,
): Promise<UserCommandResult> {
	const { runtimes, artifacts, limits, host = {} } = ports;
	const { cwd, signal, onUpdate } = options;
	let shown: CapturedOutput | undefined;
	using updates = coalesce(() => onUpdate?.(shown?.text(1) ?? ""), updateIntervalMs);
	const newOutput = () => {
		const onChange = () => updates.request();
		shown = new CapturedOutput({ ...(artifacts && { artifacts }), ...(limits && { limits }), onChange });
		return shown;
	};
	const place = { sessionId: ports.sessionId(), cwd };
	const cell = { language: "py", code, reset: false } as const;
	const { output, ok, note } = await runCell(cell, runtimes, { place, seconds: undefined, signal, host, newOutput });
	await runtimes.finish(["py"], place);
	const { truncated, totalLines, totalBytes, meta } = output.end();
	const text = [output.text(1), note].filter(Boolean).join("\n\n");
	const { artifactId } = meta?.truncation ?? {};
	const cancelled = signal.aborted;
	return {
		output: cancelled ? `[Cell cancelled]\n${text}` : text,
		...(!cancelled && { exitCode: ok ? 0 : 1 }),
		cancelled,
		truncated,
		totalLines,
		totalBytes,
		outputLines: meta?.truncation?.outputLines ?? totalLines,
		outputBytes: meta?.truncation?.outputBytes ?? totalBytes,
		...(artifactId !== undefined && { artifactId }),
	};
}
