import type { AssistantMessage, ToolCall, ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { toolCallsOf } from "@oh-my-pi/pi-ai/message";
import { type HookedCall, type NormalizedCall, normalizeCall, RefusedCall } from "../tools/normalized-call.ts";
import { renameNotes } from "../tools/route-call.ts";
import { contentBlocks, ToolAbortError, type ToolOutput, type ToolResult } from "../tools/tool.ts";
import { latestOnly } from "./latest-only.ts";
import type { LoopPorts, LoopState } from "./ports.ts";
import { refusalOf, reviewCalls } from "./review-calls.ts";

export interface ToolBatch {
	readonly results: ToolResultMessage[];
	readonly endsRun: boolean;
}

export interface OwnCallOptions {
	readonly signal: AbortSignal;
	/** The whole state so far. */
	readonly onProgress?: (state: ToolResult) => void;
}

/** A tool that ignores the abort signal gets this long before the run continues without it. */
const abortGraceMs = 2000;

const afterSkip = "Do not count this call as done; make it again afterwards if it is still needed.";

/**
 * Runs the calls of one turn. Shared ones run concurrently, an exclusive one alone. Results come in the order of the
 * calls, so the same turn always yields the same bytes.
 */
export async function executeTools(
	message: AssistantMessage,
	state: LoopState,
	ports: LoopPorts,
	signal: AbortSignal,
): Promise<ToolBatch> {
	const calls = toolCallsOf(message);
	let skipReason: string | undefined;
	const whySkipped = () => {
		if (skipReason === undefined && ports.interruptMode() === "immediate" && ports.hasSteering()) {
			const cause = ports.steeringCause?.();
			skipReason = cause === undefined ? "Skipped due to queued user message." : `Skipped: ${cause}.`;
		}
		return skipReason;
	};
	const started: Array<Promise<ToolOutput>> = [];
	let lastExclusive: Promise<unknown> = Promise.resolve();
	// All at once, so that no call starts late because of what is asked about another.
	const alone = calls.length > 1 ? await Promise.all(calls.map((call) => isExclusive(call, state, ports))) : [];
	for (const [index, call] of calls.entries()) {
		const exclusive = alone[index] ?? true;
		const gate = exclusive ? Promise.all(started) : lastExclusive;
		const output = gate.then(() => runCall(call, state, ports, signal, whySkipped));
		// A failing event sink is reported where the outputs are collected below.
		output.catch(() => {});
		started.push(output);
		if (exclusive) lastExclusive = output;
	}

	const results: ToolResultMessage[] = [];
	let endsRun = false;
	for (const [index, call] of calls.entries()) {
		const output = await started[index];
		if (!output) continue;
		endsRun ||= output.endsRun ?? false;
		const result = resultMessage(call, output, ports.now());
		results.push(result);
		state.messages.push(result);
		await ports.emit({ type: "message_start", message: result });
		await ports.emit({ type: "message_end", message: result });
	}
	return { results, endsRun };
}

/** Runs one call outside a turn, as code that a tool runs may make it: hooks and approval as for any other, no events. */
export async function runOwnCall(
	call: ToolCall,
	state: LoopState,
	ports: LoopPorts,
	{ signal, onProgress }: OwnCallOptions,
): Promise<ToolOutput> {
	await reviewCalls([call], state, ports, signal);
	const emit: LoopPorts["emit"] = async (event) => {
		if (event.type === "tool_execution_update") onProgress?.(event.partialResult);
	};
	return runTurn(await prepare(call, state, ports, signal), { ...ports, emit }, signal);
}

/** A call on its turn: normalized, and with what the model is told about how it was read. */
interface Turn {
	readonly call: HookedCall;
	readonly notes: readonly string[];
}

/** Asks the hooks when it is the call's turn, so that they see what the calls before it have done. */
async function prepare(call: ToolCall, state: LoopState, ports: LoopPorts, signal: AbortSignal): Promise<Turn> {
	const refused = (reason: string): Turn => ({ call: new RefusedCall(call, reason), notes: [] });
	try {
		const refusal = refusalOf(call);
		if (refusal !== undefined) return refused(refusal);
		const read = normalizeCall(call, state.tools, ports.callableTools?.());
		const verdict = await ports.beforeToolCall?.(read, signal);
		if (verdict && "refuse" in verdict) return refused(verdict.refuse);
		// What hooks change or load, such as a tool that was not there, is read anew.
		const revised = verdict ? { ...call, arguments: verdict.arguments } : call;
		const current = normalizeCall(revised, state.tools, ports.callableTools?.());
		return { call: current, notes: current.kind === "ready" ? [...renameNotes(call), ...current.notes] : [] };
	} catch (error) {
		return refused(messageOf(error));
	}
}

/** As far as its own arguments tell; a call whose tool is only found when it runs waits for its turn. */
async function isExclusive(call: ToolCall, state: LoopState, ports: LoopPorts): Promise<boolean> {
	const read = normalizeCall(call, state.tools, ports.callableTools?.());
	// A tool that cannot tell may do anything.
	return read.kind === "refused" || read.isExclusive().catch(() => true);
}

async function runCall(
	written: ToolCall,
	state: LoopState,
	ports: LoopPorts,
	signal: AbortSignal,
	whySkipped: () => string | undefined,
): Promise<ToolOutput> {
	const { id: toolCallId, name: toolName, intent } = written;
	const turn: Turn = signal.aborted
		? { call: normalizeCall(written, state.tools, ports.callableTools?.()), notes: [] }
		: await prepare(written, state, ports, signal);
	const { call } = turn;
	// Decided before the start event, so that a steering message arriving meanwhile finds a started call.
	const notRun = signal.aborted ? abortedOutput() : skippedOutput(whySkipped());
	const waiting = call.kind === "ready" && call.tool.waitsForUser && ({ waitsForUser: true } as const);
	const started = { toolCallId, toolName, args: call.arguments, ...(intent && { intent }), ...waiting };
	await ports.emit({ type: "tool_execution_start", ...started });
	const output = notRun ?? (await runTurn(turn, ports, signal));
	await ports.emit({
		type: "tool_execution_end",
		toolCallId,
		toolName,
		result: {
			content: contentBlocks(output.content),
			...(output.details !== undefined && { details: output.details }),
		},
		isError: output.isError ?? false,
		...waiting,
	});
	return output;
}

async function runTurn({ call, notes }: Turn, ports: LoopPorts, signal: AbortSignal): Promise<ToolOutput> {
	if (call.kind === "refused") {
		return { content: call.reason, isError: true, details: { isError: true, error: call.reason } };
	}
	try {
		const refusal = await ports.approve?.(call, signal);
		const output: ToolOutput = refusal
			? { content: refusal.refuse, isError: true }
			: withNotes(await execute(call, ports, signal).catch(failedOutput), notes);
		return (await ports.afterToolCall?.(call, output)) ?? output;
	} catch (error) {
		return failedOutput(error);
	}
}

/** Says below a result how the arguments were read, where that is not how they were written. */
function withNotes(output: ToolOutput, notes: readonly string[]): ToolOutput {
	if (notes.length === 0) return output;
	const text = notes.map((note) => `[${note}]`).join("\n");
	if (typeof output.content === "string") return { ...output, content: `${output.content.trimEnd()}\n\n${text}` };
	return { ...output, content: [...output.content, { type: "text", text }] };
}

function failedOutput(error: unknown): ToolOutput {
	return { content: messageOf(error), isError: true };
}

async function execute(call: NormalizedCall, ports: LoopPorts, signal: AbortSignal): Promise<ToolOutput> {
	let ended = false;
	const onProgress = latestOnly(async (progress: ToolOutput) => {
		if (ended) return;
		await ports.emit({
			type: "tool_execution_update",
			toolCallId: call.id,
			toolName: call.name,
			args: call.arguments,
			partialResult: { content: contentBlocks(progress.content), details: progress.details ?? {} },
		});
	});
	const running = call.execute({ id: call.id, signal, onProgress });
	try {
		return await Promise.race([running, overdue(signal)]);
	} finally {
		ended = true;
		// An abandoned tool may still fail; nobody listens any more.
		running.catch(() => {});
	}
}

/** Rejects some time after the abort, for tools that ignore it. */
function overdue(signal: AbortSignal): Promise<never> {
	const { promise, reject } = Promise.withResolvers<never>();
	const begin = () => {
		const timer = setTimeout(() => reject(new ToolAbortError()), abortGraceMs);
		timer.unref?.();
	};
	if (signal.aborted) begin();
	else signal.addEventListener("abort", begin, { once: true });
	return promise;
}

function abortedOutput(): ToolOutput {
	return {
		content: "Operation aborted",
		isError: true,
		details: { __synthetic: true, source: "aborted", executed: false },
	};
}

function skippedOutput(reason: string | undefined): ToolOutput | undefined {
	if (reason === undefined) return undefined;
	return {
		content: `${reason} ${afterSkip}`,
		isError: true,
		details: { __synthetic: true, source: "interrupt_skipped", executed: false },
	};
}

function resultMessage(call: ToolCall, output: ToolOutput, timestamp: number): ToolResultMessage {
	const isError = output.isError ?? false;
	return {
		role: "toolResult",
		toolCallId: call.id,
		toolName: call.name,
		content: contentBlocks(output.content),
		...(output.details !== undefined && { details: output.details }),
		isError,
		...(output.useless && !isError && { useless: true }),
		timestamp,
	};
}

function messageOf(error: unknown): string {
	return error instanceof Error && error.message !== "" ? error.message : String(error);
}
