import type { HookedCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { contentBlocks, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { joinText } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { ApprovalGate } from "../../conversation/approval/approval-gate.ts";
import { hiddenNote } from "../../conversation/history/hidden-note.ts";
import type { Hook, Refusal, StartingPrompt } from "../../conversation/hooks/hook.ts";
import type { LiveContext } from "../../conversation/hooks/live-context.ts";
import { joinAnswers } from "./hook-answer.ts";
import type { HookCalls } from "./hook-calls.ts";
import { type ClaudeCall, claudeCalls, claudeResponse, ownArguments } from "./tool-names.ts";

export interface ClaudeHookParts {
	readonly calls: HookCalls;
	readonly live: LiveContext;
	readonly isMain: boolean;
	readonly isStreaming: () => boolean;
	readonly approvals: ApprovalGate;
	readonly cwd: () => string;
	/** Of the main conversation when omp starts. */
	readonly source: "startup" | "resume";
}

const maxContinuations = 8;
/** Somebody waits for omp to end. */
const endLimitMs = 3000;
const idleMs = 60_000;

/** The hooks of Claude Code on the hook points of a conversation. */
export function claudeHook(parts: ClaudeHookParts): Hook {
	const { calls, live, isMain, approvals, cwd } = parts;
	/** For the model, with the next prompt. */
	const context: string[] = [];
	/** Inputs that were judged when they were sent, and may still start a run if the one they were for has ended. */
	const judged = new Set<string>();
	const permissions = new Map<string, { verdict: "allow" | "ask"; reason?: string }>();
	const seen = new Map<string, { readonly params: unknown; readonly signal: AbortSignal }>();
	let continuations = 0;
	let isAutomatic = false;
	let compacting: readonly string[] = [];
	let idleTimer: ReturnType<typeof setTimeout> | undefined;
	const removeJudge = approvals.addJudge(({ id }) => permissions.get(id));
	const removeAnswerer = approvals.addAnswerer(async (call, signal) => {
		// Conversations share the gate: each answers for its own calls.
		if (!seen.has(call.id) || !calls.has("PermissionRequest")) return undefined;
		const answers = await Promise.all(
			buildCalls(call).uses.map(({ names, input }) =>
				calls.call("PermissionRequest", { names, fields: { tool_name: names[0], tool_input: input }, signal }),
			),
		);
		const { block, stop } = joinAnswers(answers);
		if (stop !== undefined) live.stopRun(stop);
		const reason = block ?? stop;
		if (reason !== undefined) return { deny: reason };
		return answers.every(({ permission }) => permission === "allow") ? "allow" : undefined;
	});
	/** What has run for this session: hooks may be trusted later. */
	const started = new Set<string>();
	let startSource: string = parts.source;
	let starting: Promise<void> | undefined = isMain ? start(parts.source) : startChild();

	async function start(source: string): Promise<void> {
		startSource = source;
		const answer = await calls.call("SessionStart", { names: [source], fields: { source }, done: started });
		context.push(...answer.context);
	}

	async function startChild(): Promise<void> {
		if (!calls.has("SubagentStart")) return;
		const answer = await calls.call("SubagentStart", { fields: { agent_id: live.id, agent_type: live.id } });
		context.push(...answer.context);
	}

	const note = (content: string) =>
		hiddenNote("claude-hook", `<system-reminder>\n${content}\n</system-reminder>`, live.now());
	const takeContext = (): SessionMessage[] => context.splice(0).map(note);

	function buildCalls(call: HookedCall): { readonly uses: ClaudeCall[]; readonly params: Record<string, unknown> } {
		const { i: _, ...params } = call.arguments;
		const facts = call.kind === "ready" ? call.facts() : {};
		return { uses: claudeCalls(call.name, params, facts, cwd()), params };
	}

	/** Asks about each file that a call changes. */
	async function beforeTool(call: HookedCall, uses: readonly ClaudeCall[], signal: AbortSignal) {
		const answers = await Promise.all(
			uses.map(({ names, input }) =>
				calls.call("PreToolUse", {
					names,
					fields: { tool_name: names[0], tool_input: input, tool_use_id: call.id },
					signal,
				}),
			),
		);
		const answer = joinAnswers(answers);
		if (answer.stop !== undefined) live.stopRun(answer.stop);
		const reason = answer.block ?? answer.stop;
		if (reason === undefined && answer.permission) permissions.set(call.id, { verdict: answer.permission });
		if (reason === undefined) for (const text of answer.context) live.steer(note(text));
		return { refusal: reason === undefined ? undefined : ({ refuse: reason } satisfies Refusal), answer };
	}

	async function judgePrompt(prompt: string, signal?: AbortSignal): Promise<string | undefined> {
		const answer = await calls.call("UserPromptSubmit", { fields: { prompt }, ...(signal && { signal }) });
		const reason = answer.block ?? answer.stop;
		if (reason === undefined) context.push(...answer.context);
		return reason;
	}

	async function afterTool(call: HookedCall, output: ToolOutput): Promise<ToolOutput | undefined> {
		const event = output.isError ? "PostToolUseFailure" : "PostToolUse";
		const { signal } = seen.get(call.id) ?? {};
		seen.delete(call.id);
		permissions.delete(call.id);
		if (!calls.has(event)) return undefined;
		const answers = await Promise.all(
			buildCalls(call).uses.map((use) =>
				calls.call(event, {
					names: use.names,
					fields: {
						tool_name: use.names[0],
						tool_input: use.input,
						tool_use_id: call.id,
						...(output.isError
							? { error: claudeResponse(use, output).content ?? "" }
							: { tool_response: claudeResponse(use, output) }),
					},
					...(signal && { signal }),
				}),
			),
		);
		const { block, context: added, stop } = joinAnswers(answers);
		if (stop !== undefined) live.stopRun(stop);
		const feedback = [...(block === undefined ? [] : [block]), ...added];
		if (feedback.length === 0) return undefined;
		const text = `<system-reminder>\n${event} hook: ${feedback.join("\n")}\n</system-reminder>`;
		return { ...output, content: [...contentBlocks(output.content), { type: "text", text }] };
	}

	return {
		name: "claude-hooks",
		refusesPrompts: true,
		async onInput({ text, source }) {
			// What starts a run is judged then. What is queued is judged here, unless it is a command that becomes a prompt.
			if (!parts.isStreaming() || /^[/!$]/.test(text) || source === "extension") return undefined;
			if (!calls.has("UserPromptSubmit")) return undefined;
			const reason = await judgePrompt(text);
			if (reason === undefined) {
				judged.add(text);
				return undefined;
			}
			live.notify("warning", `The prompt was not sent: ${reason}`, "hooks");
			return "handled";
		},
		attachments: () => (context.length > 0 ? Promise.resolve(takeContext()) : undefined),
		async beforePrompt({ message, signal }: StartingPrompt) {
			continuations = 0;
			await starting;
			starting = undefined;
			if (isMain && calls.has("SessionStart")) await start(startSource);
			const text = message.role === "user" && "content" in message ? joinText(message.content) : undefined;
			if (text !== undefined && !judged.delete(text) && isMain && calls.has("UserPromptSubmit")) {
				const reason = await judgePrompt(text, signal);
				if (reason !== undefined) throw new Error(`The prompt was not sent: ${reason}`);
			}
			return takeContext();
		},
		async beforeToolCall(call, signal) {
			if (!calls.has("PreToolUse")) {
				seen.set(call.id, { params: undefined, signal });
				return undefined;
			}
			const { uses, params } = buildCalls(call);
			const { refusal, answer } = await beforeTool(call, uses, signal);
			if (refusal) return refusal;
			const [only] = uses;
			if (!answer.updatedInput || uses.length !== 1 || !only) {
				seen.set(call.id, { params, signal });
				return undefined;
			}
			const revised = ownArguments(call.name, params, only.input, answer.updatedInput);
			seen.set(call.id, { params: revised, signal });
			return { arguments: revised };
		},
		async approveToolCall({ call, signal }) {
			const { params: known } = seen.get(call.id) ?? {};
			if (known === undefined) return undefined;
			const { uses, params } = buildCalls(call);
			if (Bun.deepEquals(known, params)) return undefined;
			// An extension has changed the call since.
			return (await beforeTool(call, uses, signal)).refusal;
		},
		afterToolCall: afterTool,
		async settle({ signal, reply }) {
			const event = isMain ? "Stop" : "SubagentStop";
			if (signal.aborted || reply?.stopReason !== "stop" || continuations >= maxContinuations) return "pass";
			if (!calls.has(event)) return "pass";
			const last = { last_assistant_message: joinText(reply.content) };
			const fields = { stop_hook_active: continuations > 0, ...last, ...(!isMain && { agent_id: live.id }) };
			const { block, stop } = await calls.call(event, { fields, signal });
			if (block === undefined || stop !== undefined) return "pass";
			continuations++;
			live.steer(note(`${event} hook: ${block}`));
			return "continue";
		},
		onEvent(event) {
			if (event.type === "auto_compaction_start") isAutomatic = true;
			if (event.type === "auto_compaction_end") isAutomatic = false;
			if (event.type === "tool_approval_requested") {
				tellUser("permission_prompt", `omp needs your permission to use ${event.toolName}`);
			}
		},
		onIdle() {
			clearTimeout(idleTimer);
			if (!isMain) return;
			idleTimer = setTimeout(() => tellUser("idle_prompt", "omp is waiting for your input"), idleMs);
			idleTimer.unref();
		},
		onBusy: () => clearTimeout(idleTimer),
		async afterSessionChange(event) {
			if (!isMain || (event.type !== "session_switch" && event.type !== "session_clear")) return;
			const isResumed = event.type === "session_switch" && event.reason === "resume";
			const reason = isResumed ? "resume" : "clear";
			await calls.call("SessionEnd", { names: [reason], fields: { reason }, maxMs: endLimitMs });
			context.length = 0;
			started.clear();
			starting = start(isResumed ? "resume" : "clear");
		},
		async beforeCompaction(_preparation, { focus, signal }) {
			if (!calls.has("PreCompact")) return undefined;
			const trigger = isAutomatic ? "auto" : "manual";
			const fields = { trigger, custom_instructions: focus ?? "" };
			const answer = await calls.call("PreCompact", { names: [trigger], fields, signal });
			compacting = answer.context;
			if (answer.block === undefined && answer.stop === undefined) return undefined;
			live.notify("warning", `Compaction was stopped: ${answer.block ?? answer.stop}`, "hooks");
			return { cancel: true };
		},
		duringCompaction() {
			const lines = compacting;
			compacting = [];
			return lines.length > 0 ? { context: lines } : undefined;
		},
		async afterCompaction() {
			if (!isMain) return;
			started.clear();
			await start("compact");
			if (parts.isStreaming()) for (const message of takeContext()) live.steer(message);
		},
		async dispose() {
			clearTimeout(idleTimer);
			removeJudge();
			removeAnswerer();
			if (!isMain) return;
			await calls.call("SessionEnd", { names: ["other"], fields: { reason: "other" }, maxMs: endLimitMs });
		},
	};

	function tellUser(type: string, message: string): void {
		const fields = { message, notification_type: type, title: "omp" };
		void calls.call("Notification", { names: [type], fields });
	}
}
