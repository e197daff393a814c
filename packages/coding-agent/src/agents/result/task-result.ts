import type { UsageStatistics } from "@oh-my-pi/pi-session/tree/usage-totals";
import type { AgentUsage, SingleResult } from "@oh-my-pi/pi-tools/services/agent-service";
import { parsedJson, type ResultContract } from "./result-contract.ts";
import { checkAgainst } from "./schema-check.ts";

/** How the run of a sub-agent ended, apart from what it handed in. */
export type RunEnd =
	| { readonly kind: "finished"; readonly text: string; readonly reminders: number }
	/** The model or the connection failed. */
	| { readonly kind: "failed"; readonly text: string; readonly error: string }
	/** Somebody or a limit stopped it. */
	| { readonly kind: "stopped"; readonly text: string; readonly reason: string; readonly isAborted: boolean };

export type Outcome = Pick<
	SingleResult,
	"exitCode" | "output" | "stderr" | "error" | "aborted" | "abortReason" | "structuredOutput"
>;

/** The result of a sub-agent from what it handed in and how it ended. */
export function buildOutcome(
	contract: ResultContract,
	end: RunEnd,
	schemaSource: "caller" | "agent" | "session" = "caller",
	findings: readonly unknown[] = [],
): Outcome {
	const { handedIn, schema, mode } = contract;
	const base = { source: schemaSource, mode } as const;
	if (handedIn?.kind === "data") {
		const { isValid, warning } = handedIn;
		const data = withFindings(handedIn.data, findings);
		const structured = schema && {
			structuredOutput: {
				...base,
				status: isValid ? ("valid" as const) : ("invalid" as const),
				data,
				...(warning !== undefined && { error: warning }),
			},
		};
		const isNull = data === null || data === undefined;
		const notes = [
			...(isNull ? ["SYSTEM WARNING: Subagent handed in a null result."] : []),
			...(warning === undefined ? [] : [`SYSTEM WARNING: ${warning}`]),
		];
		return {
			exitCode: isNull && schema ? 1 : 0,
			output: [...notes, isNull ? end.text : printed(data)].filter((part) => part !== "").join("\n\n"),
			stderr: notes.join("\n"),
			aborted: false,
			...structured,
		};
	}
	if (handedIn?.kind === "error") {
		const { error } = handedIn;
		const output = JSON.stringify({ aborted: true, error });
		return { exitCode: 0, output, stderr: error, aborted: true, abortReason: error };
	}
	if (handedIn?.kind === "refused") {
		const error = `The result does not match the schema: ${handedIn.problem}`;
		return {
			exitCode: 1,
			output: printed(handedIn.data),
			stderr: error,
			error,
			aborted: false,
			structuredOutput: { ...base, status: "invalid", data: handedIn.data, error: handedIn.problem },
		};
	}
	if (end.kind === "failed")
		return { exitCode: 1, output: soFar(contract, end), stderr: end.error, error: end.error, aborted: false };
	if (end.kind === "stopped") {
		const { reason, isAborted } = end;
		const why = isAborted ? { abortReason: reason } : { error: reason };
		return { exitCode: 1, output: soFar(contract, end), stderr: reason, aborted: isAborted, ...why };
	}
	return withoutYield(contract, end, base);
}

/** Findings that were recorded on the way are part of the result, unless it lists some itself. */
function withFindings(data: unknown, findings: readonly unknown[]): unknown {
	if (findings.length === 0 || typeof data !== "object" || data === null || Array.isArray(data)) return data;
	if ("findings" in data && Array.isArray(data.findings) && data.findings.length > 0) return data;
	return { ...data, findings: findings.map(numbered) };
}

/** `P1` as 1, as results have it. */
function numbered(finding: unknown): unknown {
	if (typeof finding !== "object" || finding === null || !("priority" in finding)) return finding;
	const [, number] = /^P(\d)$/.exec(String(finding.priority)) ?? [];
	return number === undefined ? finding : { ...finding, priority: Number(number) };
}

function withoutYield(
	contract: ResultContract,
	end: Extract<RunEnd, { kind: "finished" }>,
	base: { readonly source: "caller" | "agent" | "session"; readonly mode: ResultContract["mode"] },
): Outcome {
	const { schema, sections } = contract;
	const hasSections = Object.keys(sections).length > 0;
	if (!schema) {
		return { exitCode: 0, output: hasSections ? printed(sections) : end.text, stderr: "", aborted: false };
	}
	const { value, problems } = checkAgainst(hasSections ? sections : parsedJson(end.text), schema);
	if (problems.length === 0) {
		const structuredOutput = { ...base, status: "valid" as const, data: value };
		return { exitCode: 0, output: printed(value), stderr: "", aborted: false, structuredOutput };
	}
	const warning = `SYSTEM WARNING: Subagent exited without calling yield tool after ${end.reminders} reminders.`;
	return {
		exitCode: 1,
		output: [warning, end.text].filter((part) => part !== "").join("\n\n"),
		stderr: warning,
		error: "It ended without handing in a result",
		aborted: false,
		structuredOutput: { ...base, status: "missing", error: problems.join("; ") },
	};
}

function soFar({ sections }: ResultContract, { text }: RunEnd): string {
	return Object.keys(sections).length > 0 ? printed(sections) : text;
}

/** Text as it is, anything else as JSON for people. */
export function printed(data: unknown): string {
	return typeof data === "string" ? data : (JSON.stringify(data, null, 2) ?? "");
}

const defaultMaxBytes = 500_000;
const defaultMaxLines = 5000;

/** The end of an output that is too long; all of it is in the file. */
export function capped(
	output: string,
	env: Readonly<Record<string, string | undefined>>,
): { readonly output: string; readonly truncated: boolean } {
	const maxBytes = limit(env.PI_TASK_MAX_OUTPUT_BYTES, defaultMaxBytes);
	const maxLines = limit(env.PI_TASK_MAX_OUTPUT_LINES, defaultMaxLines);
	const lines = output.split("\n");
	const tail = lines.length > maxLines ? lines.slice(-maxLines).join("\n") : output;
	const bytes = Buffer.from(tail);
	if (bytes.length <= maxBytes) return { output: tail, truncated: tail !== output };
	// Half a character at the cut would become a replacement character.
	const text = bytes
		.subarray(bytes.length - maxBytes)
		.toString("utf8")
		.replace(/^\uFFFD+/, "");
	return { output: text, truncated: true };
}

function limit(text: string | undefined, usual: number): number {
	const number = Number(text);
	return text !== undefined && Number.isFinite(number) && number > 0 ? number : usual;
}

export function pickUsage(usage: UsageStatistics): AgentUsage {
	const { input, output, cacheRead, cacheWrite, totalTokens, reasoningTokens, cost } = usage;
	return {
		input,
		output,
		cacheRead,
		cacheWrite,
		totalTokens,
		...(reasoningTokens > 0 && { reasoningTokens }),
		cost: { total: cost },
	};
}

export function sumUsage(all: readonly AgentUsage[]): AgentUsage {
	const sum = (pick: (usage: AgentUsage) => number) => all.reduce((total, usage) => total + pick(usage), 0);
	const reasoningTokens = sum(({ reasoningTokens: tokens = 0 }) => tokens);
	return {
		input: sum(({ input }) => input),
		output: sum(({ output }) => output),
		cacheRead: sum(({ cacheRead }) => cacheRead),
		cacheWrite: sum(({ cacheWrite }) => cacheWrite),
		totalTokens: sum(({ totalTokens }) => totalTokens),
		...(reasoningTokens > 0 && { reasoningTokens }),
		cost: { total: sum(({ cost }) => cost.total) },
	};
}
