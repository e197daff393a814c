import { expect, jest, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/plain-theme";
import { quietMs, TypingGuard } from "./typing-guard.ts";

function guarded(written = "") {
	let text = written;
	const answered: string[] = [];
	const inside = { render: () => ["Run it?"], handleInput: (data: string) => void answered.push(data) };
	const draft = {
		get text() {
			return text;
		},
		handleInput: (data: string) => {
			text += data;
		},
		paste: (pasted: string) => {
			text += pasted;
		},
	};
	const guard = new TypingGuard(inside, { draft, theme: plainTheme, requestRender: () => {} });
	const rows = () => guard.render(60).map((row) => row.trimEnd());
	return { guard, answered, draft, rows };
}

test("keys go to the draft until none came for a moment, and then to the dialog", () => {
	jest.useFakeTimers();
	try {
		const { guard, answered, draft, rows } = guarded("fix the te");
		guard.handleInput("s");
		jest.advanceTimersByTime(quietMs - 1);
		guard.handleInput("t");
		jest.advanceTimersByTime(quietMs - 1);
		guard.handlePaste("s please");
		expect([answered, draft.text]).toEqual([[], "fix the tests please"]);
		expect(rows()).toEqual(["Run it?", " Answer when you stop typing · Draft kept: fix the tests pl…"]);
		jest.advanceTimersByTime(quietMs);
		guard.handleInput("y");
		expect([answered, draft.text]).toEqual([["y"], "fix the tests please"]);
		expect(rows()).toEqual(["Run it?", " Draft kept: fix the tests please"]);
		guard.dispose();
	} finally {
		jest.useRealTimers();
	}
});
