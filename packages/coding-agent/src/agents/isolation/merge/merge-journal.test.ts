import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { testProject, write } from "../testing/test-project.ts";
import { journalsFolder } from "./journals-folder.ts";
import { recoverMerges } from "./merge-journal.ts";

class Killed extends Error {
	override readonly name = "Killed";
}

async function preparedProject(as: "patch" | "branch") {
	const project = await testProject({ "a.txt": "a\n", "b/c.txt": "c\n", "gone.txt": "gone\n", "mine.txt": "mine\n" });
	project.write("mine.txt", "changed\n");
	await project.git("add", "mine.txt");
	const copy = await project.isolate({ as });
	write(copy.path, "a.txt", "theirs\n");
	write(copy.path, "new/deep.txt", "new\n");
	write(copy.path, "run.sh", "echo\n");
	unlinkSync(join(copy.path, "gone.txt"));
	unlinkSync(join(copy.path, "b/c.txt"));
	const state = async () => ({
		files: project.tree(),
		status: await project.git("status", "--porcelain", "-uall"),
		head: await project.git("log", "--format=%s"),
	});
	return { project, copy, state };
}

/** Journals name the process that wrote them; here it must count as gone. */
function forgetProcess(base: string): void {
	for (const name of readdirSync(journalsFolder(base))) {
		const path = join(journalsFolder(base), name, "journal.json");
		const journal = JSON.parse(readFileSync(path, "utf8"));
		writeFileSync(path, JSON.stringify({ ...journal, pid: 2 ** 22 + 1 }));
	}
}

for (const as of ["patch", "branch"] as const) {
	test(`a merge (${as}) that is killed at any step is finished at the next start`, async () => {
		let whole: Awaited<ReturnType<Awaited<ReturnType<typeof preparedProject>>["state"]>> | undefined;
		for (let stopAt = 1; ; stopAt++) {
			const { project, copy, state } = await preparedProject(as);
			await using _ = project;
			let steps = 0;
			const stop = () => {
				if (++steps === stopAt) throw new Killed();
			};
			const outcome = await copy.merge(stop).catch((error: unknown) => error);
			if (!(outcome instanceof Killed)) {
				expect(steps).toBeGreaterThan(5);
				expect(JSON.stringify(await state())).toBe(JSON.stringify(whole));
				expect(existsSync(journalsFolder(project.base))).toBe(false);
				break;
			}
			// Not while its omp may still be at it.
			expect(await recoverMerges(project.base, project.env)).toEqual([]);
			forgetProcess(project.base);
			expect(await recoverMerges(project.base, project.env)).toEqual([
				`Finished putting the result of a sub-agent into ${project.root}, which was interrupted (5 files).`,
			]);
			whole ??= await state();
			expect([await state()]).toEqual([whole]);
			expect(existsSync(join(project.root, ".git/index.lock"))).toBe(false);
			expect(existsSync(journalsFolder(project.base))).toBe(false);
			await copy.discard();
		}
		expect(whole).toMatchObject({ files: { "a.txt": "theirs\n", "mine.txt": "changed\n", "run.sh": "x echo\n" } });
	}, 60_000);
}

test("a file that the user changed after the crash stays, and is named", async () => {
	const { project, copy } = await preparedProject("patch");
	await using _ = project;
	let steps = 0;
	const killed = copy.merge(() => {
		if (++steps === 3) throw new Killed();
	});
	await expect(killed).rejects.toThrow(Killed);
	project.write("run.sh", "the user's own\n");
	forgetProcess(project.base);
	const [note] = await recoverMerges(project.base, project.env);
	expect(note).toEndWith("Left as they are, because they have changed since: run.sh.");
	expect(project.read("run.sh")).toBe("the user's own\n");
	expect(project.read("a.txt")).toBe("theirs\n");
});

test("a file that changes while the result is put in place stops it, and what was done is undone", async () => {
	for (const as of ["patch", "branch"] as const) {
		const { project, copy, state } = await preparedProject(as);
		await using _ = project;
		let steps = 0;
		const outcome = await copy.merge(() => {
			if (++steps === 3) project.write("run.sh", "meanwhile\n");
		});
		expect(outcome).toMatchObject({
			isMerged: false,
			problem: expect.stringContaining("- run.sh: added on both sides"),
		});
		expect((await state()).files).toMatchObject({
			"a.txt": "a\n",
			"b/c.txt": "c\n",
			"gone.txt": "gone\n",
			"run.sh": "x meanwhile\n",
		});
		expect((await state()).head).toBe("first");
		expect(existsSync(journalsFolder(project.base))).toBe(false);
		expect(existsSync(join(project.root, ".git/index.lock"))).toBe(false);
	}
});

/** A merge with a commit that was killed when everything but HEAD was in place, as a recovery finds it. */
async function killedBeforeHead() {
	const { project, copy, state } = await preparedProject("branch");
	const before = await state();
	let lastStep = 0;
	const steps = { project: await preparedProject("branch") };
	await steps.project.copy.merge(() => void lastStep++);
	await steps.project.project[Symbol.asyncDispose]();
	let step = 0;
	// The last step is HEAD, the one before it the last file.
	const killed = copy.merge(() => {
		if (++step === lastStep - 1) throw new Killed();
	});
	await expect(killed).rejects.toThrow(Killed);
	const [name = ""] = readdirSync(journalsFolder(project.base));
	const journal = JSON.parse(readFileSync(join(journalsFolder(project.base), name, "journal.json"), "utf8"));
	forgetProcess(project.base);
	return { project, state, before, newHead: journal.refs[0].newHead as string };
}

test("a lock that a killed git has left with our commit is removed, and the merge finished", async () => {
	const { project, state, newHead } = await killedBeforeHead();
	await using _ = project;
	writeFileSync(join(project.root, ".git/HEAD.lock"), "");
	writeFileSync(join(project.root, ".git/refs/heads/main.lock"), `${newHead}\n`);
	const [note] = await recoverMerges(project.base, project.env);
	expect(note).toStartWith("Finished putting the result of a sub-agent into");
	expect(await state()).toMatchObject({ head: "Task\nfirst", status: "M  mine.txt", files: { "a.txt": "theirs\n" } });
	expect(existsSync(join(project.root, ".git/HEAD.lock"))).toBe(false);
});

test("a merge whose branch is locked by somebody else at the next start is undone as a whole", async () => {
	const { project, state, before } = await killedBeforeHead();
	await using _ = project;
	writeFileSync(join(project.root, ".git/refs/heads/main.lock"), "");
	const [note] = await recoverMerges(project.base, project.env);
	expect(note).toMatch(
		/^Undid putting the result .* because it could not be finished: git update-ref failed .*main\.lock/,
	);
	expect(await state()).toEqual(before);
	expect(existsSync(join(project.root, ".git/refs/heads/main.lock"))).toBe(true);
	expect(existsSync(journalsFolder(project.base))).toBe(false);
});

test("a git that is killed while it moves the branch is run again", async () => {
	const { project, copy, state } = await preparedProject("branch");
	await using _ = project;
	const bin = join(project.place.path, "bin");
	const script = [
		"#!/bin/sh",
		`case "$*" in *update-ref*) if [ ! -e "${bin}/died" ]; then`,
		`touch "${bin}/died" .git/HEAD.lock .git/refs/heads/main.lock; kill -9 $$; fi;; esac`,
		`exec ${Bun.which("git")} "$@"`,
	].join("\n");
	write(bin, "git.sh", `${script}\n`);
	renameSync(join(bin, "git.sh"), join(bin, "git"));
	project.env.PATH = `${bin}:${project.env.PATH}`;
	expect(await copy.merge()).toMatchObject({ isMerged: true });
	expect(existsSync(join(bin, "died"))).toBe(true);
	expect(await state()).toMatchObject({ head: "Task\nfirst", status: "M  mine.txt" });
});

/** Kills an omp that merges again and again; returns how many merges were interrupted. */
async function killed(times: number, seed: number): Promise<number> {
	const files = Object.fromEntries(Array.from({ length: 12 }, (_, number) => [`f${number}.txt`, "0\n"]));
	await using project = await testProject(files);
	const random = seeded(seed);
	const script = join(import.meta.dir, "../testing/merge-forever.ts");
	let interrupted = 0;
	for (let kills = 0; kills < times; kills++) {
		const child = Bun.spawn([process.execPath, script, project.root, project.base], {
			stdin: "ignore",
			stdout: "pipe",
			stderr: "inherit",
		});
		// Killed within the next two merges, however long one takes on this disk.
		const { value } = await child.stdout.getReader().read();
		const mergeMs = Number(Buffer.from(value ?? []).toString());
		expect(mergeMs).toBeGreaterThan(0);
		await Bun.sleep(random.below(Math.ceil(mergeMs * 2)));
		child.kill("SIGKILL");
		await child.exited;
		interrupted += (await recoverMerges(project.base, project.env)).length;
		expect(new Set(Object.values(project.tree())).size).toBe(1);
	}
	expect(Object.keys(project.tree())).toHaveLength(12);
	return interrupted;
}

test("300 random kills of an omp that merges never leave the tree half merged", async () => {
	const interrupted = await Promise.all([1, 2, 3].map((seed) => killed(100, seed)));
	expect(Math.max(...interrupted)).toBeGreaterThan(0);
}, 240_000);
