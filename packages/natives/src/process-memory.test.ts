import { expect, test } from "bun:test";
import { endsFirst, residentBytes } from "./process-memory.ts";

test.skipIf(process.platform !== "linux")(
	"what a process holds is known, and of one that is gone nothing",
	async () => {
		expect(residentBytes(process.pid)).toBeGreaterThan(1_000_000);
		const gone = Bun.spawn(["true"]);
		await gone.exited;
		expect(residentBytes(gone.pid)).toBeUndefined();
		endsFirst(gone.pid);
	},
);

test.skipIf(process.platform !== "linux")("who ends first passes it on", async () => {
	const child = Bun.spawn(["bash", "-c", "read; bash -c 'cat /proc/self/oom_score_adj'"], {
		stdin: "pipe",
		stdout: "pipe",
	});
	endsFirst(child.pid);
	child.stdin.write("\n");
	await child.stdin.end();
	expect(await new Response(child.stdout).text()).toBe("500\n");
});
