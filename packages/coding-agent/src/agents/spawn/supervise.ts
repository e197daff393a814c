import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { AgentProgress, SingleResult } from "@oh-my-pi/pi-tools/services/agent-service";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { lastReply } from "../../conversation/history/last-reply.ts";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { taskSettings } from "../../settings/sections/agent/task.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { lastText } from "../result/last-text.ts";
import type { ProgressTracker } from "../result/progress.ts";
import type { ResultContract } from "../result/result-contract.ts";
import { buildOutcome, capped, pickUsage, type RunEnd } from "../result/task-result.ts";
import { firstMessageText } from "./subagent-prompt.ts";
import { SupervisionHook } from "./supervision-hook.ts";

export interface TaskRun {
	readonly opened: OpenedConversation;
	readonly contract: ResultContract;
	readonly schemaSource: "caller" | "agent" | "session" | undefined;
	readonly tracker: ProgressTracker;
	readonly assignment: string;
	/** Fires when the parent or the user stops it; the reason is a text. */
	readonly signal: AbortSignal;
	/** Fires when its work ends, but it stays to be talked to. */
	readonly interruption: AbortSignal;
	/** Where the whole output goes. */
	readonly outputPath: string | undefined;
	/** The output while it is not capped. */
	readonly onOutput: (output: string) => void;
}

/** Sends the task to a sub-agent, watches it, and gives what came of it. The conversation stays open. */
export async function superviseTask(run: TaskRun): Promise<SingleResult> {
	const { opened, contract, tracker, outputPath } = run;
	const { conversation, host } = opened;
	const startedAt = host.now();
	tracker.begin();
	const end = await drive(run);
	const outcome = buildOutcome(contract, end, run.schemaSource, tracker.findings);
	run.onOutput(outcome.output);
	if (outputPath !== undefined) await save(outputPath, outcome.output);
	const { output, truncated } = capped(outcome.output, host.env);
	tracker.end(outcome.aborted ? "aborted" : outcome.exitCode === 0 ? "completed" : "failed");
	const usage = pickUsage(conversation.log.usage());
	const { progress } = tracker;
	return {
		...identity(progress),
		...(progress.lastIntent !== undefined && { lastIntent: progress.lastIntent }),
		...outcome,
		output,
		truncated,
		durationMs: host.now() - startedAt,
		tokens: progress.tokens,
		requests: progress.requests,
		usage,
		...(outputPath !== undefined && { outputPath }),
		...(progress.extractedToolData && { extractedToolData: progress.extractedToolData }),
		outputMeta: { lineCount: lineCount(outcome.output), charCount: outcome.output.length },
	};
}

/** What progress and result have in common. */
export function identity(progress: AgentProgress) {
	const { index, id, agent, agentSource, task, assignment, description } = progress;
	const { modelOverride, modelRole, resolvedModel, resolvedModelIsFallback, contextTokens, contextWindow } = progress;
	return {
		index,
		id,
		agent,
		agentSource,
		task,
		assignment,
		description,
		...(modelOverride && { modelOverride }),
		...(modelRole !== undefined && { modelRole }),
		...(resolvedModel !== undefined && { resolvedModel }),
		...(resolvedModelIsFallback !== undefined && { resolvedModelIsFallback }),
		...(contextTokens !== undefined && { contextTokens }),
		...(contextWindow !== undefined && { contextWindow }),
	};
}

async function drive(run: TaskRun): Promise<RunEnd> {
	const { opened, contract, tracker, signal } = run;
	const { conversation, workbench, host } = opened;
	const { settings } = workbench;
	let stopped: { readonly reason: string; readonly isAborted: boolean } | undefined;
	let hook: SupervisionHook | undefined;
	const stop = (reason: string, isAborted: boolean) => {
		stopped ??= { reason, isAborted };
		void conversation.submit({ type: "abort" });
	};
	const removeHook = conversation.addHook((live) => {
		hook = new SupervisionHook(
			{
				contract,
				toolChoice: conversation.toolChoice,
				jobs: workbench.jobs,
				budget: () => settings.get(taskSettings.softRequestBudget),
				saysBudget: () => settings.get(taskSettings.softRequestBudgetNotice),
				onOverBudget: (reason) => {
					stopped ??= { reason, isAborted: false };
				},
			},
			live,
		);
		return hook;
	});
	const unsubscribe = conversation.subscribe((event) => tracker.observe(event), "sub-agent");
	const onAbort = () => stop(reasonOf(signal), true);
	signal.addEventListener("abort", onAbort, { once: true });
	const onInterrupt = () => stop(reasonOf(run.interruption), false);
	run.interruption.addEventListener("abort", onInterrupt, { once: true });
	const limitMs = settings.get(taskSettings.maxRuntimeMs);
	const timer =
		limitMs > 0 ? setTimeout(() => stop(`Stopped after ${limitMs} ms (task.maxRuntimeMs)`, true), limitMs) : undefined;
	timer?.unref();
	try {
		if (signal.aborted) return { kind: "stopped", text: "", reason: reasonOf(signal), isAborted: true };
		const content = [{ type: "text" as const, text: firstMessageText(run.assignment) }];
		const message = { role: "user" as const, content, attribution: "agent" as const, timestamp: host.now() };
		await conversation.submit({ type: "send", message, triggerTurn: true });
		// What it started goes no further than its result.
		await workbench.jobs.endAll(conversation.id);
		return describeEnd(conversation, stopped, hook?.reminders ?? 0);
	} catch (error) {
		const why = errorMessage(error);
		return { kind: "failed", text: lastText(conversation), error: why };
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", onAbort);
		run.interruption.removeEventListener("abort", onInterrupt);
		unsubscribe();
		removeHook();
	}
}

function describeEnd(
	conversation: Conversation,
	stopped: { readonly reason: string; readonly isAborted: boolean } | undefined,
	reminders: number,
): RunEnd {
	const text = lastText(conversation);
	if (stopped) return { kind: "stopped", text, ...stopped };
	const reply = lastReply(conversation.messages);
	if (reply?.stopReason === "aborted") {
		return { kind: "stopped", text, reason: reply.errorMessage ?? "Interrupted", isAborted: true };
	}
	if (!reply || reply.stopReason === "error") {
		return { kind: "failed", text, error: reply?.errorMessage ?? "The model gave no reply" };
	}
	return { kind: "finished", text, reminders };
}

function reasonOf({ reason }: AbortSignal): string {
	return typeof reason === "string" ? reason : "Cancelled";
}

async function save(path: string, output: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o700 });
	await writeFile(path, output, { mode: 0o600 });
}

function lineCount(output: string): number {
	return output === "" ? 0 : output.trimEnd().split("\n").length;
}
