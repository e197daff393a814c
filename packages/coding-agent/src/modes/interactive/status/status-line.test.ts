import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/plain-theme";
import { statusLine } from "./status-line.ts";

const facts = {
	modelName: "Sonnet",
	thinkingLevel: "high",
	canThink: true,
	cwd: "/home/ada/src/big/demo",
	home: "/home/ada",
	contextTokens: 13_800,
	contextWindow: 200_000,
	costUsd: 0.034,
};

test("the status line names model, folder, context and cost", () => {
	expect(statusLine(facts, plainTheme, 100)).toBe(" ⬢ Sonnet · high > 📁 big/demo > ◫ 6.9%/200K > $0.03 ");
});

test("what there is nothing to say about is left out", () => {
	const quiet = { ...facts, canThink: false, costUsd: 0, contextWindow: undefined, cwd: "/home/ada" };
	expect(statusLine(quiet, plainTheme, 100)).toBe(" ⬢ Sonnet > 📁 ~ ");
	expect(statusLine({ ...quiet, modelName: undefined }, plainTheme, 100)).toBe(" no model > 📁 ~ ");
});

test("a narrow line keeps what matters most", () => {
	expect(statusLine(facts, plainTheme, 40)).toBe(" ⬢ Sonnet · high > ◫ 6.9%/200K ");
	expect(statusLine(facts, plainTheme, 15)).toBe(" ◫ 6.9%/200K ");
	expect(statusLine(facts, plainTheme, 3)).toBe("");
});
