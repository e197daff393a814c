import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcClient, rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

verifies(
	"agent-loop:message:image-source-form",
	async () => {
		await using omp = await ompProject({ replies: [text("Seen.")] });
		await using client = await rpcClient(omp);
		const source = { type: "base64", mediaType: "image/png", data: png };
		await client.promptAndWait("look", { images: [{ type: "image", source } as never] });
		const [message] = await client.getMessages();
		expect((message as { content: unknown[] }).content[1]).toEqual({
			type: "image",
			data: expect.any(String),
			mimeType: expect.stringMatching(/^image\//),
		});
	},
	20_000,
);

verifies(
	"agent-loop:run:empty-stop-is-transient",
	async () => {
		const nothing = text("", { usage: { inputTokens: 10, outputTokens: 1 } });
		await using omp = await ompProject({ replies: [nothing, nothing, text("Here I am.")] });
		const { stdout, exitCode } = await omp.run(["-p", "--mode", "json", "are you there?"]);
		const events = stdout
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(events.filter(({ type }) => type.startsWith("auto_retry"))).toMatchObject([
			{ type: "auto_retry_start", attempt: 1 },
			{ type: "auto_retry_start", attempt: 2 },
			{ type: "auto_retry_end", success: true },
		]);
		expect([events.at(-1).messages.at(-1).content[0].text, exitCode]).toEqual(["Here I am.", 0]);
		// Empty failed replies are not sent.
		expect(omp.model.requests.map(({ messages }) => (messages as unknown[]).length)).toEqual([1, 1, 1]);
	},
	20_000,
);

verifies(
	"agent-loop:tool:images-dropped-for-text-model",
	async () => {
		await using omp = await ompProject({ replies: [toolCall("read", { i: "look", path: "dot.png" }), text("Blind.")] });
		await Bun.write(omp.files.file("dot.png"), Buffer.from(png, "base64"));
		await omp.home.write(".omp/agent/config.yml", "inspect_image: { mode: off }\n");
		await omp.run(["-p", "--model", "acme/a-2", "look at dot.png"]);
		const sent = JSON.stringify(omp.model.requests[1]?.messages);
		expect(sent).toContain("[image omitted: the active model does not support image input]");
		expect(sent).not.toContain('"type":"image"');
	},
	20_000,
);

verifies(
	"agent-loop:prompt:no-key",
	async () => {
		await using omp = await ompProject();
		const env = { ACME_KEY: "", ANTHROPIC_API_KEY: "", HOME: omp.home.path };
		const refused = await omp.run(["-p", "--model", "anthropic/claude-sonnet-4-5", "hi"], { env });
		expect(refused.exitCode).toBe(1);
		expect(refused.stderr).toContain("anthropic");
		expect(refused.stderr).toContain("ANTHROPIC_API_KEY");
	},
	20_000,
);

verifies(
	"context-management:tokens:context-view",
	async () => {
		await using omp = await ompProject({ replies: [text("Done.")] });
		await using host = rpcHost(omp);
		await host.ask({ id: "p", type: "prompt", message: "hello" });
		await host.frame({ type: "agent_end" });
		await host.ask({ id: "c", type: "prompt", message: "/context" });
		const shown = String((await host.frame({ type: "command_output" })).text);
		for (const part of ["System prompt", "Tools", "Memory", "Messages", "Free", "Compaction reserve"]) {
			expect(shown).toMatch(new RegExp(`${part} +[\\d,]+ +[\\d.]+%`));
		}
	},
	20_000,
);
