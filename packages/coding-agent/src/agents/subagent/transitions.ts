import type { PeerRow } from "@oh-my-pi/pi-tools/services/agent-service";

/** The states of a sub-agent, with what each means and the status that others see. */
export const subagentStates = {
	queued: {
		status: "running",
		meaning: "waits for a slot, or is being opened; not listed yet, but messages for it are kept",
	},
	working: { status: "running", meaning: "works on its task; whoever started it waits for the result" },
	answering: { status: "running", meaning: "runs again, because of a message or the user" },
	idle: { status: "idle", meaning: "its conversation is open and has nothing to do" },
	parking: { status: "idle", meaning: "its conversation is being closed, to be revived later" },
	parked: { status: "parked", meaning: "only its log is left; a message revives it" },
	reviving: { status: "parked", meaning: "its conversation is being opened again" },
	aborting: { status: "running", meaning: "its conversation is being closed for good" },
	aborted: { status: "aborted", meaning: "closed for good; its log stays" },
	ended: { status: "parked", meaning: "its session is over, or it never started; not listed" },
} as const satisfies Readonly<Record<string, { readonly status: PeerRow["status"]; readonly meaning: string }>>;

export type SubagentState = keyof typeof subagentStates;

/** What can happen to a sub-agent. */
export const subagentEvents = {
	start: "its conversation is open for the first time",
	cancel: "it was stopped or failed before it started",
	run_start: "a run of its conversation begins",
	run_end: "a run of its conversation is over",
	wake: "a message or the user is about to start a run",
	finish: "its result is in, and it stays for questions",
	release: "its result is in, and it is not kept open",
	abort: "a limit, its parent or the user ends it for good",
	park: "it has been idle for `task.agentIdleTtlMs`",
	closed: "its conversation is closed",
	revive: "a message or the user needs it again",
	opened: "its conversation is open again",
	open_failed: "its conversation cannot be opened again",
	session_end: "the session that it works for is over",
} as const;

export type SubagentEvent = keyof typeof subagentEvents;

/** What a transition does beside changing the state; `SubagentLifecycle` carries it out. */
export const subagentEffects = {
	watch: "follow its conversation",
	startIdleTimer: "start the idle timer",
	markAborted: "write `agent_aborted` to its log",
	close: "close its conversation",
	reopen: "open its log again",
	discard: "close its conversation with its session",
} as const;

export type SubagentEffect = keyof typeof subagentEffects;

export interface Transition {
	readonly to: SubagentState;
	readonly effects: readonly SubagentEffect[];
	/** Nothing happens, and nobody is told. */
	readonly isIgnored: boolean;
}

/** A new state by an event; `"ignored"` where the event comes too late to matter. */
type Row = Readonly<
	Partial<Record<SubagentEvent, SubagentState | "ignored" | readonly [SubagentState, ...SubagentEffect[]]>>
>;

/** State × event → state and effects. An event that is not in the row of a state cannot happen in it. */
const table: Readonly<Record<SubagentState, Row>> = {
	queued: {
		start: ["working", "watch"],
		cancel: "ended",
		session_end: "ended",
	},
	working: {
		run_start: "working",
		wake: "working",
		// Its result decides what becomes of it.
		run_end: "ignored",
		finish: ["idle", "startIdleTimer"],
		release: ["parking", "close"],
		abort: ["aborting", "markAborted", "close"],
		session_end: ["ended", "discard"],
	},
	answering: {
		run_start: "answering",
		wake: "answering",
		run_end: ["idle", "startIdleTimer"],
		abort: ["aborting", "markAborted", "close"],
		session_end: ["ended", "discard"],
	},
	idle: {
		run_start: "answering",
		wake: "answering",
		run_end: "ignored",
		park: ["parking", "close"],
		abort: ["aborting", "markAborted", "close"],
		session_end: ["ended", "discard"],
	},
	parking: {
		closed: "parked",
		run_start: "ignored",
		run_end: "ignored",
		abort: "ignored",
		session_end: "ended",
	},
	parked: {
		revive: ["reviving", "reopen"],
		// There is nothing to stop.
		abort: "ignored",
		session_end: "ended",
	},
	reviving: {
		opened: ["idle", "watch", "startIdleTimer"],
		open_failed: "parked",
		abort: "ignored",
		session_end: "ended",
	},
	aborting: {
		closed: "aborted",
		run_start: "ignored",
		run_end: "ignored",
		// The run that was stopped ends later than the order to stop it.
		finish: "ignored",
		release: "ignored",
		abort: "ignored",
		session_end: "ended",
	},
	aborted: {
		run_end: "ignored",
		finish: "ignored",
		release: "ignored",
		abort: "ignored",
		session_end: "ended",
	},
	ended: {
		// What was being opened when the session ended is closed again.
		start: ["ended", "discard"],
		opened: ["ended", "discard"],
		open_failed: "ignored",
		cancel: "ignored",
		run_start: "ignored",
		run_end: "ignored",
		finish: "ignored",
		release: "ignored",
		abort: "ignored",
		closed: "ignored",
		session_end: "ignored",
	},
};

/** What an event does in a state; `undefined` when it cannot happen there. */
export function findTransition(state: SubagentState, event: SubagentEvent): Transition | undefined {
	const cell = table[state][event];
	if (cell === undefined) return undefined;
	if (cell === "ignored") return { to: state, effects: [], isIgnored: true };
	const [to, ...effects] = typeof cell === "string" ? [cell] : cell;
	return { to, effects, isIgnored: false };
}
