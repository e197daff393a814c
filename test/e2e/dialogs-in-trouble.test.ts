import { expect, test } from "bun:test";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";

async function started(omp: OmpProject): Promise<PtyRun> {
	const terminal = ptyRun([...omp.command], { cols: 100, rows: 30, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	return terminal;
}

const surfaces = [
	["/settings", "Appearance"],
	["/model", "All models"],
] as const;

for (const [command, sign] of surfaces) {
	test(`${command} survives resizes, random keys and the mouse, and restores the screen`, async () => {
		await using omp = await ompProject();
		await using terminal = await started(omp);
		terminal.type(`${command}\r`);
		await terminal.waitFor(sign);
		for (const [cols, rows] of [
			[1, 1],
			[20, 5],
			[200, 60],
			[40, 10],
			[100, 30],
		] as const) {
			const before = terminal.output().length;
			await terminal.resize(cols, rows);
			await until(() => terminal.output().length > before);
		}
		await terminal.waitFor(sign);
		terminal.type("\x1b[<65;10;10M\x1b[<64;10;10M\x1b[<0;3;3M\x1b[<0;3;3m");
		terminal.type("\x1b[B\x1b[A\x1b[6~\x1b[5~\x1b[C\x1b[D\t".repeat(200));
		terminal.type("\x1b[200~ö\x1b[31m日本\nzeile\x1b[201~");
		await terminal.waitFor("日本");
		terminal.type("\x1b");
		await terminal.waitFor("Type to search");
		terminal.type("\x1b");
		await until(() => !terminal.screen().includes("Type to search"));
		await terminal.waitFor("Acme One");
		terminal.type("\x04");
		expect((await terminal.exit).code).toBe(0);
	}, 30_000);
}

test("killed during a full-screen dialog, omp restores the terminal", async () => {
	await using omp = await ompProject();
	await using terminal = await started(omp);
	terminal.type("/settings\r");
	await terminal.waitFor("Appearance");
	terminal.kill("SIGTERM");
	await terminal.exit;
	const { raw, ...modes } = terminal.modes();
	expect({ raw, ...modes }).toMatchObject({ raw: false });
	expect(terminal.output()).toContain("\x1b[?1049l");
	expect(terminal.output().lastIndexOf("\x1b[?1049l")).toBeGreaterThan(terminal.output().lastIndexOf("\x1b[?1049h"));
});
