import { expect, test } from "bun:test";
import { killFirstOnOom, residentBytes } from "./process-memory.ts";

test.skipIf(process.platform !== "linux")(
	"residentBytes: known for a running process, undefined for an exited one",
	async () => {
		expect(residentBytes(process.pid)).toBeGreaterThan(1_000_000);
		const gone = Bun.spawn(["true"]);
		await gone.exited;
		expect(residentBytes(gone.pid)).toBeUndefined();
		killFirstOnOom(gone.pid);
	},
);

test.skipIf(process.platform !== "linux")("the OOM score is inherited by child processes", async () => {
	const child = Bun.spawn(["bash", "-c", "read; bash -c 'cat /proc/self/oom_score_adj'"], {
		stdin: "pipe",
		stdout: "pipe",
	});
	killFirstOnOom(child.pid);
	child.stdin.write("\n");
	await child.stdin.end();
	expect(await new Response(child.stdout).text()).toBe("500\n");
});
