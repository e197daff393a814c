import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { textOf } from "@oh-my-pi/pi-ai/message";
import type { AgentProgress, SingleResult } from "@oh-my-pi/pi-tools/services/agent-service";
import type { Conversation } from "../../conversation/conversation.ts";
import { lastReply } from "../../conversation/history/last-reply.ts";
import { taskSettings } from "../../settings/sections/task.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { type ChildEnd, capped, outcomeOf, usageOf } from "../result/child-result.ts";
import type { ProgressTracker } from "../result/progress.ts";
import type { ResultContract } from "../result/result-contract.ts";
import { ChildHook } from "./child-hook.ts";
import { firstMessageText } from "./child-prompt.ts";

export interface ChildRun {
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
export async function runChild(run: ChildRun): Promise<SingleResult> {
	const { opened, contract, tracker, outputPath } = run;
	const { conversation, host } = opened;
	const startedAt = host.now();
	tracker.begin();
	const end = await drive(run);
	const outcome = outcomeOf(contract, end, run.schemaSource, tracker.extracted.report_finding);
	run.onOutput(outcome.output);
	if (outputPath !== undefined) await save(outputPath, outcome.output);
	const { output, truncated } = capped(outcome.output, host.env);
	tracker.end(outcome.aborted ? "aborted" : outcome.exitCode === 0 ? "completed" : "failed");
	const usage = usageOf(conversation.log.usage());
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

async function drive(run: ChildRun): Promise<ChildEnd> {
	const { opened, contract, tracker, signal } = run;
	const { conversation, workbench, host } = opened;
	const { settings } = workbench;
	let stopped: { readonly reason: string; readonly isAborted: boolean } | undefined;
	let hook: ChildHook | undefined;
	const stop = (reason: string, isAborted: boolean) => {
		stopped ??= { reason, isAborted };
		void conversation.submit({ type: "abort" });
	};
	const removeHook = conversation.addHook((live) => {
		hook = new ChildHook(
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
		return endOf(conversation, stopped, hook?.reminders ?? 0);
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return { kind: "failed", text: lastText(conversation), error: why };
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", onAbort);
		run.interruption.removeEventListener("abort", onInterrupt);
		unsubscribe();
		removeHook();
	}
}

function endOf(
	conversation: Conversation,
	stopped: { readonly reason: string; readonly isAborted: boolean } | undefined,
	reminders: number,
): ChildEnd {
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

/** The last text of the model, also from before a reply without one. */
export function lastText(conversation: Pick<Conversation, "messages">): string {
	for (const message of conversation.messages.toReversed()) {
		if (message.role !== "assistant" || !("content" in message)) continue;
		const text = textOf(message.content).trim();
		if (text !== "") return text;
	}
	return "";
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
