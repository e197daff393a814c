import { expect, test } from "bun:test";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { viewPictures } from "@oh-my-pi/pi-testkit/terminal/view-pictures";
import { visibleWidth } from "@oh-my-pi/pi-tui/text/visible-width";
import { interactiveKeymap } from "../keys/keymap.ts";
import { drawWelcome, type WelcomeFacts } from "./draw-welcome.ts";
import { tipFor } from "./tips.ts";

const facts: WelcomeFacts = {
	version: "1.0.0",
	modelName: "Claude Sonnet",
	provider: "anthropic",
	approvals: "Ask before commands outside everyday project work",
	found: ["AGENTS.md", "~/.omp/agent/AGENTS.md"],
	tip: "Press shift+tab to cycle through reasoning effort levels",
	recent: [
		{ name: "Fix greeting", timeAgo: "2m ago" },
		{ name: "A session with quite a long name that does not fit into a narrow box", timeAgo: "3d ago" },
	],
};

test("pictures of the welcome", async () => {
	const pictures = await viewPictures((theme) => ({ render: (width) => drawWelcome(facts, theme, width) }));
	expect(pictures).toMatchSnapshot();
});

test("the box is at most 100 columns wide and never wider than the screen", () => {
	const rows = (width: number) => drawWelcome(facts, plainTheme, width);
	for (const width of [20, 40, 69, 70, 80, 100, 101, 200]) {
		expect(Math.max(...rows(width).map(visibleWidth))).toBeLessThanOrEqual(Math.min(width, 100));
	}
});

test("without a model the way to one is shown, and nothing is said of what is not there", () => {
	const shown = (changes: Partial<WelcomeFacts>) => drawWelcome({ ...facts, ...changes }, plainTheme, 80).join("\n");
	expect(shown({ modelName: undefined, provider: undefined })).toContain("No model yet /login or /setup connects one");
	const bare = shown({ recent: [], found: [] });
	expect([bare.includes("Recent sessions"), bare.includes("Found")]).toEqual([false, false]);
	expect(bare).not.toContain("Trust");
	expect(shown({ untrusted: 2 })).toContain("2 ignored until trusted /trust shows them");
});

test("features add sections; what does not run is dim", () => {
	const sections: WelcomeFacts["sections"] = [
		{
			title: "LSP Servers",
			rows: [
				{ text: "typescript  ready", state: "running" },
				{ text: "gopls", state: "idle" },
				{ text: "clangd  failed\u001b[2J", state: "problem" },
			],
		},
	];
	const rows = drawWelcome({ ...facts, sections }, plainTheme, 60).map((row) => row.trimEnd());
	const start = rows.findIndex((row) => row.includes("LSP Servers"));
	expect(rows.slice(start + 1, start + 4).map((row) => row.replace(/^\W+|[│\s]+$/g, ""))).toEqual([
		"typescript  ready",
		"gopls",
		"clangd  failed",
	]);
});

test("a tip names the key that really does it", () => {
	const keymap = interactiveKeymap();
	const tips = new Set(Array.from({ length: 200 }, (_, index) => tipFor(String(index), keymap)));
	expect(tips.has("Press shift+tab to cycle through reasoning effort levels")).toBe(true);
	expect(tipFor("seed", keymap)).toBe(tipFor("seed", keymap));
	expect([...tips].every((tip) => tip.length > 0)).toBe(true);
});
