import { expect, test } from "bun:test";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { drawBlock } from "../../gallery/draw-gallery.ts";
import { testRenderOptions } from "../../testing/test-render-options.ts";
import type { ScreenEvent } from "../reduce/reduce.ts";
import { blocksAfter } from "../reduce/replay.ts";

test("a reply that a rule cuts names the rule once, itself; one that only told the model is named in a line", () => {
	const message = { ...replyMessage("First install lodash"), stopReason: "aborted" as const };
	const cut = { ...message, errorMessage: "TTSR matched rule: no-lodash" };
	const rules = [{ name: "no-lodash" }] as unknown as Extract<ScreenEvent, { type: "ttsr_triggered" }>["rules"];
	const shown = (...events: ScreenEvent[]) => {
		let count = 0;
		const blocks = blocksAfter(events, () => `b${count++}`);
		return blocks.flatMap((block) => drawBlock(block, testRenderOptions(), 60)).join("\n");
	};
	const start: ScreenEvent = { type: "message_start", message };
	const end: ScreenEvent = { type: "message_end", message: cut };
	const live = shown({ type: "ttsr_triggered", rules, isCut: true }, start, end);
	expect([live.includes("Rule applied"), live.includes("Stopped by rule no-lodash")]).toEqual([false, true]);
	expect(shown({ type: "ttsr_triggered", rules })).toContain("Rule applied: no-lodash");
});
