import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { failure, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { rests } from "./at-terminal.ts";

async function started(omp: OmpProject): Promise<PtyRun> {
	const terminal = ptyRun([...omp.command], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	return terminal;
}

async function say(terminal: PtyRun, line: string, answer: string | RegExp): Promise<void> {
	terminal.type(`${line}\r`);
	await terminal.waitFor(answer);
	if (!line.startsWith("/")) await rests(terminal);
}

describe("slash commands", () => {
	test("/new starts a session, and /resume returns to the first", async () => {
		await using omp = await ompProject({
			replies: [text("First answer."), text("Second answer."), text("Third answer.")],
		});
		await using terminal = await started(omp);
		await say(terminal, "remember the color blue", "First answer.");
		await say(terminal, "/new", "New session started");
		await say(terminal, "a fresh start", "Second answer.");
		await say(terminal, "/resume", "Resume Session");
		await terminal.waitFor("remember the color blue");
		terminal.type("\r");
		await terminal.waitFor("Resumed");
		await say(terminal, "which color?", "Third answer.");
		expect(JSON.stringify(omp.model.requests[1])).not.toContain("blue");
		expect(JSON.stringify(omp.model.requests[2])).toContain("blue");
		expect(await omp.sessions()).toHaveLength(2);
	});

	test("/clear empties the context and keeps the session", async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		await using terminal = await started(omp);
		await say(terminal, "the secret word is swordfish", "One.");
		await say(terminal, "/clear", "Context reset — 2 messages dropped");
		await say(terminal, "what was the word?", "Two.");
		expect(JSON.stringify(omp.model.requests[1])).not.toContain("swordfish");
		expect(await omp.sessions()).toHaveLength(1);
	});

	test("/retry repeats the request after a failure", async () => {
		await using omp = await ompProject({ replies: [failure(400, "not today"), text("Today after all.")] });
		await using terminal = await started(omp);
		await say(terminal, "hello", "not today");
		await say(terminal, "/retry", "Today after all.");
		await say(terminal, "/retry", "Nothing to retry");
	});

	test("/rename, /session and /export report their result", async () => {
		await using omp = await ompProject({ replies: [text("Hi.")] });
		await using terminal = await started(omp);
		await say(terminal, "hello", "Hi.");
		await say(terminal, "/rename Tidy up", "Session renamed to Tidy up.");
		await say(terminal, "/session", "Messages: 1 user, 1 assistant");
		await say(terminal, "/export page.html", "Exported to: ");
		await until(async () => (await readdir(omp.path)).includes("page.html"));
		expect((await omp.sessions())[0]?.[0]).toMatchObject({ title: "Tidy up", titleSource: "user" });
	});

	test("/help lists every command, and a wrong argument is answered with the usage", async () => {
		await using omp = await ompProject();
		await using terminal = await started(omp);
		terminal.type("/help\r");
		await terminal.waitFor("[Model and modes]");
		// Right goes to the next tab, Enter takes the command into the editor.
		terminal.type("\x1b[C");
		await terminal.waitFor("[Conversation and context]");
		terminal.type("\x1b[B\r");
		await until(() => terminal.screen().includes("─ /clear "));
		terminal.type("\x15");
		await say(terminal, "/queue", "Usage: /queue <message>");
	});

	test("Up recalls earlier prompts, also after a restart", async () => {
		await using omp = await ompProject({ replies: [text("Hi.")] });
		{
			await using terminal = await started(omp);
			await say(terminal, "a memorable prompt", "Hi.");
			terminal.type("\x04");
			await terminal.exit;
		}
		await using terminal = await started(omp);
		await Bun.sleep(300);
		terminal.type("\x1b[A");
		await terminal.waitFor("a memorable prompt");
	});

	test("a line with ! runs in the shell, and the model sees it with the next message", async () => {
		await using omp = await ompProject({ replies: [text("Noted.")] });
		await using terminal = await started(omp);
		await say(terminal, "!echo from the $((40 + 2)) shell", "from the 42 shell");
		await say(terminal, "!!echo hidden $((1 + 1)) words", "(not in context)");
		await say(terminal, "what did I run?", "Noted.");
		const request = JSON.stringify(omp.model.requests[0]);
		expect(request).toContain("from the 42 shell");
		expect(request).not.toContain("hidden 2 words");
	});

	test("@ completes the project's files", async () => {
		await using omp = await ompProject({
			files: { "src/needle-file.ts": "x", "other.md": "y" },
			replies: [text("Seen.")],
		});
		await using terminal = await started(omp);
		terminal.type("look at @needle");
		await terminal.waitFor("src/needle-file.ts");
		terminal.type("\t");
		await until(() => terminal.screen().includes("look at @src/needle-file.ts"));
	});

	test("queued messages are shown, and Esc returns them to the editor", async () => {
		const waiting = toolCall("bash", { i: "Waiting", command: "echo now-$((1 + 1)); sleep 600" });
		await using omp = await ompProject({ replies: [waiting] });
		await using terminal = await started(omp);
		terminal.type("wait\r");
		await terminal.waitFor("now-2");
		terminal.type("first thought\r");
		await terminal.waitFor("Steering · 1");
		terminal.type("second thought\x11");
		await terminal.waitFor("Queued for after this turn · 1");
		terminal.type("\x1b");
		await terminal.waitFor("Interrupted");
		await until(() => !terminal.screen().includes("Steering · 1"));
		expect(terminal.screen()).toContain("first thought");
		expect(terminal.screen()).toContain("second thought");
		expect(omp.model.requests).toHaveLength(1);
	});
});
