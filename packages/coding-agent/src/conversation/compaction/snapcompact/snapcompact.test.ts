import { expect, test } from "bun:test";
import { inflateSync } from "node:zlib";
import { says, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { imageSize } from "../../context/image-size.ts";
import { sessionContext } from "../../history/session-context.ts";
import { type ConverseOptions, converse } from "../../testing/converse.ts";
import { assistant, testLog, tokens, user } from "../../testing/history.ts";
import { glyphRows } from "./glyphs.data.ts";
import { imageMethod } from "./image-method.ts";
import { printable, printFrame } from "./print-frame.ts";
import { renderHistory, unprintableShare } from "./render-history.ts";

/** The pixels of a small image as text. */
function drawn(png: Buffer): string[] {
	const { width, height } = imageSize(png.toString("base64")) ?? { width: 0, height: 0 };
	const start = png.indexOf("IDAT") + 4;
	const pixels = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
	const bytesPerRow = Math.ceil(width / 8) + 1;
	return Array.from({ length: height }, (_, y) =>
		Array.from({ length: width }, (__, x) =>
			((pixels[y * bytesPerRow + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? " " : "#",
		)
			.join("")
			.trimEnd(),
	);
}

test("letters are printed side by side and wrap at the edge", () => {
	expect(drawn(printFrame("Hi!g", { columns: 3, rows: 2 }))).toMatchInlineSnapshot(`
	  [
	    "#   #   #     #",
	    "#   #         #",
	    "#   #  ##     #",
	    "#####   #     #",
	    "#   #   #     #",
	    "#   #   #",
	    "#   #  ###    #",
	    "",
	    "",
	    " ####",
	    "#   #",
	    "#   #",
	    " ####",
	    "    #",
	    " ###",
	    "",
	  ]
	`);
});

test("every printable character has a distinct glyph", () => {
	const pictures = new Map(Object.entries(glyphRows).map(([character, rows]) => [rows, character]));
	expect(pictures.size).toBe(Object.keys(glyphRows).length);
	for (let code = 0x20; code < 0x7f; code++) expect(Object.keys(glyphRows)).toContain(String.fromCharCode(code));
});

test("blanks collapse, line ends are marked, and accents are stripped", () => {
	expect(printable("a  b\n\n  c\t“é” → 漢")).toBe('a b¶c "e" -> ?');
	expect(unprintableShare("漢字漢字abcd")).toBe(0.5);
	expect(unprintableShare("why? so?")).toBe(0);
});

test("the oldest and newest text stays text, and at most eighty pages become images", () => {
	const history = renderHistory(`first ${"x".repeat(100_000)} last`, "by-area");
	expect(history.frames).toHaveLength(Math.ceil((100_011 - 7500) / (182 * 136)));
	expect(imageSize(history.frames[0]?.data ?? "")).toEqual({ width: 1092, height: 1088 });
	const huge = renderHistory("y".repeat(5_000_000), "flat");
	expect(huge.text).toHaveLength(400_000);
	expect(huge.frames.length).toBeLessThanOrEqual(80);
	expect(huge.truncatedChars).toBe(4_600_000);
	expect(renderHistory("short", "flat")).toEqual({
		frames: [],
		totalChars: 5,
		truncatedChars: 0,
		text: "short",
		textHead: "short",
	});
});

const compaction: ConverseOptions["compaction"] = {
	strategy: "snapcompact",
	thresholdTokens: 9000,
	keepRecentTokens: 300,
};

function long() {
	const log = testLog();
	log.appendMessage(user("Remember the magic word"));
	log.appendMessage(assistant(tokens(9000)));
	log.appendMessage(user("And now?"));
	log.appendMessage(assistant(tokens(400)));
	return log;
}

verifies("context-management:compaction:snapcompact", async () => {
	const log = long();
	const { conversation, events, requests, summaryRequests, prompt } = converse([says("Done.")], { log, compaction });
	await prompt("go");
	expect(events.find(({ type }) => type === "auto_compaction_start")).toMatchObject({ action: "snapcompact" });
	expect(summaryRequests).toEqual([]);
	const first = requests[0]?.context.messages[0];
	expect(Array.isArray(first?.content) && first.content.map(({ type }) => type)).toEqual([
		"text",
		"text",
		"image",
		"image",
		"text",
	]);
	expect(JSON.stringify(first)).toContain("Human: Remember the magic word");
	expect<unknown>(sessionContext(log).messages).toEqual([...conversation.messages]);
	expect(conversation.context.usage.tokens).toBeLessThan(9000);

	const blind = converse([says("Done.")], {
		log: long(),
		compaction,
		model: { ...scriptedModelRecord, input: ["text"] },
	});
	await blind.prompt("go");
	expect(blind.events.find(({ type }) => type === "auto_compaction_start")).toMatchObject({ action: "context-full" });
	expect(blind.events.filter(({ type }) => type === "notice")).toMatchObject([
		{ message: expect.stringContaining("does not accept images") },
	]);
});

test("the next compaction prints the earlier history again", async () => {
	const log = long();
	const { conversation, prompt } = converse([says(tokens(9000)), says("Done.")], { log, compaction });
	await prompt("one");
	await prompt("two");
	const text = JSON.stringify(conversation.messages[0]);
	expect(text).toContain("Remember the magic word");
	expect([...log.entries()].filter(({ type }) => type === "compaction").length).toBeGreaterThan(1);
});

test("manual: by method or setting; a focus needs a summary", async () => {
	const byMethod = converse([], { log: long(), compaction: { keepRecentTokens: 300 } });
	expect((await byMethod.conversation.compact(undefined, { method: "snapcompact" })).summary).toContain("pages kept");
	const bySetting = converse([], { log: long(), compaction });
	expect((await bySetting.conversation.compact()).summary).toContain("pages kept");
	const focused = converse([], { log: long(), compaction });
	expect((await focused.conversation.compact("the word")).summary).toStartWith("## Goal");
});

test("the stored form has frames without a type, and its head, frames and tail are the whole text", () => {
	const text = Array.from({ length: 9000 }, (_, index) => `word${index}`).join(" ");
	const stored = renderHistory(text, "flat");
	const { frames, textHead = "", textTail = "" } = stored;
	expect(Object.keys(stored)).toEqual(["frames", "totalChars", "truncatedChars", "text", "textHead", "textTail"]);
	for (const frame of frames) {
		expect(frame).toEqual({
			data: expect.stringMatching(/^iVBORw0KGgo/),
			mimeType: "image/png",
			cols: 170,
			rows: 128,
			chars: expect.any(Number),
			font: "5x7",
			variant: "regular",
			lineRepeat: 1,
		});
	}
	const printed = frames.reduce((sum, { chars }) => sum + chars, 0);
	expect(textHead.length + printed + textTail.length).toBe(stored.totalChars);
	expect(text.startsWith(textHead) && text.endsWith(textTail)).toBe(true);
});

test("a summary after snapcompact is made from the whole text, not from the edges", async () => {
	const log = testLog();
	const snapcompact = { frames: [], totalChars: 23, truncatedChars: 0, text: "The magic word is xyzzy" };
	const kept = log.appendMessage(user("Go on"));
	log.appendCompaction({
		summary: "Archived.",
		firstKeptEntryId: kept,
		tokensBefore: 9000,
		preserveData: { snapcompact },
	});
	log.appendMessage(assistant(tokens(400)));
	log.appendMessage(user("And now?"));
	log.appendMessage(assistant(tokens(400)));
	const { conversation, summaryRequests } = converse([], { log, compaction: { keepRecentTokens: 300 } });
	await conversation.compact("the word");
	expect(JSON.stringify(summaryRequests[0])).toContain("The magic word is xyzzy");
});

test("secrets are hidden in the pictures, and kept in the text beside them", async () => {
	const guard = {
		hide: (text: string) => text.replaceAll("s3cret", "$$HASH$$$$"),
		restore: (text: string) => text.replaceAll("$$HASH$$", "s3cret"),
	};
	const long = `s3cret ${"lorem ipsum ".repeat(4000)}`;
	const history = [user(long)];
	const preparation = { history, turnPrefix: [] } as unknown as Parameters<ReturnType<typeof imageMethod>>[0];
	const compact = async (secrets: typeof guard | undefined, given = preparation) => {
		const method = imageMethod(
			() => scriptedModelRecord,
			() => secrets,
		);
		const { preserveData } = await method(given, { reserveTokens: 0 }, new AbortController().signal);
		return preserveData?.snapcompact as ReturnType<typeof renderHistory>;
	};
	const hidden = await compact(guard);
	const other = await compact(undefined, { ...preparation, history: [user(guard.hide(long))] });
	expect(hidden.frames.length).toBeGreaterThan(0);
	expect(hidden.frames).toEqual(other.frames);
	expect(hidden.text).toContain("s3cret");
	expect(hidden.text).not.toContain("$$HASH$$");
});
