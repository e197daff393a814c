import { expect, test } from "bun:test";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { plainTheme } from "@oh-my-pi/pi-testkit/terminal/plain-theme";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { drawBlock } from "../../../gallery/draw-gallery.ts";
import { testRenderOptions } from "../../../testing/test-render-options.ts";
import type { AssistantBlock } from "../../reduce/block.ts";
import { assistantRenderer } from "./assistant.ts";

const streaming = (text: string, revision: number): AssistantBlock => ({
	kind: "assistant",
	id: "a",
	message: replyMessage(text),
	revision,
	settled: false,
});

verifies("tui:message:user-and-assistant", () => {
	const theme = { ...plainTheme, userMessageBg: (text: string) => `[${text}]` };
	const prompt = {
		kind: "user",
		id: "u",
		text: "look\tat\x1b[31m this",
		images: [{ type: "image", mimeType: "image/png", data: "" }],
		attachments: ["a.ts (3 lines)"],
		settled: true,
	} as const;
	expect(drawBlock(prompt, testRenderOptions({ theme }), 30)).toEqual([
		"[ look   at this               ]",
		"[ ⎘ a.ts (3 lines)             ]",
		" [Image: image]",
	]);
	const view = assistantRenderer.create(streaming("Some **bo", 0), testRenderOptions());
	expect(view.render(30)).toEqual([" Some **bo"]);
	view.update(streaming("Some **bold** text\n\n1. one", 1));
	expect(view.render(30).map((row) => row.trimEnd())).toEqual([" Some bold text", "", " 1. one"]);
});

test("a prompt with a long paste is folded to its beginning and end, and shown in full when expanded", () => {
	const lines = Array.from({ length: 500 }, (_, index) => `line ${index + 1}`);
	const prompt = { kind: "user", id: "u", text: lines.join("\n"), images: [], attachments: [], settled: true } as const;
	const rows = drawBlock(prompt, testRenderOptions(), 40).map((row) => row.trim());
	expect(rows).toEqual([...lines.slice(0, 8), "… 490 more lines ⟦Ctrl+O: Expand⟧", ...lines.slice(-2)]);
	const full = drawBlock(prompt, testRenderOptions({ expanded: () => true }), 40).map((row) => row.trim());
	expect(full).toEqual(lines);
	const short = { ...prompt, text: lines.slice(0, 20).join("\n") };
	expect(drawBlock(short, testRenderOptions(), 40)).toHaveLength(20);
});

test("a reply is shown as far as it is revealed, and no character by half", () => {
	const message = { ...replyMessage("b😀c"), content: [] as AssistantBlock["message"]["content"] };
	message.content.push({ type: "thinking", thinking: "a😀" }, { type: "text", text: "b😀c" });
	const block: AssistantBlock = { kind: "assistant", id: "a", message, revision: 0, settled: false };
	const view = assistantRenderer.create({ ...block, revealed: 0 }, testRenderOptions());
	const shown = [0, 1, 2, 3, 4, 5, 6, 7].map((revealed) => {
		view.update({ ...block, revealed });
		return view.render(30).join("").replaceAll(" ", "");
	});
	expect(shown).toEqual(["", "a", "a", "a😀", "a😀b", "a😀b", "a😀b😀", "a😀b😀c"]);
	view.update({ ...block, settled: true });
	expect(view.render(30).join("").replaceAll(" ", "")).toBe("a😀b😀c");
});

verifies("tui:message:reminders-jobs-advisor", () => {
	const draw = (block: Parameters<typeof drawBlock>[0]) =>
		drawBlock(block, testRenderOptions(), 50).map((row) => row.trimEnd());
	expect(
		draw({ kind: "reminder", id: "r", todos: ["fix the test"], attempt: 1, maxAttempts: 3, settled: true }),
	).toEqual([" ⚠ 1 incomplete todo - reminder 1/3", "   ☐ fix the test"]);
	const job = { jobId: "bg_1", type: "bash", status: "completed", label: "make", durationMs: 1200 };
	expect(draw({ kind: "job", id: "j", jobs: [job], settled: true })).toEqual([" ✔ Job finished [bg_1] make (1.2s)"]);
	const notes = [
		{ note: "This drops\x1b[31m the table", severity: "blocker" },
		{ note: "Shorter:\nuse map", severity: "nit", advisor: "Style" },
	];
	const advice = { kind: "custom", id: "a", label: "advisor", text: "<advisory>", settled: true } as const;
	expect(draw({ ...advice, details: { notes } })).toEqual([
		" ✘ Advisor · blocker",
		"   This drops the table",
		" • Advisor Style · nit",
		"   Shorter:",
		"   use map",
	]);
	// A session file may hold anything.
	expect(draw({ ...advice, details: { notes: [5, {}] } })).toEqual([" • Advisor · nit", "   <advisory>"]);
});

test("the result of a review shows its verdict and a line for each finding, whatever the details are", () => {
	const text =
		"Review of staged changes: not correct, 2 findings\n1. P1 a.ts:2 It crashes (90%)\n2. P3 b.ts:1 Word (50%)";
	const draw = (details: unknown) =>
		drawBlock({ kind: "custom", id: "v", label: "review", text, details, settled: true }, testRenderOptions(), 60).map(
			(row) => row.trimEnd(),
		);
	const findings = ["   1. P1 a.ts:2 It crashes (90%)", "   2. P3 b.ts:1 Word (50%)"];
	expect(draw({ verdict: "not correct" })).toEqual([
		" ✘ Review of staged changes: not correct, 2 findings",
		...findings,
	]);
	expect(draw({ verdict: "correct" })[0]).toStartWith(" ✔ ");
	expect(draw(7)[0]).toStartWith(" ⚠ ");
});
