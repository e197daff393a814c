import { expect, setDefaultTimeout, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { opened } from "./at-terminal.ts";

/** The question takes no key for a moment, and several programs share the machine. */
setDefaultTimeout(30_000);

const unsafe = toolCall("bash", { i: "Clean", command: "rm -rf ./work" });
const fresh = { OMP_SKIP_SETUP: "0" };
const hint =
	"Approvals: yolo, which never asks (default). Choose with --approval-mode or: omp config set tools.approvalMode write\n";

function start(omp: OmpProject, ...args: string[]): PtyRun {
	const env = { ...omp.env, ...fresh };
	return ptyRun([...omp.command, ...args], { cols: 100, rows: 30, cwd: omp.path, env });
}

const configOf = (omp: OmpProject) => omp.home.read(".omp/agent/config.yml").catch(() => "");

verifies("cli:first-run:approvals", async () => {
	await using omp = await ompProject({ replies: [unsafe, text("Asked.")], files: { "work/a.txt": "a" } });
	{
		await using terminal = start(omp, "clean up");
		await opened(terminal, "What may omp do without asking?");
		// The prompt of the command line waits, and typing chooses nothing.
		terminal.type("yes please\r");
		await Bun.sleep(500);
		expect(omp.model.requests).toHaveLength(0);
		expect(await configOf(omp)).toBe("");
		await Bun.sleep(1000);
		terminal.type("\r");
		await opened(terminal, "Run this command?");
		expect(await omp.files.read("work/a.txt")).toBe("a");
		terminal.type("\x1b");
		await terminal.waitFor("Asked.");
		expect(terminal.screen()).toContain("yes please");
		terminal.type("\x03\x03");
		terminal.type("\x03\x03");
		await terminal.exit;
	}
	expect(await configOf(omp)).toContain("approvalMode: write");
	await using again = start(omp);
	await again.waitFor("ask commands");
	expect(again.history()).not.toContain("What may omp do without asking?");
});

test("a choice that was put off does not run everything", async () => {
	await using omp = await ompProject({ replies: [unsafe, text("Asked.")], files: { "work/a.txt": "a" } });
	await using terminal = start(omp);
	await opened(terminal, "What may omp do without asking?");
	terminal.type("\x1b");
	await terminal.waitFor("ask commands");
	terminal.type("clean up\r");
	await terminal.waitFor("Run this command?");
	expect(await configOf(omp)).not.toContain("approvalMode");
});

test("a mode that was chosen is not asked about", async () => {
	await using omp = await ompProject({ replies: [] });
	await using flagged = start(omp, "--approval-mode", "yolo");
	await flagged.waitFor("yolo");
	await omp.home.write(".omp/agent/config.yml", "tools:\n  approvalMode: always-ask\n");
	await using configured = start(omp);
	await configured.waitFor("ask all");
	await Bun.sleep(300);
	for (const terminal of [flagged, configured]) expect(terminal.history()).not.toContain("What may omp do");
});

test("without a terminal, one line says which mode runs, once for a home", async () => {
	await using omp = await ompProject({ otherwise: () => text("Hi.") });
	expect(await omp.run(["-p", "hi"], { env: fresh })).toMatchObject({ stdout: "Hi.\n", stderr: hint, exitCode: 0 });
	expect((await omp.run(["-p", "hi"], { env: fresh })).stderr).toBe("");
	await using other = await ompProject({ otherwise: () => text("Hi.") });
	const json = await other.run(["--mode", "json", "hi"], { env: fresh });
	expect(json.stderr).toBe(hint);
	for (const line of json.stdout.trimEnd().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
	const chosen = await omp.run(["-p", "--approval-mode", "write", "hi"], { env: fresh });
	expect(chosen.stderr).toBe("");
	await omp.home.write(".omp/agent/config.yml", "tools:\n  approvalMode: yolo\n");
	expect((await omp.run(["-p", "hi"], { env: fresh })).stderr).toBe("");
});

test("plain mode asks line by line", async () => {
	await using omp = await ompProject({ replies: [] });
	await using terminal = start(omp, "--plain");
	await terminal.waitFor("What may omp do without asking?");
	await terminal.waitFor("Number");
	terminal.type("2\r");
	await until(async () => (await configOf(omp)).includes("approvalMode: always-ask"));
});
