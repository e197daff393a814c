import { expect, test } from "bun:test";
import { ask } from "@oh-my-pi/pi-testkit/protocol-contract/ask";
import { deliver } from "@oh-my-pi/pi-testkit/protocol-contract/deliver";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { anthropicSpeaker } from "../protocols/anthropic-messages/testing/speaker.ts";
import { repairHarmonyLeak } from "./harmony-leak.ts";

function repaired(args: Record<string, unknown>, id = "gpt-5.5") {
	const call = { type: "toolCall" as const, id: "c", name: "edit", arguments: args };
	repairHarmonyLeak(call, { id });
	return call.arguments;
}

const refused = {
	__parseError: expect.stringContaining("Make the call again"),
	__rawJson: "(left out)",
};
const hashline = ["[a.ts#1A2B]", "PUT 1:", "+one", "PUT 5:", "+five"].join("\n");

verifies("ai-streaming:guard:harmony-leak", async () => {
	// The operation that contains the leak is dropped, too.
	expect(repaired({ input: `${hashline}\n+ numerusform 天天中彩票 to=functions.edit {"x":1}\n+more` })).toEqual({
		input: "[a.ts#1A2B]\nPUT 1:\n+one\n",
	});
	const patch = ["*** Begin Patch", "*** Update File: a", "@@", "-x", "+y", "*** Update File: b", "@@", "-p"].join(
		"\n",
	);
	expect(repaired({ input: `${patch}\n+q commentary to=functions.bash\n*** End Patch` })).toEqual({
		input: ["*** Begin Patch", "*** Update File: a", "@@", "-x", "+y", "*** End Patch", ""].join("\n"),
	});
	expect(repaired({ input: "[a.ts#1A2B]\nPUT 1:\n+x analysis to=functions.edit" })).toEqual(refused);
	expect(repaired({ command: "ls <|channel|>commentary to=functions.bash <|message|>" })).toEqual(refused);
	expect(repaired({ edits: [{ text: "ok" }, { text: "x ♀♀♀ to=functions.read" }] })).toEqual(refused);

	const blocks = [
		{ kind: "toolCall" as const, id: "c", name: "bash", arguments: { command: "ls final to=functions.bash" } },
	];
	const gpt = { ...anthropicSpeaker, model: { ...anthropicSpeaker.model, id: "gpt-5.5" } };
	const { message, events } = await ask(gpt, [
		deliver([gpt.say({ blocks, stop: "toolUse" })], { contentType: gpt.contentType }),
	]);
	expect(message.content).toEqual([{ type: "toolCall", id: "c", name: "bash", arguments: refused }]);
	expect(events.find((event) => event.type === "toolcall_end")).toMatchObject({ toolCall: { arguments: refused } });
});

test("text about such addresses, and other models, are left alone", () => {
	const talk = { content: "The recipient is written as `to=functions.edit` in Harmony." };
	expect(repaired(talk)).toEqual(talk);
	const leak = { command: "ls commentary to=functions.bash" };
	expect(repaired(leak, "claude-opus-4-8")).toEqual(leak);
});
