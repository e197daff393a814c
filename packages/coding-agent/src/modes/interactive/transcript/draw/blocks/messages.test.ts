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
