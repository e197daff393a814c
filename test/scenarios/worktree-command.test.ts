import { expect } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { isolate } from "../../packages/coding-agent/src/agents/isolation/isolate.ts";

const dead = 2 ** 22 + 1;

/** A repository with a copy for each of these sub-agents. */
async function withCopies(ids: readonly string[]) {
	const omp = await ompProject({ files: { "a.txt": "a\n" }, replies: [text("Hi.")] });
	await omp.files.git("init", "-q", "-b", "main");
	await omp.files.git("add", "-A");
	await omp.files.git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "first");
	const base = omp.home.file(".omp/wt");
	const options = { cwd: omp.path, mode: "rcopy", base, as: "patch", env: omp.env, now: Date.now } as const;
	const copies = await Promise.all(ids.map((id) => isolate({ ...options, id })));
	return { omp, base, copies };
}

/** As if the omp that made it had been killed. */
async function orphan(folder: string): Promise<void> {
	const owner = JSON.parse(await Bun.file(join(folder, "owner.json")).text());
	writeFileSync(join(folder, "owner.json"), JSON.stringify({ ...owner, pid: dead }));
}

verifies("cli:sub:worktree", async () => {
	const { omp, base, copies } = await withCopies(["Live", "Dead"]);
	await using _ = omp;
	const [live = "", left = ""] = copies.map(({ path }) => join(path, ".."));
	await orphan(left);
	const listed = await omp.run(["worktree"]);
	expect(listed.exitCode).toBe(0);
	expect(listed.stdout).toContain(`${live}  Live  in use  `);
	expect(listed.stdout).toContain(`${left}  Dead  dead  `);
	const json = JSON.parse((await omp.run(["wt", "list", "-j"])).stdout);
	expect(json).toMatchObject({
		base,
		worktrees: expect.arrayContaining([expect.objectContaining({ id: "Dead", state: "dead", repository: omp.path })]),
	});
	const dry = await omp.run(["worktree", "clear", "-n"]);
	expect(dry.stdout).toStartWith(`Would remove ${left}  Dead  dead  `);
	expect(existsSync(left)).toBe(true);
	expect((await omp.run(["worktree", "clear"])).stdout).toStartWith(`Removed ${left}  `);
	expect([existsSync(left), existsSync(live)]).toEqual([false, true]);
	expect((await omp.run(["worktree", "clear", "--all"])).stdout).toStartWith(`Removed ${live}  Live  in use`);
	expect((await omp.run(["worktree", "list"])).stdout).toBe(`No worktrees in ${base}\n`);
	const wrong = await omp.run(["worktree", "remove"]);
	expect([wrong.exitCode, wrong.stderr]).toEqual([
		2,
		expect.stringContaining("Expected action to be one of: list, clear"),
	]);
	expect(await omp.files.git("status", "--porcelain")).toBe("");
});

verifies("agents:isolation:cleanup", async () => {
	const { omp, base, copies } = await withCopies(["Done", "Killed"]);
	await using _ = omp;
	const [done, killed] = copies;
	await done?.discard();
	expect(existsSync(done?.path ?? "")).toBe(false);
	// The next omp that makes a copy removes what one that was killed has left.
	const left = join(killed?.path ?? "", "..");
	await orphan(left);
	const { makeIsolate } = await import("../../packages/coding-agent/src/agents/isolation/make-isolate.ts");
	const { Settings } = await import("../../packages/coding-agent/src/settings/settings.ts");
	const host = { home: omp.home.path, env: omp.env, now: Date.now };
	const { TrustGate } = await import("../../packages/coding-agent/src/trust/trust-gate.ts");
	const gate = new TrustGate({ agentDir: omp.agentDir, cwd: omp.path });
	const again = makeIsolate({ host, settings: new Settings({ global: { worktree: { base } } }), gate });
	const next = await again({ cwd: omp.path, mode: "auto", id: "Next" });
	expect(existsSync(left)).toBe(false);
	expect((await omp.run(["worktree"])).stdout).toContain("Next  in use");
	await next.discard();
	expect((await omp.run(["worktree"])).stdout).toBe(`No worktrees in ${base}\n`);
	await expect(again({ cwd: omp.path, mode: "none", id: "Off" })).rejects.toThrow("task.isolation.mode is none");
});

verifies("agents:isolation:journal", async () => {
	const { omp, base, copies } = await withCopies(["Task"]);
	await using _ = omp;
	const [copy] = copies;
	for (const name of ["a.txt", "b.txt", "c.txt"]) await Bun.write(join(copy?.path ?? "", name), "theirs\n");
	let steps = 0;
	const killed = copy?.merge(() => {
		if (++steps === 3) throw Object.assign(new Error("killed"), { name: "Killed" });
	});
	await expect(killed).rejects.toThrow("killed");
	expect(await omp.files.read("a.txt")).toBe("theirs\n");
	expect(existsSync(omp.files.file("c.txt"))).toBe(false);
	await omp.files.write("b.txt", "the user's own\n");
	const [journal] = [...new Bun.Glob("*/journal.json").scanSync(join(base, "merges"))];
	const path = join(base, "merges", journal ?? "");
	writeFileSync(path, JSON.stringify({ ...JSON.parse(await Bun.file(path).text()), pid: dead }));
	// Any start of omp finishes it, and says so.
	const run = await omp.run(["-p", "hi"]);
	expect(run).toMatchObject({ stdout: "Hi.\n", exitCode: 0 });
	expect(run.stderr).toContain(`Finished putting the result of a sub-agent into ${omp.path}`);
	expect(run.stderr).toContain("Left as they are, because they have changed since: b.txt.");
	expect([await omp.files.read("b.txt"), await omp.files.read("c.txt")]).toEqual(["the user's own\n", "theirs\n"]);
	expect(existsSync(join(base, "merges"))).toBe(false);
	await copy?.discard();
});
