import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { extendedSession } from "./extended-session.ts";

const model = `{ id: "h", name: "H", reasoning: false, input: ["text"], cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 100000, maxTokens: 1000 }`;

/** An extension with a provider whose replies are made here. */
const speaking = (words: string) => `import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai";
	export default (pi) => pi.registerProvider("house", {
		baseUrl: "http://nowhere", api: "house-api", apiKey: "literal-key", models: [${model}],
		streamSimple(model, context, options) {
			const stream = new AssistantMessageEventStream();
			const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2,
				cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
			const said = [${JSON.stringify(words)}, Array.isArray(context.systemPrompt), context.messages.length, options.apiKey].join(" ");
			const message = { role: "assistant", content: [{ type: "text", text: said }], api: model.api,
				provider: model.provider, model: model.id, usage, stopReason: "stop", timestamp: Date.now() };
			queueMicrotask(() => {
				stream.push({ type: "start", partial: message });
				stream.push({ type: "done", reason: "stop", message });
				stream.end();
			});
			return stream;
		},
	});`;

describe("providers of extensions", () => {
	verifies("extensions:provider:register", async () => {
		const source = `export default (pi) => pi.registerProvider("house", { baseUrl: process.env.HOUSE_URL, apiKey: "HOUSE_KEY",
			api: "anthropic-messages", headers: { "x-house": "yes" }, models: [${model}] });`;
		await using omp = await ompProject({ replies: [text("From the house.")], files: { "x.ts": source } });
		const env = { HOUSE_URL: omp.model.url, HOUSE_KEY: "from-the-variable" };
		const { stdout, stderr } = await omp.run(["-e", "x.ts", "--model", "house/h", "-p", "hi"], { env });
		expect([stdout, stderr]).toEqual(["From the house.\n", ""]);
		expect(omp.model.requests[0]?.model).toBe("h");
		expect(omp.model.exchanges[0]?.headers).toMatchObject({ "x-api-key": "from-the-variable", "x-house": "yes" });
	});

	verifies("extensions:provider:stream-simple", async () => {
		await using omp = await ompProject({ files: { "x.ts": speaking("Own voice.") } });
		const { stdout, stderr } = await omp.run(["-e", "x.ts", "--model", "house/h", "-p", "hi"]);
		expect([stdout, stderr]).toEqual(["Own voice. true 1 literal-key\n", ""]);

		await using at = await extendedSession({ "a.ts": speaking("Own voice.") });
		const {
			registry,
			requests: { customApis },
		} = at.workbench;
		expect((await registry.modelsOf("house")).map(({ id }) => id)).toEqual(["h"]);
		expect([...customApis.keys()]).toEqual(["house-api"]);
		await at.files.write("extensions/a.ts", "export default () => {};");
		await at.extensions.reload();
		expect(await registry.modelsOf("house")).toEqual([]);
		expect([...customApis.keys()]).toEqual([]);
		expect(registry.providerIds()).not.toContain("house");
	});

	test("come and go while omp runs, and a factory that fails leaves none", async () => {
		const source = `export default (pi) => {
			pi.registerProvider("early", { baseUrl: "http://x", api: "early-api", apiKey: "k", models: [${model}] });
			pi.unregisterProvider("early");
			pi.registerCommand("come", { handler: async () => pi.registerProvider("late", { baseUrl: "http://x", api: "anthropic-messages", apiKey: "k", models: [${model}] }) });
			pi.registerCommand("go", { handler: async () => pi.unregisterProvider("late") });
			pi.registerCommand("bad", { handler: async () => pi.registerProvider("bad", { models: [${model}] }) });
		};`;
		const failing = `export default (pi) => { pi.registerProvider("half", { baseUrl: "http://x", api: "half-api", apiKey: "k", models: [${model}] });
			throw new Error("on purpose"); };`;
		await using at = await extendedSession({ "a.ts": source, "b.ts": failing });
		const { registry } = at.workbench;
		const ids = () => registry.providerIds().filter((id) => ["early", "late", "half", "bad"].includes(id));
		expect(ids()).toEqual([]);
		await at.command("come");
		expect(ids()).toEqual(["late"]);
		expect(registry.isUsable("late")).toBe(true);
		await at.command("go");
		expect(ids()).toEqual([]);
		await at.command("bad");
		expect(at.failures).toEqual(['a.ts command:bad: Provider bad: "baseUrl" is required when defining custom models.']);
		expect(at.errors.map(({ error }) => error)).toEqual(["on purpose"]);
	});
});
