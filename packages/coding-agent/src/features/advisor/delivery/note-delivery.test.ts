import { expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { fileEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { inMemorySession } from "@oh-my-pi/pi-session/operations/create-session";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import type { ConversationOp } from "../../../conversation/contract/op.ts";
import { NoteDelivery } from "./note-delivery.ts";

const host = { cwd: "/w", home: "/h", env: {}, now: () => 1, newId: () => Bun.randomUUIDv7() };

function delivery(state: { isStreaming: boolean; isInterrupted?: boolean; messages?: readonly AgentMessage[] }) {
	const sent: Array<Extract<ConversationOp, { type: "send" }>> = [];
	const conversation = Object.assign(state, {
		isAborting: false,
		isInterrupted: state.isInterrupted ?? false,
		messages: state.messages ?? [],
		log: inMemorySession(fileEnvironment(host, "/h/.omp/agent"), { cwd: "/w" }),
		submit: async (op: ConversationOp) => void (op.type === "send" && sent.push(op)),
		idle: async () => {},
	});
	const lines: string[] = [];
	const notes = new NoteDelivery({
		conversation,
		immuneTurns: () => 3,
		mayStartRuns: () => true,
		now: () => 1,
		notify: (text) => lines.push(text),
	});
	const ways = () => sent.map(({ as, triggerTurn }) => (triggerTurn === undefined ? as : `${as}, ${triggerTurn}`));
	return { notes, sent, ways, lines };
}

test("after an interruption, others are asides for as many turns as the setting says", () => {
	const { notes, ways } = delivery({ isStreaming: true });
	for (let turn = 0; turn < 5; turn++) {
		notes.turnStarted();
		notes.deliver({ note: `note ${turn}`, severity: "concern" });
		notes.turnEnded(true);
	}
	const steer = "steer, unless_interrupted";
	expect(ways()).toEqual([steer, "aside", "aside", steer, "aside"]);
});

test("nits that wait together are one message, and those that were delivered are not sent again", () => {
	const { notes, sent } = delivery({ isStreaming: true });
	notes.deliver({ note: "one", severity: "nit" });
	notes.deliver({ note: "two", severity: "nit", advisor: "Tests" });
	expect(sent.map(({ isStale }) => isStale?.())).toEqual([true, false]);
	const details = (index: number) => (sent[index]?.message as { details?: unknown } | undefined)?.details;
	expect(details(1)).toEqual({
		notes: [
			{ note: "one", severity: "nit" },
			{ note: "two", severity: "nit", advisor: "Tests" },
		],
	});
	notes.delivered(sent[1]?.message as AgentMessage);
	notes.deliver({ note: "three", severity: "nit" });
	expect(details(2)).toEqual({ notes: [{ note: "three", severity: "nit" }] });
});

test("a note on a run that only has to end counts as late", () => {
	const { notes, ways } = delivery({ isStreaming: true, messages: [replyMessage("done")] });
	notes.turnEnded(false);
	notes.deliver({ note: "nit", severity: "nit" });
	notes.deliver({ note: "blocker", severity: "blocker" });
	expect(ways()).toEqual(["steer, unless_interrupted"]);
	expect(notes.takeKept()).toEqual([{ note: "nit", severity: "nit" }]);
});

test("nits that wait when the answer comes are kept; a blocker among them makes the run go on", () => {
	const { notes, sent } = delivery({ isStreaming: true, messages: [replyMessage("done")] });
	notes.deliver({ note: "nit", severity: "nit" });
	notes.turnEnded(false);
	expect(sent.map(({ isStale }) => isStale?.())).toEqual([true]);
	expect(notes.takeKept()).toEqual([{ note: "nit", severity: "nit" }]);
	notes.turnStarted();
	notes.deliver({ note: "concern", severity: "concern" });
	notes.deliver({ note: "blocker", severity: "blocker" });
	notes.turnEnded(false);
	expect(sent.at(-1)?.isStale?.()).toBe(false);
});

test("after an interrupt everything is kept", () => {
	const { notes, ways } = delivery({ isStreaming: false, isInterrupted: true });
	notes.deliver({ note: "stop", severity: "blocker" });
	expect(ways()).toEqual(["aside"]);
	expect([notes.count, notes.takeKept(), notes.takeKept()]).toEqual([1, [{ note: "stop", severity: "blocker" }], []]);
});

test("a note that an aborted run has not taken is kept instead", () => {
	const state = { isStreaming: true, isInterrupted: false };
	const { notes, sent, ways } = delivery(state);
	notes.deliver({ note: "stop", severity: "blocker" });
	Object.assign(state, { isStreaming: false, isInterrupted: true });
	notes.runEnded();
	expect(sent[0]?.isStale?.()).toBe(true);
	expect(ways()).toEqual(["steer, unless_interrupted", "aside"]);
	expect(notes.takeKept()).toEqual([{ note: "stop", severity: "blocker" }]);
});

test("a note that the run has taken before it was aborted is not given twice", () => {
	const state = { isStreaming: true, isInterrupted: false };
	const { notes, sent } = delivery(state);
	notes.deliver({ note: "stop", severity: "blocker" });
	notes.delivered(sent[0]?.message as AgentMessage);
	Object.assign(state, { isStreaming: false, isInterrupted: true });
	notes.runEnded();
	expect(sent).toHaveLength(1);
});

const enough = "The advisor has started 3 runs since your last message; its notes are only shown until the next one.";

test("an advisor with ever new blockers starts three runs, then its notes are kept, with one line, until the user speaks", () => {
	const state = { isStreaming: false, messages: [replyMessage("done")] };
	const { notes, sent, ways, lines } = delivery(state);
	const round = (number: number) => {
		notes.deliver({ note: `still wrong (${number})`, severity: "blocker" });
		notes.delivered(sent.at(-1)?.message as AgentMessage);
		notes.turnStarted();
		notes.turnEnded(false);
		notes.runEnded();
	};
	for (let number = 0; number < 50; number++) round(number);
	const steer = "steer, unless_interrupted";
	expect(ways()).toEqual([steer, steer, steer, ...Array.from({ length: 47 }, () => "aside")]);
	expect(lines).toEqual([enough]);
	// A compaction is no new permission.
	notes.reset();
	round(50);
	expect(ways().at(-1)).toBe("aside");
	notes.delivered({ role: "user", content: "go on", attribution: "agent", timestamp: 1 });
	round(51);
	expect(ways().at(-1)).toBe("aside");
	notes.delivered({ role: "user", content: "and now?", timestamp: 1 });
	round(52);
	expect(ways().at(-1)).toBe(steer);
	expect(lines).toEqual([enough]);
});

test("notes that make a run go on after its answer count as runs that were started", () => {
	const { notes, sent, lines } = delivery({ isStreaming: true, messages: [replyMessage("done")] });
	for (let turn = 0; turn < 10; turn++) {
		notes.turnStarted();
		notes.deliver({ note: `still wrong (${turn})`, severity: "blocker" });
		const { message } = sent.at(-1) ?? {};
		notes.turnEnded(false);
		if (sent.find((one) => one.message === message)?.isStale?.() !== true) notes.delivered(message as AgentMessage);
	}
	expect(sent.filter(({ isStale }) => isStale?.() === false)).toHaveLength(3);
	expect(lines).toEqual([enough]);
	expect(notes.takeKept()).toHaveLength(7);
});
