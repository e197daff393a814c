import { expect, test } from "bun:test";
import { says, scriptedModel, scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { modelServer } from "@oh-my-pi/pi-testkit/servers/model-server";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { complete } from "../packages/ai.ts";
import { type CreateAgentSessionOptions, createAgentSession, Settings } from "./embedded-entry.ts";

const cap = 3;

/** Two sessions of one process that may send three requests each; the first one's extension sends them all. */
async function twoSessions(imports: string, calls: string, inline?: "inline") {
	await using server = await modelServer({ replies: Array.from({ length: cap }, () => text("Hi.")) });
	const model = { ...scriptedModelRecord, api: "anthropic-messages", baseUrl: server.url } as const;
	const spends = `${imports}
		export default (pi) => pi.on("before_agent_start", async ({ prompt }) => {
			${calls}
			for (let sent = 0; prompt === "spend" && sent < ${cap}; sent++) {
				await complete(${JSON.stringify(model)}, { messages: [{ role: "user", content: "hi" }] }, { apiKey: "key" });
			}
		});`;
	await using files = await workspace({ "spends.ts": spends });
	const open = (name: string, extension: Partial<CreateAgentSessionOptions>) =>
		createAgentSession({
			cwd: files.path,
			agentDir: files.file(name),
			model: scriptedModelRecord,
			streamFn: scriptedModel([says("Hello.")]).streamFn,
			settings: Settings.inMemory({ budget: { session: { requests: cap } } }),
			...extension,
		});
	const inlineFactory: NonNullable<CreateAgentSessionOptions["extensions"]>[number] = (pi) =>
		pi.on("before_agent_start", async ({ prompt }) => {
			for (let sent = 0; prompt === "spend" && sent < cap; sent++) {
				await complete(model, { messages: [{ role: "user", content: "hi", timestamp: 0 }] }, { apiKey: "key" });
			}
		});
	const extension = inline ? { extensions: [inlineFactory] } : { additionalExtensionPaths: [files.file("spends.ts")] };
	const first = await open("first", extension);
	const second = await open("second", extension);
	expect([...first.extensionsResult.errors, ...second.extensionsResult.errors]).toEqual([]);
	await first.session.prompt("spend");
	await second.session.prompt("go");
	const ends = [first, second].map(({ session }) => session.messages.at(-1));
	await first.session.dispose();
	await second.session.dispose();
	expect(server.requests).toHaveLength(cap);
	return ends;
}

const refused = { stopReason: "error", errorMessage: expect.stringContaining("Budget reached: 3 of 3 requests") };
const answered = { stopReason: "stop", content: [{ type: "text", text: "Hello." }] };

test("requests of an extension count for its own session, not for the one opened last", async () => {
	const ends = await twoSessions('import { complete } from "@oh-my-pi/pi-ai";', "");
	expect(ends).toMatchObject([refused, answered]);
});

test("requests of a module that sessions share count for the session whose extension runs", async () => {
	const computed = 'const { complete } = await import(["@oh-my-pi", "pi-ai"].join("/"));';
	expect(await twoSessions("", computed)).toMatchObject([refused, answered]);
	expect(await twoSessions("", "", "inline")).toMatchObject([refused, answered]);
});
