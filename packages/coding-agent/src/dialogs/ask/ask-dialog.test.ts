import { describe, expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { AskOutcome, AskQuestion } from "@oh-my-pi/pi-tools/services/question";
import { openDialog } from "../testing/open-dialog.ts";
import { askDialog } from "./ask-dialog.ts";

const enter = "\r";
const down = "\x1b[B";
const left = "\x1b[D";
const right = "\x1b[C";
const esc = "\x1b";

const database: AskQuestion = {
	id: "db",
	question: "Which database?",
	options: [
		{ label: "SQLite", description: "no server" },
		{ label: "Postgres", preview: "CREATE TABLE" },
	],
};
const extras: AskQuestion = {
	id: "extras",
	question: "What else?",
	header: "More",
	multi: true,
	options: [{ label: "Docs" }, { label: "Tests" }],
};

function open(questions: readonly AskQuestion[], timeoutSeconds = 0) {
	const stop = new AbortController();
	const opened = openDialog(askDialog(questions, { signal: stop.signal, timeoutSeconds }));
	return { ...opened, outcomes: opened.results, stop };
}

const answered = (...answers: Extract<AskOutcome, { kind: "answered" }>["answers"][number][]) => [
	{ kind: "answered" as const, answers },
];

describe("ask dialog", () => {
	verifies("tools-agent:ask:questions", () => {
		const one = open([{ ...database, recommended: 1 }]);
		expect(one.rows()).toEqual([
			" Which database?",
			"   ○ SQLite  no server",
			" ❯ ○ Postgres (Recommended)",
			"   ○ Other (type your own)",
			"   Chat about this",
			"",
			" CREATE TABLE",
			" ↑↓ choose · Enter answer · n add a note · Esc cancel",
		]);
		expect(one.press(enter)).toEqual(answered({ id: "db", selected: ["Postgres"] }));

		const several = open([extras]);
		several.press(down, " ", "\x1b[A", " ");
		expect(several.rows().slice(1, 5)).toEqual([
			" ❯ ☑ Docs",
			"   ☑ Tests",
			"   ☐ Other (type your own)",
			"   Done selecting",
		]);
		expect(several.press(down, down, down, enter)).toEqual(answered({ id: "extras", selected: ["Docs", "Tests"] }));

		const own = open([database]);
		own.press(down, down, enter);
		own.type("MySQL");
		expect(own.press(enter)).toEqual(answered({ id: "db", selected: [], customInput: "MySQL" }));
	});

	test("Enter confirms several choices; with none made, the one under the cursor", () => {
		expect(open([extras]).press(" ", down, enter)).toEqual(answered({ id: "extras", selected: ["Docs"] }));
		expect(open([extras]).press(down, enter)).toEqual(answered({ id: "extras", selected: ["Tests"] }));
	});

	test("questions are gone through with arrows and end when all are answered", () => {
		const dialog = open([database, extras]);
		expect(dialog.rows()[0]).toBe(" ○ db  ○ More");
		dialog.press(right);
		expect(dialog.rows()[1]).toBe(" What else?");
		dialog.press(left, enter);
		expect(dialog.rows()[0]).toBe(" ◉ db  ○ More");
		dialog.press(" ", down, down, enter);
		dialog.type("a changelog");
		dialog.press(enter);
		expect(dialog.press(down, enter)).toEqual(
			answered({ id: "db", selected: ["SQLite"] }, { id: "extras", selected: ["Docs"], customInput: "a changelog" }),
		);
	});

	test("a note goes along with the answer", () => {
		const dialog = open([database]);
		dialog.press("n");
		dialog.type("for now");
		dialog.press(enter);
		expect(dialog.rows().at(-2)).toBe(" Note: for now");
		expect(dialog.press(enter)).toEqual(answered({ id: "db", selected: ["SQLite"], note: "for now" }));
	});

	test("escape closes a text field first and then cancels, and talking is a way out", () => {
		const dialog = open([database]);
		expect(dialog.press(down, down, enter, esc)).toEqual([]);
		expect(dialog.press(esc)).toEqual([{ kind: "cancelled" }]);
		expect(open([database]).press(down, down, down, enter)).toEqual([{ kind: "chat" }]);
		const broken = open([database]);
		broken.stop.abort();
		expect(broken.outcomes).toEqual([undefined]);
	});

	verifies("tui:ask:dialog", async () => {
		// Moving, toggling and notes are told above; here is what happens when nobody presses a key.
		const alone = open([{ ...database, recommended: 1 }, extras], 0.01);
		await until(() => alone.outcomes.length > 0);
		expect(alone.outcomes).toEqual(
			answered(
				{ id: "db", selected: ["Postgres"], timedOut: true },
				{ id: "extras", selected: ["Docs"], timedOut: true },
			),
		);
		const there = open([database], 3600);
		expect(there.rows().at(-2)).toBe(" Answered for you in 3600 s, unless you press a key");
		await until(() => there.rows().at(-2) === " Answered for you in 3599 s, unless you press a key");
		there.press(down);
		expect(there.rows().join("\n")).not.toContain("Answered for you");
		there.component.dispose?.();
	});
});
