import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { extendedSession } from "./extended-session.ts";

describe("extensions in print mode and over RPC", () => {
	const fails = `export default (pi) => {
		pi.on("agent_start", () => { throw new Error("on purpose"); });
		pi.registerCommand("shout", { description: "Shouts", handler: async (args, ctx) => ctx.ui.notify(args.toUpperCase()) });
		pi.registerCommand("help", { handler: async () => {} });
		pi.on("input", (event) => (event.text === "secret" ? { handled: true } : { text: event.text.replace("cat", "dog") }));
	};`;

	test("over RPC a host hears that omp is ready before anything else, and can answer what the start asks", async () => {
		const asks = `export default (pi) => {
			pi.registerCommand("x", { handler: async () => {} });
			pi.on("session_start", async (_event, { ui }) => ui.notify("You said " + (await ui.input("Who?"))));
		};`;
		await using omp = await ompProject({ files: { "x.ts": asks } });
		await using host = rpcHost(omp, { args: ["-e", "x.ts"] });
		host.send({ id: "s", type: "get_state" });
		const asked = await host.frame({ method: "input", title: "Who?" });
		expect(host.frames[0]).toMatchObject({ type: "ready" });
		expect(host.frames.some(({ type }) => type === "response")).toBe(false);
		host.send({ type: "extension_ui_response", id: asked.id, value: "me" });
		await host.frame({ method: "notify", message: "You said me" });
		await host.frame({ type: "response", id: "s", success: true });
	});

	verifies("extensions:command:clash", async () => {
		const again = `export default (pi) => pi.registerCommand("shout", { handler: async (_args, ctx) => ctx.ui.notify("later") });`;
		await using omp = await ompProject({ files: { "x.ts": fails, "y.ts": again } });
		await using host = rpcHost(omp, { args: ["-e", "x.ts", "-e", "y.ts"] });
		const clash = await host.frame({ type: "notice", level: "warning" });
		expect(clash.message).toContain("/help of an extension is left out");
		await host.ask({ id: "1", type: "prompt", message: "/shout x" });
		await host.frame({ method: "notify", message: "later" });
	});

	test("many commands of one extension are announced once", async () => {
		const many = `export default (pi) => { for (let n = 0; n < 20; n++) pi.registerCommand("c" + n, { handler: async () => {} }); };`;
		await using omp = await ompProject({ files: { "x.ts": many } });
		await using host = rpcHost(omp, { args: ["-e", "x.ts"] });
		const isUpdate = ({ type }: { readonly type?: unknown }) => type === "available_commands_update";
		await until(() => host.frames.find((frame) => isUpdate(frame) && JSON.stringify(frame).includes('"c19"')));
		await host.ask({ id: "1", type: "get_state" });
		expect(host.frames.filter(isUpdate).length).toBeLessThanOrEqual(3);
	});

	test("input is rewritten or taken before anything else is made of it", async () => {
		await using omp = await ompProject({ replies: [text("A."), text("B.")], files: { "x.ts": fails } });
		await omp.run(["-e", "x.ts", "-p", "a cat"]);
		await using host = rpcHost(omp, { args: ["-e", "x.ts"] });
		const taken = await host.ask({ id: "1", type: "prompt", message: "secret" });
		expect(taken).toMatchObject({ success: true, data: { agentInvoked: false } });
		await host.ask({ id: "2", type: "prompt", message: "my cat" });
		await host.frame({ type: "agent_end" });
		const said = omp.model.requests.map((request) => JSON.stringify(request.messages));
		expect(said.map((messages) => [messages.includes("dog"), messages.includes('cat"')])).toEqual([
			[true, false],
			[true, false],
		]);
	});

	test("a command of an extension works in print mode", async () => {
		const source = `export default (pi) => pi.registerCommand("mark", { handler: async (args, ctx) => {
			await Bun.write(ctx.cwd + "/marked", "<" + args + ">"); } });`;
		await using omp = await ompProject({ files: { "x.ts": source } });
		expect(await omp.run(["-e", "x.ts", "-p", "/mark  two words "])).toEqual({ stdout: "", stderr: "", exitCode: 0 });
		expect(await omp.files.read("marked")).toBe("<two words>");
	});

	verifies("extensions:event:provider-request", async () => {
		const source = `export default (pi) => {
			pi.on("before_provider_request", async (event) => ({ ...event.payload, metadata: { user_id: "first" } }));
			pi.on("before_provider_request", async (event) => ({ ...event.payload, metadata: { user_id: event.payload.metadata.user_id + " second" } }));
			pi.on("after_provider_response", (event) => { console.error("status", event.status, typeof event.headers["content-type"]); });
		};`;
		await using omp = await ompProject({ replies: [text("A.")], files: { "x.ts": source } });
		const { stderr } = await omp.run(["-e", "x.ts", "-p", "hi"]);
		expect(omp.model.requests[0]?.metadata).toEqual({ user_id: "first second" });
		expect(stderr).toContain("status 200 string");
	});

	verifies("extensions:user-bash:replace", async () => {
		const source = `export default (pi) => {
			pi.on("user_bash", (event) => { if (event.command === "date") return { result: { output: "never", exitCode: 3 } }; });
			pi.on("user_python", (event) => ({ result: { output: "code " + event.code, exitCode: 0 } }));
		};`;
		await using at = await extendedSession({ "a.ts": source });
		expect(await at.session.shell.run("date")).toMatchObject({ output: "never", exitCode: 3 });
		expect((await at.session.shell.run("echo real")).output).toContain("real");
		expect(await at.session.shell.runPython("1+1")).toMatchObject({ output: "code 1+1", exitCode: 0 });
		expect(JSON.stringify(at.session.conversation.messages)).toContain("never");
	});
});

describe("providers of extensions", () => {
	const provider = (config: string) => `export default (pi) => pi.registerProvider("house", ${config});`;
	const model = `{ id: "h", name: "H", reasoning: false, input: ["text"], cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 100000, maxTokens: 1000 }`;

	verifies("extensions:provider:validation", async () => {
		await using at = await extendedSession({
			"a.ts": provider(`{ models: [${model}], api: "anthropic-messages", apiKey: "K" }`),
			"b.ts": provider(`{ models: [${model}], baseUrl: "http://x", apiKey: "K" }`),
			"c.ts": provider(`{ models: [${model}], baseUrl: "http://x", api: "anthropic-messages" }`),
		});
		expect(at.errors.map(({ error }) => error)).toEqual(
			["baseUrl", "api", "apiKey"].map((what) => `Provider house: "${what}" is required when defining custom models.`),
		);
	});

	verifies("extensions:provider:override", async () => {
		const source = `export default (pi) => pi.registerProvider("acme",
			{ baseUrl: process.env.OTHER_URL, headers: { "x-from": "extension" } });`;
		await using omp = await ompProject({ replies: [text("A.")], files: { "x.ts": source } });
		await using other = await ompProject({ replies: [text("From the other.")] });
		const { stdout } = await omp.run(["-e", "x.ts", "-p", "hi"], { env: { OTHER_URL: other.model.url } });
		expect(stdout).toBe("From the other.\n");
		expect(other.model.exchanges[0]?.headers["x-from"]).toBe("extension");
	});
});

test("a tool call blocked by an extension of the project after trust, not before", async () => {
	const gate = `export default (pi) => pi.on("tool_call", () => ({ block: true, reason: "The project says no." }));`;
	const replies = [
		toolCall("bash", { i: "x", command: "echo hi" }),
		text("A."),
		toolCall("bash", { i: "x", command: "echo hi" }),
		text("B."),
	];
	await using omp = await ompProject({ replies, files: { ".omp/extensions/gate.ts": gate } });
	await omp.run(["-p", "go"]);
	expect(JSON.stringify(omp.model.requests[1])).not.toContain("The project says no.");
	await omp.run(["--trust", "-p", "go"]);
	expect(JSON.stringify(omp.model.requests[3])).toContain("The project says no.");
});
