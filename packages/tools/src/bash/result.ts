import { ToolAbortError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { TimeLimit } from "../contract/time-limit.ts";
import type { ArtifactSpace } from "../output/artifact-space.ts";
import type { OutputMeta } from "../output/output-meta.ts";
import { foldLines } from "../output/stream/output-sink.ts";
import { filterLines, type LineFilter } from "./command-line/filter-lines.ts";
import type { CommandResult } from "./run/run-command.ts";

export interface BashDetails {
	timeoutSeconds?: number;
	timeoutDisabled?: true;
	requestedTimeoutSeconds?: number;
	wallTimeMs?: number;
	exitCode?: number;
	timedOut?: true;
	/** The command goes on as a background job. */
	async?: { state: "running"; jobId: string; type: "bash" };
	meta?: OutputMeta;
}

export interface ResultOptions {
	readonly limit: TimeLimit;
	readonly filter: LineFilter;
	readonly notices: readonly string[];
	readonly artifacts?: ArtifactSpace;
	/** Shortens the output of a command that has succeeded; `undefined` leaves it as it is. */
	readonly minimize?: (output: string) => string | undefined;
}

/** What the model gets to read about a command that has ended. Throws when the user has stopped it. */
export function bashResult(result: CommandResult, options: ResultOptions): ToolOutput<BashDetails> {
	const { limit, notices } = options;
	const { exitCode, wallTimeMs, timedOut } = result;
	const { text, meta } = visibleOutput(result, options);
	if (result.aborted) throw new ToolAbortError(`[Command cancelled]\n${text}`);
	const details: BashDetails = { ...limitDetails(limit), wallTimeMs, ...(meta && { meta }) };
	const wallTime = `Wall time: ${(wallTimeMs / 1000).toFixed(2)} seconds`;
	const { boxNotes = [] } = result;
	const lines = [text || "(no output)", "", wallTime, ...limit.notices, ...notices, ...boxNotes];
	if (result.consoleError !== undefined) lines.push(`PTY error: ${result.consoleError}`);
	if (timedOut) {
		lines.unshift(`[Command timed out after ${limit.seconds} seconds]`);
		return { content: lines.join("\n"), details: { ...details, timedOut: true }, isError: true };
	}
	if (result.endedByUser) lines.push("", "Command ended by the user");
	else if (exitCode === null) lines.push("", "Command failed: missing exit status");
	else if (exitCode !== 0) {
		lines.push("", `Command exited with code ${exitCode}`);
		details.exitCode = exitCode;
	}
	return { content: lines.join("\n"), details, isError: exitCode !== 0 };
}

export function limitDetails({ seconds, requestedSeconds }: TimeLimit): BashDetails {
	return {
		...(seconds === undefined ? { timeoutDisabled: true } : { timeoutSeconds: seconds }),
		...(requestedSeconds !== undefined && { requestedTimeoutSeconds: requestedSeconds }),
	};
}

/** The output, or the lines of it that were asked for; all of it is then kept as an artifact. */
function visibleOutput(result: CommandResult, options: ResultOptions): { text: string; meta?: OutputMeta } {
	const { output } = result;
	const { filter, artifacts } = options;
	const { text: wanted, shown } = filterLines(output.text, filter);
	const text = filter.head === undefined && filter.tail === undefined ? wanted : foldLines(wanted);
	const { meta } = output;
	if (!shown) return { text: minimized(result, options) ?? text, ...(meta && { meta }) };
	const isTail = filter.tail !== undefined && filter.head === undefined;
	const { totalLines } = output;
	// Lines from the end are counted from the end, as the middle may be missing already.
	const count = shown.end - shown.start + 1;
	const shownRange = isTail ? { start: totalLines - count + 1, end: totalLines } : shown;
	const artifactId = meta?.truncation?.artifactId ?? savedText("bash", output.text, artifacts);
	const truncation = {
		direction: isTail ? ("tail" as const) : ("head" as const),
		truncatedBy: "lines" as const,
		totalLines,
		totalBytes: output.totalBytes,
		outputLines: count,
		outputBytes: Buffer.byteLength(text),
		shownRange,
		...(artifactId !== undefined && { artifactId }),
	};
	return { text, meta: { ...meta, truncation } };
}

/** Without its noise and with a word on where all of it is; only what can be looked up is left out. */
function minimized({ output, exitCode }: CommandResult, { minimize, artifacts }: ResultOptions): string | undefined {
	const short = exitCode === 0 && !output.truncated ? minimize?.(output.text) : undefined;
	const id = short === undefined ? undefined : savedText("bash-original", output.text, artifacts);
	return id === undefined ? undefined : `${short?.trimEnd()}\n\n[raw output: artifact://${id}]`;
}

function savedText(type: string, text: string, artifacts: ArtifactSpace | undefined): string | undefined {
	try {
		return artifacts?.save(type, text).id;
	} catch {
		// Without the artifact the result is only shorter.
		return undefined;
	}
}
