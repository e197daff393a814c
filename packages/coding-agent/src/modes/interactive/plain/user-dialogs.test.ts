import { expect, test } from "bun:test";
import { askForm } from "../../../features/mcp/asks/ask-form.ts";
import { userDialogs } from "../front-end/user-dialogs.ts";
import { LineDialogs } from "./line-dialogs.ts";

const requestedSchema = {
	type: "object",
	properties: {
		name: { type: "string" },
		age: { type: "integer", default: 30 },
		mail: { type: "string", format: "email" },
		pet: { type: "string", enum: ["cat", "dog"] },
	},
	required: ["name", "pet"],
};

/** A form at a terminal that has only lines; each line answers the next question. */
async function answered(lines: readonly string[], signal = new AbortController().signal) {
	const left = [...lines];
	const ports = { write: () => {}, hideTyping: async () => () => {} };
	const at = new LineDialogs(ports, () => {});
	const dialogs = userDialogs((dialog) => {
		const asked = dialog.plain(at);
		setTimeout(() => {
			const line = left.shift();
			if (line !== undefined) at.receive(`${line}\n`);
		});
		return asked;
	});
	return askForm({ server: "s", message: "Who?", requestedSchema, signal }, dialogs);
}

test("an empty line takes what is usual, or leaves an optional field empty", async () => {
	expect(await answered(["1", "Ada", "", "", "dog", "1"])).toEqual({
		action: "accept",
		content: { name: "Ada", age: 30, pet: "dog" },
	});
	expect(await answered(["1", "Ada", "7", "a@b.c", "1", "Send"])).toEqual({
		action: "accept",
		content: { name: "Ada", age: 7, mail: "a@b.c", pet: "cat" },
	});
});

test("an empty line where an answer is needed, or at a choice, cancels", async () => {
	expect(await answered(["1", ""])).toEqual({ action: "cancel" });
	expect(await answered([""])).toEqual({ action: "cancel" });
	expect(await answered(["Decline"])).toEqual({ action: "decline" });
	const stop = new AbortController();
	const asked = answered(["1", "Ada"], stop.signal);
	setTimeout(() => stop.abort(), 50);
	expect(await asked).toEqual({ action: "cancel" });
});
