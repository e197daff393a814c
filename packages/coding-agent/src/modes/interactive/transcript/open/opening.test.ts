import { expect, test } from "bun:test";
import { says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { converse } from "../../../../conversation/testing/converse.ts";
import { displaySettings } from "../../../../settings/sections/screen/display.ts";
import { Settings } from "../../../../settings/settings.ts";
import { historyBlocks } from "./opening.ts";

test("what was compacted is folded, or shown before its summary", async () => {
	const { conversation, log, prompt } = converse(
		[says("one ".repeat(4000)), says("two ".repeat(4000)), says("three")],
		{ compaction: { keepRecentTokens: 100 } },
	);
	await prompt("first");
	await prompt("second");
	await conversation.compact();
	await prompt("third");
	const settings = new Settings();
	const shown = () =>
		historyBlocks({ conversation, log, settings }, () => "id").blocks.map((block) =>
			block.kind === "user" ? block.text : block.kind === "summary" ? block.what : block.kind,
		);
	const folded = shown();
	expect([folded[0], folded.includes("first"), folded.includes("third")]).toEqual(["compacted", false, true]);
	settings.override(displaySettings.collapseCompacted, false);
	const whole = shown();
	expect(whole.indexOf("first")).toBe(0);
	expect(whole.indexOf("compacted")).toBeGreaterThan(whole.indexOf("second"));
	expect(whole.indexOf("third")).toBeGreaterThan(whole.indexOf("compacted"));
	const { blocks, isPart } = historyBlocks({ conversation, log, settings: new Settings() }, () => "id");
	const [compaction] = blocks;
	expect(isPart).toBe(true);
	expect(compaction).toMatchObject({
		kind: "summary",
		tokensBefore: expect.any(Number),
		tokensAfter: expect.any(Number),
	});
});
