import { expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { testLog } from "../testing/history.ts";
import { type StandingPart, StandingParts, type StandingSource } from "./standing-parts.ts";

function session(parts: StandingPart[], log = testLog()) {
	const messages: AgentMessage[] = [];
	const state = { messages, parts, folder: "/work", restarts: 0, tools: ["mcp__a_look"] };
	const live = {
		log,
		get parts() {
			return { systemPrompt: [], tools: [], messages: state.messages, model: undefined };
		},
		append: (message: AgentMessage) => void state.messages.push(message),
		now: () => 0,
	};
	const source: StandingSource = {
		parts: () => state.parts,
		list: () => ({ serverTools: state.tools, mode: "off", hidden: "" }),
		describeEnd: (id) => `${id} is gone`,
		restart: () => void state.restarts++,
	};
	const standing = new StandingParts(source, live, () => state.folder);
	return { state, log, standing, told: () => state.messages.map((message) => Object(message).content) };
}

const part = (id: string, text: string | undefined, more: Partial<StandingPart> = {}): StandingPart => ({
	id,
	text,
	describeChange: (now) => `${id}: ${now}`,
	...more,
});
const note = (text: string) => `<system-reminder>\n${text}\n</system-reminder>`;

test("parts stay as they were at the first request, and what changes is told once", async () => {
	const { standing, state, told } = session([part("a", "one"), part("b", undefined), part("c", "")]);
	expect([...standing.texts]).toEqual([["a", "one"]]);
	await standing.settle();
	state.parts = [part("a", "two"), part("b", "late"), part("c", "")];
	await standing.settle();
	await standing.settle();
	expect([...standing.texts]).toEqual([["a", "one"]]);
	expect(told()).toEqual([note("a: two"), note("b: late")]);
	// Back to what the prompt says, which the last message denies.
	state.parts = [part("a", "one"), part("b", undefined)];
	await standing.settle();
	expect(told().slice(2)).toEqual([note("a: one")]);
	state.parts = [];
	await standing.settle();
	expect(told().slice(3)).toEqual([note("a is gone"), note("b is gone")]);
});

test("after a compaction has taken the message away it is told again", async () => {
	const { standing, state, told } = session([part("a", "one")]);
	await standing.settle();
	state.parts = [part("a", "two")];
	await standing.settle();
	state.messages = [];
	await standing.settle();
	expect(told()).toEqual([note("a: two")]);
});

test("a resumed session has the same parts and tools of servers, unless it differs in what matters", async () => {
	const first = session([part("a", "one", { key: "x" }), part("b", "", { key: "y" })]);
	await first.standing.settle();
	const later = [part("a", "now", { key: "x" }), part("b", "", { key: "y" }), part("c", "more")];
	const resumed = session(later, first.log);
	resumed.state.tools = ["mcp__a_look", "mcp__b_look"];
	await resumed.standing.settle();
	expect([...resumed.standing.texts]).toEqual([["a", "one"]]);
	expect(resumed.standing.list?.serverTools).toEqual(["mcp__a_look"]);
	expect(resumed.told()).toEqual([note("a: now"), note("c: more")]);
	const elsewhere = session([part("a", "now", { key: "x" }), part("b", "asked", { key: "z" })], first.log);
	await elsewhere.standing.settle();
	expect([...elsewhere.standing.texts]).toEqual([
		["a", "one"],
		["b", "asked"],
	]);
});

test("another session and another folder take them anew", async () => {
	const { standing, state } = session([part("a", "one")]);
	await standing.settle();
	state.parts = [part("a", "two")];
	state.folder = "/elsewhere";
	await standing.settle();
	expect([[...standing.texts], state.restarts]).toEqual([[["a", "two"]], 1]);
});

test("a damaged record is no obstacle", async () => {
	const log = testLog();
	log.appendCustomEntry("standing_parts", { folder: "/work", parts: [1, { id: "a" }], list: 3 });
	const { standing, told } = session([part("a", "one")], log);
	await standing.settle();
	expect(told()).toEqual([note("a: one")]);
});
