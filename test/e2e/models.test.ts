import { expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { atTerminal } from "./at-terminal.ts";

async function started(omp: OmpProject): Promise<PtyRun> {
	const terminal = ptyRun([...omp.command], { cols: 110, rows: 30, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	return terminal;
}

verifies(
	"slash-commands:model:model",
	async () => {
		await using omp = await ompProject({ replies: [text("Two here.")] });
		await using terminal = await started(omp);
		terminal.type("/model\r");
		await terminal.waitFor("All models");
		terminal.type("a-2");
		await terminal.waitFor(/❯ +acme\/a-2/);
		terminal.type("\r");
		await terminal.waitFor("Use acme/a-2 as");
		terminal.type("\r");
		await terminal.waitFor("default = acme/a-2");
		terminal.type("\x1b");
		await terminal.waitFor("Type to search");
		terminal.type("\x1b");
		await terminal.waitFor("Model: acme/a-2 (Acme Two)");
		terminal.type("hello\r");
		await terminal.waitFor("Two here.");
		expect(omp.model.requests[0]?.model).toBe("a-2");
		terminal.type("\x04");
		await terminal.exit;
		expect(await omp.home.read(".omp/agent/config.yml")).toBe("modelRoles:\n  default: acme/a-2\n");
		expect((await omp.run(["-p", "/model"])).stdout).toContain("Model: acme/a-2 (Acme Two)");
	},
	30_000,
);

verifies(
	"slash-commands:model:switch",
	async () => {
		await using omp = await ompProject({ replies: [text("Two here.")] });
		await using terminal = await started(omp);
		terminal.type("\x1bp");
		await terminal.waitFor("Switch Model");
		terminal.type("\x1b");
		await until(() => !terminal.screen().includes("Switch Model"));
		terminal.type("/switch two\r");
		await terminal.waitFor("❯ acme/a-2");
		terminal.type("\r");
		await terminal.waitFor("Model: acme/a-2 (this session only)");
		terminal.type("hello\r");
		await terminal.waitFor("Two here.");
		expect(omp.model.requests[0]?.model).toBe("a-2");
		expect(await omp.home.read(".omp/agent/config.yml").catch(() => "none")).toBe("none");
	},
	30_000,
);

test("the model picker shows the measured speed of a model", async () => {
	const usage = { inputTokens: 10, outputTokens: 80 };
	const slow = delivered(text("word ".repeat(20), { usage }), { chunkChars: 10, chunkDelayMs: 10 });
	await using omp = await ompProject({ replies: [slow] });
	await using terminal = await atTerminal(omp);
	await terminal.say("hello", "word word");
	await until(() => !terminal.screen().includes("⟦esc⟧"));
	await terminal.say("/switch", "Switch Model");
	await terminal.waitFor(/acme\/a-1 .*Acme One · [\d.]+ t\/s · 200K/);
	expect(terminal.screen()).toMatch(/acme\/a-2 .*Acme Two · 100K/);
});
