import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { fakeDraft } from "../testing/fake-draft.ts";
import { quietMs, TypingGuard, wordMs } from "./typing-guard.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function guarded(options: { written?: string; isField?: boolean; isAwaited?: boolean } = {}) {
	const answered: string[] = [];
	const inside = { render: () => ["Run it?"], handleInput: (data: string) => void answered.push(data) };
	const draft = fakeDraft(options.written);
	const use = { isField: () => options.isField ?? false, isShortcut: (data: string) => "yns".includes(data) };
	const guard = new TypingGuard(inside, {
		draft,
		theme: plainTheme,
		requestRender: () => {},
		use,
		...(options.isAwaited && { isAwaited: true }),
	});
	const rows = () => guard.render(60).map((row) => row.trimEnd());
	/** Keys with a pause after each. */
	const type = (keys: string, gapMs: number) => {
		for (const key of keys) {
			guard.handleInput(key);
			jest.advanceTimersByTime(gapMs);
		}
	};
	return { guard, answered, draft, rows, type };
}

test("keys go to the draft until none came for a moment, and then to the dialog", () => {
	const { guard, answered, draft, rows } = guarded({ written: "fix the te" });
	guard.handleInput("s");
	jest.advanceTimersByTime(quietMs - 1);
	guard.handleInput("t");
	jest.advanceTimersByTime(quietMs - 1);
	guard.handlePaste("s please");
	expect([answered, draft.text]).toEqual([[], "fix the tests please"]);
	expect(rows()).toEqual(["Run it?", " Stop typing to answer · Draft kept: fix the tests please"]);
	jest.advanceTimersByTime(quietMs);
	guard.handleInput("y");
	jest.advanceTimersByTime(wordMs);
	expect([answered, draft.text]).toEqual([["y"], "fix the tests please"]);
	expect(rows()).toEqual(["Run it?", " Draft kept: fix the tests please"]);
});

test("a shortcut that begins a word is typing, and a key that is none closes the dialog to keys again", () => {
	for (const word of ["yes", "stop", "why do you", "no, not this"]) {
		const { answered, draft, type } = guarded();
		jest.advanceTimersByTime(5000);
		type(word, 150);
		expect([answered, draft.text]).toEqual([[], word]);
	}
});

test("a shortcut counts when no other key follows it", () => {
	const { guard, answered, draft } = guarded();
	jest.advanceTimersByTime(quietMs);
	guard.handleInput("y");
	jest.advanceTimersByTime(wordMs - 1);
	expect(answered).toEqual([]);
	jest.advanceTimersByTime(1);
	expect([answered, draft.text]).toEqual([["y"], ""]);
});

test("Enter right after a letter does not confirm what the letter selected, and Esc takes the letter back", () => {
	const { guard, answered, draft } = guarded();
	jest.advanceTimersByTime(quietMs);
	guard.handleInput("s");
	guard.handleInput("\r");
	jest.advanceTimersByTime(wordMs);
	guard.handleInput("\r");
	expect(answered).toEqual(["s", "\r"]);
	guard.handleInput("y");
	guard.handleInput("\x1b");
	jest.advanceTimersByTime(wordMs);
	expect([answered, draft.text]).toEqual([["s", "\r", "\x1b"], ""]);
});

test("what is pasted at a dialog without a field is kept, and Enter after it only begins a line", () => {
	const { guard, answered, draft } = guarded();
	jest.advanceTimersByTime(quietMs);
	guard.handlePaste("not like this");
	guard.handleInput("\r");
	expect([answered, draft.text]).toEqual([[], "not like this\n"]);
});

test("a field takes typing at once, and a dialog that was waited for takes the first key", () => {
	const { answered, type } = guarded({ isField: true, isAwaited: true });
	type("yes\r", 50);
	expect(answered).toEqual(["y", "e", "s", "\r"]);
});
