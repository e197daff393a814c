import { expect } from "bun:test";
import { readFile, stat } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, failure, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { atTerminal } from "./at-terminal.ts";

/** Generous, because tests run in parallel. */
const timeoutMs = 20_000;
const escapeKey = "\x1b";
const down = "\x1b[B";

/** Clipboard content sent with OSC 52. */
function copied(output: string): string[] {
	return [...output.matchAll(/\x1b\]52;c;([A-Za-z0-9+/=]*)\x07/g)].map(([, data = ""]) =>
		Buffer.from(data, "base64").toString("utf8"),
	);
}

verifies(
	"slash-commands:context:new",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("remember blue", "One.");
		await terminal.say("/new", "✔ New session started");
		expect(await omp.sessions()).toHaveLength(1);
		await terminal.say("hello", "Two.");
		await until(async () => (await omp.sessions()).length === 2);
		expect(JSON.stringify(omp.model.requests[1])).not.toContain("blue");
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:clear",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("the word is swordfish", "One.");
		await terminal.say("/clear", "✔ Context reset — 2 messages dropped; session continues.");
		await terminal.say("which word?", "Two.");
		expect(JSON.stringify(omp.model.requests[1])).not.toContain("swordfish");
		expect(await omp.sessions()).toHaveLength(1);
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:drop",
	async () => {
		await using omp = await ompProject({ replies: [text("One.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("hello", "One.");
		await terminal.say("/drop", "This cannot be undone.");
		await terminal.press("\r", "Session kept");
		expect(await omp.sessions()).toHaveLength(1);
		await terminal.say("/drop", "This cannot be undone.");
		terminal.type(down);
		await terminal.press("\r", "✔ Session dropped; a new one started");
		expect(await omp.sessions()).toHaveLength(0);
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:compact",
	async () => {
		const replies = [
			text("word ".repeat(30_000)),
			text("Short."),
			text("## Goal\nShip it"),
			text("I worked."),
			text("Ok."),
		];
		await using omp = await ompProject({ replies });
		await using terminal = await atTerminal(omp);
		await terminal.say("/compact", "Nothing to compact (no messages yet)");
		terminal.type("write a lot\r");
		await until(() => omp.model.requests.length === 1);
		await terminal.say("and a little", "Short.");
		await terminal.say("/compact remote", "No summary endpoint is set.");
		await terminal.say("/compact soft keep the tests in mind", "Compacted: ");
		expect(JSON.stringify(omp.model.requests[2])).toContain("keep the tests in mind");
		await terminal.say("next", "Ok.");
		expect(JSON.stringify(omp.model.requests.at(-1))).toContain("Ship it");
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:handoff",
	async () => {
		const slow = delivered(text("Too late."), { firstChunkDelayMs: 5000 });
		await using omp = await ompProject({ replies: [text("One."), slow, text("All that matters."), text("Two.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/handoff", "Nothing to hand off (no messages yet)");
		await terminal.say("hello", "One.");
		await terminal.say("/handoff", "Generating handoff… (esc to cancel)");
		await until(() => omp.model.requests.length === 2);
		await terminal.press(escapeKey, "Handoff cancelled");
		await terminal.say("/handoff the tests", "✔ New session started with handoff context");
		await terminal.say("go on", "Two.");
		const last = JSON.stringify(omp.model.requests.at(-1));
		expect(last).toContain("All that matters.");
		expect(last).toContain("handoff-context");
		expect(await omp.sessions()).toHaveLength(2);
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:retry",
	async () => {
		await using omp = await ompProject({ replies: [failure(400, "not today"), text("Today after all.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/retry", "Nothing to retry");
		await terminal.say("hello", "not today");
		await terminal.say("/retry", "Today after all.");
		await terminal.press("\x1br", "Nothing to retry");
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:queue",
	async () => {
		const replies = [
			toolCall("bash", { i: "Working", command: "echo now-$((1 + 1)); until [ -e done ]; do sleep 0.02; done" }),
			text("One."),
			text("Two."),
		];
		await using omp = await ompProject({ replies });
		await using terminal = await atTerminal(omp);
		await terminal.press("go\r", "now-2");
		await terminal.say("/queue and then push", "Queued for after this turn · 1");
		await omp.files.write("done", "");
		await terminal.waitFor("Two.");
		expect(JSON.stringify(omp.model.requests[1])).not.toContain("and then push");
		expect(JSON.stringify(omp.model.requests[2])).toContain("and then push");
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:btw",
	async () => {
		const replies = [text("One."), text("It is swordfish."), text("Two."), text("It is blue."), text("Three.")];
		await using omp = await ompProject({ replies });
		await using terminal = await atTerminal(omp);
		await terminal.say("the word is swordfish", "One.");
		await terminal.say("/btw which word was it?", "It is swordfish.");
		await terminal.press("c", "Copied the answer");
		await until(() => copied(terminal.output()).length > 0);
		expect(copied(terminal.output())).toEqual(["It is swordfish."]);
		terminal.type(escapeKey);
		await until(() => !terminal.screen().includes("By the way"));
		await terminal.say("go on", "Two.");
		expect(JSON.stringify(omp.model.requests[1])).toContain("the word is swordfish");
		expect(JSON.stringify(omp.model.requests[2])).not.toContain("which word was it?");
		await terminal.say("/btw and the color?", "It is blue.");
		await terminal.press("b", "Question and answer were added to this copy of the session");
		await terminal.say("and now", "Three.");
		expect(JSON.stringify(omp.model.requests[4])).toContain("It is blue.");
		expect(await omp.sessions()).toHaveLength(2);
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:context",
	async () => {
		await using omp = await ompProject({ files: { "AGENTS.md": "Be kind. ".repeat(200) }, replies: [text("One.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("hello", "One.");
		await terminal.say("/context", "Compaction reserve");
		const screen = terminal.screen();
		for (const part of ["System prompt", "Tools", "Context files", "Messages", "Free"]) expect(screen).toContain(part);
		expect(screen).toMatch(/▥ Context files +[1-9]/);
		expect(screen).toContain("□ □ □ □");
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:copy",
	async () => {
		const reply = "Run it:\n```sh\nmake all\n```\nor write\n```ts\nlet a = 1;\n```\n";
		await using omp = await ompProject({ replies: [text(reply)] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/copy", "Nothing to copy yet");
		await terminal.say("how?", "let a = 1;");
		await terminal.say("/copy code", "Copied code");
		await terminal.say("/copy cmd", "Copied command");
		await terminal.say("/copy last", "Copied message");
		await terminal.say("/copy", "Prompt");
		await terminal.press("how\r", "Copied prompt");
		await until(() => copied(terminal.output()).length === 4);
		const [code, command, message = "", prompt] = copied(terminal.output());
		expect([code, command, prompt]).toEqual(["let a = 1;", "make all", "how?"]);
		expect(message).toContain("Run it:");
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:dump",
	async () => {
		await using omp = await ompProject({ replies: [text("One.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/dump", "No messages to dump yet.");
		await terminal.say("hello", "One.");
		await terminal.say("/dump", "Transcript copied to clipboard.");
		const path = /Request: (\S+)/.exec(terminal.screen())?.[1] ?? "";
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ model: "acme/a-1" });
		await until(() => copied(terminal.output()).some((dumped) => dumped.includes("## user\n\nhello")));
		terminal.type("\x04");
		await terminal.exit;
		const printed = await omp.run(["-c", "-p", "/dump"]);
		expect(printed.stdout).toContain("One.");
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:export",
	async () => {
		await using omp = await ompProject({ replies: [text("One.")] });
		await using terminal = await atTerminal(omp, { env: { PATH: "/usr/bin:/bin" } });
		await terminal.say("hello", "One.");
		await terminal.say('/export --themes "my page.html"', "Exported to: ");
		const page = await omp.files.read("my page.html");
		const data = /<script id="session-data" type="application\/json">([^<]*)</.exec(page)?.[1] ?? "";
		const decoded = JSON.parse(Buffer.from(data, "base64").toString("utf8"));
		expect(Object.keys(decoded.themes)).toContain("titanium");
		await terminal.say("/export copy", "Use /dump to copy the text.");
		await terminal.say("/export a b", "Usage: /export [--themes] [--redact] [path]");
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:fresh",
	async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("hello", "One.");
		await terminal.say("/fresh", "Fresh provider session started (");
		await terminal.say("hello again", "Two.");
		expect(JSON.stringify(omp.model.requests[1])).toContain("hello again");
		expect(JSON.stringify(omp.model.requests[1])).toContain("One.");
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:shake",
	async () => {
		const heavy = toolCall("bash", { i: "Printing", command: "for i in $(seq 3000); do echo heavy line $i; done" });
		await using omp = await ompProject({ replies: [heavy, text("Printed."), text("Lighter.")] });
		await using terminal = await atTerminal(omp);
		await terminal.say("/shake", "Nothing to shake.");
		await terminal.say("print", "Printed.");
		await terminal.say("/shake", "Shaken: 1 pieces put aside");
		await terminal.say("/shake images", "Nothing to shake.");
		await terminal.say("next", "Lighter.");
		expect(JSON.stringify(omp.model.requests[2])).toContain("artifact://");
		expect(JSON.stringify(omp.model.requests[2])).not.toContain("heavy line 2999");
	},
	timeoutMs,
);

verifies(
	"slash-commands:context:share",
	async () => {
		const uploads: Uint8Array[] = [];
		const server = Bun.serve({
			port: 0,
			hostname: "127.0.0.1",
			async fetch(request) {
				uploads.push(await request.bytes());
				return Response.json({ id: "shared-1" });
			},
		});
		const url = `http://127.0.0.1:${server.port}/s`;
		try {
			await using omp = await ompProject({ replies: [text("One.")] });
			await omp.home.write(".omp/agent/config.yml", `share:\n  serverUrl: ${url}\n`);
			await using terminal = await atTerminal(omp);
			await terminal.say("/share", "Nothing to share yet.");
			await terminal.say("hello", "One.");
			await terminal.say("/share", `uploaded to ${url}`);
			terminal.type(escapeKey);
			await until(() => !terminal.screen().includes("Share session"));
			expect(uploads).toHaveLength(0);
			await terminal.say("/share", `uploaded to ${url}`);
			await terminal.press("\r", `Shared: ${url}/shared-1#`);
			terminal.type("/share\r");
			await until(() => uploads.length === 2);
			expect(Buffer.from(uploads[0] ?? []).includes("hello")).toBe(false);
			await omp.home.write(".omp/agent/share.ts", 'export default async () => ({ message: "Mine: " + 1 });');
			await terminal.say("/share", "Mine: 1");
			expect(uploads).toHaveLength(2);
		} finally {
			await server.stop(true);
		}
	},
	timeoutMs,
);
