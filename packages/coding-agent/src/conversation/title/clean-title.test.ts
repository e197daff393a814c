import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { cleanTitle, customLimits, ownLimits } from "./clean-title.ts";

const clean = (answer: string, message = "please repair the login page") => cleanTitle(answer, message, ownLimits);

verifies("context-management:title:clean", () => {
	for (const answer of [
		"Repair login page",
		"  Repair login page.\n\nHope that helps!",
		'"Repair login page"',
		"Title: Repair login page",
		"# Repair login page",
		"**“Repair login page.”**",
		"<title>Repair login page</title>",
		"```\nRepair login page\n```",
		"<think>hmm\nwell</think>\nSession title: `Repair login page`!",
		"Repair\tlogin \u0007page",
	]) {
		expect(clean(answer)).toBe("Repair login page");
	}
	for (const answer of ["", "  \n ", "none", "None.", "<title/>", "<title></title>", '""', "...", "**", "Untitled"]) {
		expect(clean(answer)).toBeUndefined();
	}
	expect(clean("Please repair the login page!")).toBeUndefined();
	const long = "Repair the login page and everything else that has anything to do with it";
	expect(clean(long)).toBe("Repair the login page and everything else that has anything");
	expect(clean("x".repeat(300))?.length).toBeLessThanOrEqual(60);
});

test("a title for a custom prompt may be longer, and is rejected instead of cut", () => {
	const custom = (answer: string) => cleanTitle(answer, "hi", customLimits);
	expect(custom("one two three four five six seven eight nine ten eleven twelve")).toBeDefined();
	expect(custom("one two three four five six seven eight nine ten eleven twelve thirteen")).toBeUndefined();
	expect(custom(`${"long ".repeat(16)}x`)).toBeUndefined();
	expect(custom("<title>'PR-12: Repair login'</title>")).toBe("PR-12: Repair login");
});
