import { describe, expect, test } from "bun:test";
import {
	findTransition,
	type SubagentEvent,
	type SubagentState,
	subagentEffects,
	subagentEvents,
	subagentStates,
} from "./transitions.ts";

const states = Object.keys(subagentStates) as SubagentState[];
const events = Object.keys(subagentEvents) as SubagentEvent[];

/** `idle: park → parking (close), …`; what is ignored is in braces. */
function rowOf(state: SubagentState): string {
	const cells = events.flatMap((event) => {
		const transition = findTransition(state, event);
		if (!transition) return [];
		if (transition.isIgnored) return [`{${event}}`];
		const effects = transition.effects.length > 0 ? ` (${transition.effects.join(", ")})` : "";
		return [`${event} → ${transition.to}${effects}`];
	});
	return cells.join(" · ");
}

test("sub-agent: each state has these transitions and no others", () => {
	expect(Object.fromEntries(states.map((state) => [state, rowOf(state)]))).toEqual({
		queued: "start → working (watch) · cancel → ended · session_end → ended",
		working:
			"run_start → working · {run_end} · wake → working · finish → idle (startIdleTimer) · release → parking (close) · abort → aborting (markAborted, close) · session_end → ended (discard)",
		answering:
			"run_start → answering · run_end → idle (startIdleTimer) · wake → answering · abort → aborting (markAborted, close) · session_end → ended (discard)",
		idle: "run_start → answering · {run_end} · wake → answering · abort → aborting (markAborted, close) · park → parking (close) · session_end → ended (discard)",
		parking: "{run_start} · {run_end} · {abort} · closed → parked · session_end → ended",
		parked: "{abort} · revive → reviving (reopen) · session_end → ended",
		reviving: "{abort} · opened → idle (watch, startIdleTimer) · open_failed → parked · session_end → ended",
		aborting: "{run_start} · {run_end} · {finish} · {release} · {abort} · closed → aborted · session_end → ended",
		aborted: "{run_end} · {finish} · {release} · {abort} · session_end → ended",
		ended:
			"start → ended (discard) · {cancel} · {run_start} · {run_end} · {finish} · {release} · {abort} · {closed} · opened → ended (discard) · {open_failed} · {session_end}",
	});
});

describe("sub-agent: the table of transitions", () => {
	const all = states.flatMap((from) =>
		events.flatMap((event) => {
			const transition = findTransition(from, event);
			return transition ? [{ from, event, ...transition }] : [];
		}),
	);

	test("every state is reached, and every event and effect is used", () => {
		const initial = ["queued", "parked", "aborted"];
		expect(states.filter((state) => !initial.includes(state) && !all.some(({ to }) => to === state))).toEqual([]);
		expect(events.filter((event) => !all.some((one) => one.event === event && !one.isIgnored))).toEqual([]);
		const used = new Set(all.flatMap(({ effects }) => effects));
		expect(Object.keys(subagentEffects).filter((effect) => !used.has(effect as keyof typeof subagentEffects))).toEqual(
			[],
		);
	});

	test("the end of the session ends every state, and nothing leaves `ended`", () => {
		expect(states.filter((state) => findTransition(state, "session_end")?.to !== "ended")).toEqual([]);
		expect(all.filter(({ from, to }) => from === "ended" && to !== "ended")).toEqual([]);
	});

	test("an aborted agent is never alive again", () => {
		const after = all.filter(({ from }) => from === "aborting" || from === "aborted").map(({ to }) => to);
		expect([...new Set(after)].sort()).toEqual(["aborted", "aborting", "ended"]);
	});

	test("what closes a conversation waits for it to be closed", () => {
		const closing = all.filter(({ effects }) => effects.includes("close")).map(({ to }) => to);
		expect([...new Set(closing)].sort()).toEqual(["aborting", "parking"]);
	});
});
