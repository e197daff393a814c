import { expect, test } from "bun:test";
import { measureRuns, median } from "./measure-runs.ts";

const here = { cwd: "/", env: { PATH: process.env.PATH ?? "" }, times: 2 };

test("measure: time and memory are those of the command", async () => {
	const small = await measureRuns([process.execPath, "-e", "await Bun.sleep(20)"], here);
	const script = "const kept = new Uint8Array(2e8).fill(1); await Bun.sleep(600); kept";
	const large = await measureRuns([process.execPath, "-e", script], here);
	expect(large.wallMs).toBeGreaterThan(60);
	expect(large.peakMegabytes - small.peakMegabytes).toBeGreaterThan(150);
	expect(small.peakMegabytes).toBeGreaterThan(1);
});

test("measure: a command that fails is no measurement", async () => {
	await expect(measureRuns(["sh", "-c", "echo broken >&2; exit 3"], here)).rejects.toThrow("ended with code 3: broken");
});

test("measure: the median of none is no number", () => {
	expect([median([5, 1, 3]), median([4, 1]), median([])]).toEqual([3, 4, Number.NaN]);
});
