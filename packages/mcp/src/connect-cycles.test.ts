import { expect } from "bun:test";
import { join } from "node:path";
import { requiresThat } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";

const program = join(import.meta.dir, "testing/connect-cycles.ts");
const maxMegabytes = 5;

const onLinux = requiresThat(process.platform === "linux", "/proc, so Linux");

onLinux(
	"a thousand servers that are closed or killed leave no process, no descriptor and less than 5 MB behind",
	async () => {
		const { stdout, stderr, exitCode } = await runCommand([process.execPath, program, "1000"]);
		expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
		const { before, after } = JSON.parse(stdout);
		expect(after.processes).toBe(0);
		expect(after.descriptors).toBeLessThanOrEqual(before.descriptors);
		expect(after.megabytes - before.megabytes).toBeLessThan(maxMegabytes);
	},
	180_000,
);
