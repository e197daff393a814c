import { expect, test } from "bun:test";
import { testProvider, testRegistry } from "@oh-my-pi/pi-ai/testing/test-registry";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import type { Dialog } from "../../../dialogs/contract/dialog.ts";
import { scriptedLines } from "../../../dialogs/testing/scripted-lines.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { pasteKey } from "./paste-key.ts";

async function pasting(...answers: string[]) {
	using host = Bun.serve({
		port: 0,
		fetch: (request) =>
			new Response("", { status: request.headers.get("authorization")?.endsWith("good") ? 200 : 401 }),
	});
	const baseUrl = `http://127.0.0.1:${host.port}/v1`;
	const providers = ["groq", "openai", "deepseek", "acme"].map((id) => testProvider(id, ["m"], { baseUrl }));
	await using world = await testRegistry({ providers, fetch });
	const session = partly<OpenedConversation>("session", { registry: world.registry, host: world.host });
	const lines = scriptedLines(answers);
	const said = await pasteKey(session, { ask: <Result>(dialog: Dialog<Result>) => dialog.plain(lines) });
	const stored = world.registry.store.current?.list().map(({ provider }) => provider) ?? [];
	return {
		said,
		stored,
		asked: lines
			.text()
			.split("\n")
			.filter((line) => !line.startsWith(">")),
	};
}

test("the provider is recognized by the key's shape, and the answer to the key is said", async () => {
	expect(await pasting("gsk_good")).toEqual({
		said: "groq: the key works.",
		stored: ["groq"],
		asked: ["Paste an API key"],
	});
	expect(await pasting("gsk_wrong")).toMatchObject({
		said: "groq refused the key (401); nothing was stored",
		stored: [],
	});
});

test("an ambiguous key asks for its provider, the likely ones first; an unknown one among all", async () => {
	expect(await pasting("sk-good", "2")).toMatchObject({
		said: "deepseek: the key works.",
		asked: [
			"Paste an API key",
			"Which provider is this key for?",
			"  1. openai (openai)",
			"  2. deepseek (deepseek)",
			"  3. groq (groq)",
			"  4. acme (acme)",
		],
	});
	expect(await pasting("unknown", "")).toMatchObject({ said: "", stored: [] });
	expect((await pasting("two words", "")).said).toBe("");
});
