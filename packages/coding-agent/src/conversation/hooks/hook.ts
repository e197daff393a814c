import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { HookedCall, NormalizedCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import type { CompactionEntry } from "@oh-my-pi/pi-session/entry/entry";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { UserCommandResult } from "@oh-my-pi/pi-tools/bash/run/user-command";
import type { InputOp } from "../contract/op.ts";
import type { CompactionAddition, OfferedCompaction, Preparation } from "../event/compaction-result.ts";
import type { ConversationEvent } from "../event/event.ts";
import type { SessionAfterEvent, SessionBeforeEvent, SessionVerdict } from "../event/session-event.ts";
import type { FinishedRun } from "./finished-run.ts";

type Awaitable<Value> = Value | Promise<Value>;

/** A prompt that is about to start a run. */
export interface StartingPrompt {
	readonly message: AgentMessage;
	/** The history it follows. */
	readonly messages: readonly AgentMessage[];
	readonly signal: AbortSignal;
}

/** A call that is about to run. */
export interface PreparedToolCall {
	readonly call: NormalizedCall;
	readonly signal: AbortSignal;
}

/** What the user sent, before anything is made of it. */
export type UserInput = Omit<InputOp, "type" | "runCommand" | "deliver">;

/** A command or code of the user's own (`!`, `$`), about to run. */
export interface ShellRun {
	readonly language: "bash" | "python";
	readonly text: string;
	readonly excludeFromContext: boolean;
	readonly cwd: string;
}

export interface Refusal {
	/** What the model reads in place of a result. */
	readonly refuse: string;
}

/**
 * A built-in behavior or an extension, called and awaited at the points it defines, in the order of the list. A hook that
 * throws or exceeds its deadline is reported by name and skipped, except at points that fail closed.
 */
export interface Hook {
	readonly name: string;
	/** Lower runs first; equal ones run in the order they were added. See `hook-order.ts`. */
	readonly order?: number;
	/** Limit for each call; none by default. */
	readonly deadlineMs?: number;
	/** A failure before a prompt refuses the prompt instead of being skipped. */
	readonly refusesPrompts?: boolean;

	/** May rewrite what the user sent, before commands are looked for, or deal with it itself. */
	onInput?(input: UserInput): Awaitable<UserInput | "handled" | undefined>;
	/** The returned messages go ahead of the prompt. */
	beforePrompt?(prompt: StartingPrompt): Awaitable<readonly SessionMessage[] | undefined>;
	/** The returned messages come right behind the prompt. */
	followPrompt?(prompt: StartingPrompt): Awaitable<readonly SessionMessage[] | undefined>;
	/** Messages that accompany a user message, also a queued one; synchronously `undefined` when there are none. */
	attachments?(text: string): Promise<readonly SessionMessage[]> | undefined;
	/** Before each request: the last moment to change model, tools, system prompt or history. */
	beforeRequest?(signal: AbortSignal): Awaitable<void>;
	/** Changes the messages of this one request, never the history. Each hook sees the result of those before it. */
	transformContext?(
		messages: readonly AgentMessage[],
		signal: AbortSignal,
	): Awaitable<readonly AgentMessage[] | undefined>;
	/** Wraps the request itself, to watch or cut the stream. */
	wrapStream?(stream: StreamFn): StreamFn;
	/**
	 * The calls of a reply have arrived, none has run, and the reply is not recorded yet: revised arguments are what everybody
	 * sees from now on. The first refusal counts; of several revised arguments the last. Fails closed.
	 */
	onToolCallReceived?(
		call: HookedCall,
		signal: AbortSignal,
	): Awaitable<Refusal | { readonly arguments: Record<string, unknown> } | undefined>;
	/** It is the turn of the call; those before it have run. Otherwise the same. */
	beforeToolCall?(
		call: HookedCall,
		signal: AbortSignal,
	): Awaitable<Refusal | { readonly arguments: Record<string, unknown> } | undefined>;
	/** May run a command or code of the user's itself; the first result counts. */
	interceptShellRun?(run: ShellRun): Awaitable<UserCommandResult | undefined>;
	/** The call is about to run. Fails closed. */
	approveToolCall?(request: PreparedToolCall): Awaitable<Refusal | undefined>;
	/** May replace the output of a call, also of one that failed. Each hook sees the result of those before it. */
	afterToolCall?(call: NormalizedCall, output: ToolOutput): Awaitable<ToolOutput | undefined>;
	/** After the results of a turn are logged and listeners notified, before the next request. */
	afterTurn?(results: readonly ToolResultMessage[]): Awaitable<void>;
	/** A run has ended. The first hook that returns "continue" starts another one; later hooks are not called. */
	settle?(run: FinishedRun): Awaitable<"continue" | "pass">;
	/** Every event, after the listeners. */
	onEvent?(event: ConversationEvent): Awaitable<void>;
	/** The conversation has become idle. */
	onIdle?(): void;
	/** A run is about to start. */
	onBusy?(): void;
	/** May cancel a session change. The last verdict counts; a cancellation skips later hooks. */
	beforeSessionChange?(event: SessionBeforeEvent): Awaitable<SessionVerdict | undefined>;
	afterSessionChange?(event: SessionAfterEvent): Awaitable<void>;
	/** The history was replaced by that of a log: after a session change, or a rewind within it. */
	onHistoryReplaced?(messages: readonly AgentMessage[], cause: "session" | "rewind"): void;
	/** May cancel a compaction or offer its own. The last verdict counts; a cancellation skips later hooks. */
	beforeCompaction?(
		preparation: Preparation,
		options: { readonly focus?: string; readonly signal: AbortSignal },
	): Awaitable<{ readonly cancel?: boolean; readonly compaction?: OfferedCompaction } | undefined>;
	/** Additional input for the summarizer; the answers of all hooks are merged. */
	duringCompaction?(preparation: Preparation): Awaitable<CompactionAddition | undefined>;
	afterCompaction?(entry: CompactionEntry, options: { readonly fromExtension: boolean }): Awaitable<void>;
	/** The conversation is disposed. */
	dispose?(): Awaitable<void>;
}
