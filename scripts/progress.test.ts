import { expect, test } from "bun:test";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { areas } from "../test/requirements.ts";

const root = join(import.meta.dir, "..");
const progress = (...args: string[]) => runCommand([process.execPath, "scripts/progress.ts", ...args], { cwd: root });

test("progress: --json prints one document with every area and the totals", async () => {
	const { stdout, exitCode } = await progress("--json");
	const printed = JSON.parse(stdout);
	expect(printed.areas.map(({ area }: { area: string }) => area)).toEqual(areas.map(({ area }) => area));
	expect(printed.total.total).toBe(areas.flatMap(({ requirements }) => requirements).length);
	expect(exitCode).toBe(0);
});

test("progress: an unknown area is rejected and the known ones are listed", async () => {
	const { stderr, exitCode } = await progress("--planned", "kitchen");
	expect(stderr.trim()).toBe(`No area kitchen. Areas: ${areas.map(({ area }) => area).join(", ")}`);
	expect(exitCode).toBe(2);
});
