import { expect, test } from "bun:test";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";

test("process host: the JSC option of the launcher is not passed to child processes", async () => {
	const script = `
		const { processHost } = await import(${JSON.stringify(join(import.meta.dir, "process-host.ts"))});
		const { env } = processHost();
		process.env.ADDED = "1";
		const options = [{}, { env }, { env: { ONLY: "1" } }];
		for (const given of options) {
			const output = await new Response(Bun.spawn(["env"], given).stdout).text();
			console.log(JSON.stringify(output.match(/^(?:BUN_JSC_\\w+|KEPT|ADDED|ONLY)=/gm)));
		}`;
	const engine = { BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "1000000" };
	const env = { PATH: process.env.PATH ?? "", KEPT: "1", ...engine };
	const { stdout, stderr } = await runCommand([process.execPath, "-e", script], { env });
	expect(stdout + stderr).toBe('["KEPT=","ADDED="]\n["KEPT=","ADDED="]\n["ONLY="]\n');
});
