import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { opened, rests } from "./at-terminal.ts";

/** A question takes no key for a moment, and several programs share the machine. */
setDefaultTimeout(30_000);

const files = { "greet.txt": "hello\n" };
const plan = "# Greeter\n\n## Steps\n1. Change greet.txt\n";

verifies("slash-commands:mode:plan", async () => {
	await using omp = await ompProject({
		files,
		replies: [
			toolCall("write", { path: "greet.txt", content: "too early\n" }),
			toolCall("write", { path: "local://louder-plan.md", content: plan }),
			toolCall("resolve", { action: "apply", reason: "ready", extra: { title: "louder" } }),
			text("Carried out."),
		],
	});
	await using terminal = ptyRun([...omp.command], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	terminal.type("/plan make it louder\r");
	await terminal.waitFor("Plan Review");
	await opened(terminal, "Approve and execute");
	expect(await Bun.file(join(omp.path, "greet.txt")).text()).toBe("hello\n");
	expect(JSON.stringify(omp.model.requests[1])).toContain("Plan mode: the working tree is read-only.");
	terminal.type("\x1b");
	await terminal.waitFor("Still planning.");
	terminal.type("/plan-review\r");
	await terminal.waitFor("Approve and execute");
	terminal.type("\r");
	await terminal.waitFor("Carried out.");
	// Messages of the planning session are not repeated in the new session.
	expect(terminal.history().match(/make it louder|in a new session|Carried out\./g) as string[]).toEqual([
		"make it louder",
		"in a new session",
		"Carried out.",
	]);
	const sessions = await omp.sessions();
	expect(sessions).toHaveLength(2);
	expect(sessions[1]?.[0]).toMatchObject({ title: "Louder", titleSource: "auto" });
	const last = JSON.stringify(omp.model.requests.at(-1));
	expect(last).toContain("Plan approved at local://louder-plan.md.");
	expect(last).not.toContain("make it louder");
	await rests(terminal);
	terminal.type("/plan\r");
	await until(() => terminal.screen().split("Plan mode on").length === 3);
	terminal.type("/plan\r");
	await terminal.waitFor("Plan mode off.");
});

test("a review that opens while somebody types is not answered by it", async () => {
	await using omp = await ompProject({
		files,
		replies: [
			toolCall("write", { path: "local://louder-plan.md", content: plan }),
			toolCall("resolve", { action: "apply", reason: "ready", extra: { title: "louder" } }),
		],
		otherwise: () => text("Carried out."),
	});
	await using terminal = ptyRun([...omp.command], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	terminal.type("/plan make it louder\r");
	const type = async (keys: string) => {
		for (const key of keys) {
			terminal.type(key);
			await Bun.sleep(60);
		}
	};
	while (!terminal.screen().includes("Approve and execute")) await type("ab ");
	await type("ab \rab \rab \r");
	await Bun.sleep(1200);
	// Later, too: the first letter of a word is a key of the review.
	await type("go on\rcut it\r");
	expect(terminal.screen()).toContain("Approve and execute");
	expect(omp.model.requests).toHaveLength(2);
	expect(await omp.sessions()).toHaveLength(1);
	await Bun.sleep(1200);
	terminal.type("\x1b");
	await terminal.waitFor("Still planning.");
	expect(terminal.screen()).toContain("cut it");
});

verifies("agent-loop:plan:tree-read-only", async () => {
	await using omp = await ompProject({
		files,
		replies: [
			toolCall("write", { path: "greet.txt", content: "too early\n" }),
			toolCall("write", { path: "new.txt", content: "too early\n" }),
			toolCall("write", { path: "local://notes.md", content: "what I found\n" }),
			text("Looked around."),
		],
	});
	await omp.home.write(".omp/agent/config.yml", "plan:\n  defaultOnStartup: true\n");
	await using terminal = ptyRun([...omp.command], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Plan mode on");
	terminal.type("look around\r");
	await terminal.waitFor("Looked around.");
	const refusal = "Plan mode: the working tree is read-only. Write your plan to a local://<slug>-plan.md file instead.";
	expect(JSON.stringify(omp.model.requests[1])).toContain(refusal);
	expect(JSON.stringify(omp.model.requests[2])).toContain(refusal);
	expect(JSON.stringify(omp.model.requests[3])).toContain("Successfully wrote 13 bytes to local://notes.md");
	expect(await Bun.file(join(omp.path, "greet.txt")).text()).toBe("hello\n");
	expect(await Bun.file(join(omp.path, "new.txt")).exists()).toBe(false);
});

verifies("slash-commands:mode:plan-review", async () => {
	await using omp = await ompProject({ replies: [text("Planned nothing.")] });
	await omp.home.write(".omp/agent/config.yml", "plan:\n  defaultOnStartup: true\n");
	await using terminal = ptyRun([...omp.command], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Plan mode on");
	terminal.type("/plan-review\r");
	await terminal.waitFor("No plan to review.");
	terminal.type("hello\r");
	await terminal.waitFor("Planned nothing.");
	await until(() => JSON.stringify(omp.model.requests[0]).includes("Plan mode is on."));
});

test("--plan-yolo executes a plan at the terminal without a review", async () => {
	await using omp = await ompProject({
		files,
		replies: [
			toolCall("write", { path: "local://louder-plan.md", content: plan }),
			toolCall("resolve", { action: "apply", reason: "ready", extra: { title: "louder" } }),
			toolCall("write", { path: "greet.txt", content: "HELLO\n" }),
			text("Carried out."),
		],
	});
	const command = [...omp.command, "--plan-yolo"];
	await using terminal = ptyRun(command, { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	terminal.type("make it louder\r");
	await terminal.waitFor("Carried out.");
	expect(terminal.history()).not.toContain("Plan Review");
	expect(await Bun.file(join(omp.path, "greet.txt")).text()).toBe("HELLO\n");
});
