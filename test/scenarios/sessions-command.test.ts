import { describe, expect, test } from "bun:test";
import { appendFile, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";

async function sessionFile(agentDir: string): Promise<string> {
	const root = join(agentDir, "sessions");
	const names = await readdir(root, { recursive: true });
	return join(root, names.find((name) => name.endsWith(".jsonl")) ?? "");
}

describe("omp sessions", () => {
	test("lists the sessions of the folder with their status", async () => {
		await using omp = await ompProject({ replies: [text("Done.")] });
		await omp.run(["-p", "tidy the attic"]);
		const { stdout } = await omp.run(["sessions"]);
		expect(stdout).toMatch(/^[0-9a-f-]{36} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}complete {8}2 msgs {2}tidy the attic\n$/);
		const { sessions } = JSON.parse((await omp.run(["sessions", "list", "--json"])).stdout);
		expect(sessions).toMatchObject([{ firstMessage: "tidy the attic", status: "complete", cwd: omp.path }]);
	});

	test("verifies, repairs a torn session and keeps the damaged file", async () => {
		await using omp = await ompProject({ replies: [text("Done.")] });
		await omp.run(["-p", "hello"]);
		expect((await omp.run(["sessions", "verify"])).stdout).toBe("1 sessions checked, 0 with problems\n");
		const file = await sessionFile(omp.agentDir);
		await appendFile(file, '{"type":"message","id":"zz\n{"broken\n');
		const checked = await omp.run(["sessions", "verify"]);
		expect(checked.exitCode).toBe(1);
		expect(checked.stdout).toContain("1 sessions checked, 1 with problems");
		const repaired = await omp.run(["sessions", "repair", file]);
		expect(repaired.stdout).toContain("2 damaged lines left out; the old file is ");
		expect((await omp.run(["sessions", "verify"])).exitCode).toBe(0);
	});

	test("gc finds unreferenced images, and removes them only with --apply", async () => {
		await using omp = await ompProject({ replies: [text("Done.")] });
		const used = "a".repeat(64);
		const unused = "b".repeat(64);
		await omp.run(["-p", `look at blob:sha256:${used}`]);
		for (const hash of [used, unused]) {
			await omp.home.write(`.omp/agent/blobs/${hash}`, "pixels");
			await utimes(join(omp.agentDir, "blobs", hash), 1, 1);
		}
		expect((await omp.run(["sessions", "gc"])).stdout).toStartWith("Found 1 unreferenced files");
		expect((await readdir(join(omp.agentDir, "blobs"))).sort()).toEqual([used, unused]);
		await omp.run(["sessions", "gc", "--apply"]);
		expect(await readdir(join(omp.agentDir, "blobs"))).toEqual([used]);
	});

	test.each([
		[["sessions", "frobnicate"], 'Expected action to be one of: list, verify, repair, gc; got "frobnicate"'],
		[["sessions", "repair"], "Name the session to repair"],
		[["sessions", "verify", "abcdef"], 'Session "abcdef" not found.'],
	])("%p is refused with a reason", async (args, message) => {
		await using omp = await ompProject();
		const result = await omp.run(args);
		expect(result.exitCode).toBe(1);
		expect(result.stderr).toContain(message);
	});
});
