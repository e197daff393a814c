import { expect, test } from "bun:test";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import type { UndoEngine, UndoPlan } from "./contract/undo-engine.ts";
import { Journal } from "./journal/journal.ts";
import { openUndoRecord } from "./open-undo-engine.ts";
import { coverageText } from "./shown/coverage-text.ts";
import { aliveMarginMs } from "./store/alive-sign.ts";
import { type UndoProject, undoProject } from "./testing/undo-project.ts";

/** As if omp had been killed once the plan was on disk. */
async function interruptedPlan(project: UndoProject): Promise<UndoPlan> {
	const plan = await project.engine.planUndo({ kind: "last-turn" });
	if (!plan) throw new Error("There is nothing to undo");
	const marks = (await project.engine.changes({ kind: "all" })).map(({ number }) => number);
	using journal = new Journal(join(project.base, "sessions", "session"));
	const { id, direction, steps } = plan;
	journal.append({ type: "plan", id, direction, at: 1, marks, tried: marks, steps });
	return plan;
}

async function undoAll(engine: UndoEngine): Promise<void> {
	const plan = await engine.planUndo({ kind: "all" });
	if (plan) expect(await engine.apply(plan)).toMatchObject({ isApplied: true, left: [] });
}

test("an interrupted undo is not finished through a folder that has become a link", async () => {
	await using project = await undoProject({ "src/a.txt": "content\n", "b.txt": "b\n" });
	await project.engine.prepare();
	await project.sh("rm src/a.txt b.txt");
	await interruptedPlan(project);
	const outside = join(project.project.path, "..", "outside");
	mkdirSync(outside);
	renameSync(project.project.file("src"), project.project.file("elsewhere"));
	symlinkSync(outside, project.project.file("src"));
	await project.reopen();
	expect(readdirSync(outside)).toEqual([]);
	expect(readFileSync(project.project.file("b.txt"), "utf8")).toBe("b\n");
	expect(project.engine.notes).toEqual([
		`Finished an interrupted undo of 2 files. Changed since and left alone: ${project.project.file("src/a.txt")}.`,
	]);
});

requires("python3")(
	"a folder that is swapped for a link while an undo is put in place leads nothing outside",
	async () => {
		const files = Object.fromEntries(
			Array.from({ length: 400 }, (_, index) => [`d${1000 + index}/f`, `content ${index}\n`]),
		);
		await using project = await undoProject({ ...files, "zz/keys": "key\n" });
		await project.engine.prepare();
		await project.sh("rm -f d*/f zz/keys");
		const outside = join(project.project.path, "..", "outside");
		mkdirSync(outside);
		const swapper = Bun.spawn(
			[
				"python3",
				"-c",
				`import os,sys
os.chdir(sys.argv[1])
print("ready", flush=True)
while not os.path.exists("d1000/f"): pass
os.rename("zz", "zz2"); os.symlink(sys.argv[2], "zz")`,
				project.project.path,
				outside,
			],
			{ stdout: "pipe" },
		);
		await swapper.stdout.getReader().read();
		const plan = await project.engine.planUndo({ kind: "last-turn" });
		if (!plan) throw new Error("There is nothing to undo");
		await project.engine.apply(plan);
		await swapper.exited;
		expect(readdirSync(outside)).toEqual([]);
	},
);

test("an interrupted undo of a mode is finished, also of a file whose content git has", async () => {
	await using project = await undoProject({ "a.sh": "echo\n" }, { git: true });
	// Git trusts its index only for files that are older than it.
	await runCommand(["bash", "-c", "touch -d '1 hour ago' a.sh; git update-index --refresh; touch .git/index"], {
		cwd: project.project.path,
	});
	await project.engine.prepare();
	await project.sh("chmod 755 a.sh");
	await interruptedPlan(project);
	await project.reopen();
	expect(project.engine.notes).toEqual(["Finished an interrupted undo of 1 files."]);
	expect(statSync(project.project.file("a.sh")).mode & 0o777).toBe(0o644);
});

test("what the user changes after a kill in the middle of a command stays", async () => {
	await using project = await undoProject({ "a.txt": "start\n", "b.txt": "b\n", "gone.txt": "gone\n" });
	await project.engine.prepare();
	const call = await project.engine.begin({ callId: "killed", tool: "bash", turn: "t" });
	writeFileSync(project.project.file("b.txt"), "by the command\n");
	await runCommand(["rm", project.project.file("gone.txt")], { cwd: project.project.path });
	await project.kill();
	await Bun.sleep(aliveMarginMs + 50);
	writeFileSync(project.project.file("a.txt"), "by the user\n");
	writeFileSync(project.project.file("mine.txt"), "mine\n");
	await project.reopen();
	await project.engine.prepare();
	await undoAll(project.engine);
	const read = (name: string) => readFileSync(project.project.file(name), "utf8");
	expect([read("a.txt"), read("mine.txt"), read("b.txt"), read("gone.txt")]).toEqual([
		"by the user\n",
		"mine\n",
		"b\n",
		"gone\n",
	]);
	expect(call).toBeDefined();
});

test("what the user changes in a file that a killed file tool had announced stays", async () => {
	await using project = await undoProject({ "a.txt": "start\n" });
	await project.engine.prepare();
	const call = await project.engine.begin({ callId: "killed", tool: "edit", turn: "t", exact: true });
	await call.willWrite([project.project.file("a.txt")]);
	await project.kill();
	await Bun.sleep(aliveMarginMs + 50);
	writeFileSync(project.project.file("a.txt"), "by the user\n");
	await project.reopen();
	await project.engine.prepare();
	await undoAll(project.engine);
	expect(readFileSync(project.project.file("a.txt"), "utf8")).toBe("by the user\n");
});

test("a session that another process has open is read, and not changed", async () => {
	await using project = await undoProject({ "a.txt": "start\n" });
	await project.engine.prepare();
	await project.sh("echo 1 > a.txt");
	const call = await project.engine.begin({ callId: "live", tool: "bash", turn: "t2" });
	const journal = join(project.base, "sessions", "session", "journal.jsonl");
	const before = readFileSync(journal, "utf8");
	const record = await openUndoRecord(project.options);
	expect((await record.netChanges({ kind: "all" })).map(({ path }) => path.split("/").at(-1))).toEqual(["a.txt"]);
	expect(readFileSync(journal, "utf8")).toBe(before);
	const other = await runCommand(
		[process.execPath, join(import.meta.dir, "testing", "open-session.ts"), JSON.stringify(project.options)],
		{ cwd: project.project.path },
	);
	expect([other.exitCode, other.stdout.trim()]).toEqual([
		0,
		`This session is open in another omp (process ${process.pid}); use /undo there, or exit it first.`,
	]);
	expect(readFileSync(journal, "utf8")).toBe(before);
	await call.end();
});

test("a record that does not fit on a full disk leaves the journal as it was", async () => {
	await using project = await undoProject({});
	const full = join(project.base, "full");
	mkdirSync(full);
	const mounted = await runCommand(["mount", "-t", "tmpfs", "-o", "size=64k", "none", full], { cwd: project.base });
	// Only root may mount.
	if (mounted.exitCode !== 0) return;
	try {
		using journal = new Journal(full);
		journal.append({ type: "end", call: "first" });
		writeFileSync(join(full, "fill"), Buffer.alloc(64 * 1024 - 8192));
		expect(() => journal.append({ type: "end", call: "x".repeat(20_000) })).toThrow("ENOSPC");
		writeFileSync(join(full, "fill"), "");
		journal.append({ type: "done", id: "important", left: [] });
		expect([...journal.records()].map(({ type }) => type)).toEqual(["end", "done"]);
	} finally {
		await runCommand(["umount", full], { cwd: project.base });
	}
});

test("a store inside the workspace is not part of it", async () => {
	await using project = await undoProject({ "a.txt": "start\n" }, { base: ".state/undo" });
	await project.engine.prepare();
	const changes = [await project.sh("echo 1 > a.txt"), await project.sh("echo 2 > a.txt")];
	expect(changes.map((rows) => rows.map(({ path }) => path.split("/").at(-1)))).toEqual([["a.txt"], ["a.txt"]]);
	await undoAll(project.engine);
	expect(readFileSync(project.project.file("a.txt"), "utf8")).toBe("start\n");
	expect(existsSync(project.base)).toBe(true);
});

test("a program that runs before the first look has ended is named as not covered", async () => {
	const files = Object.fromEntries(
		Array.from({ length: 500 }, (_, index) => [`f${index}`, "x".repeat(20_000) + index]),
	);
	await using project = await undoProject(files, { limits: { maxWaitMs: 1 } });
	const call = await project.engine.begin({ callId: "early", tool: "bash", turn: "t" });
	expect(coverageText(project.engine.coverage(), project.project.path)).toBe(
		"Undo is still reading the workspace: what this command changes cannot be taken back. Edits of the file tools can.",
	);
	await call.end();
});

test("a turn that goes on after another one, or after a restart, has all its changes", async () => {
	await using project = await undoProject({ "a.txt": "a\n", "b.txt": "b\n" });
	await project.sh("echo 1 > a.txt", "one");
	await project.sh("echo 2 > b.txt", "two");
	await project.sh("echo 3 > c.txt", "one");
	const namesOf = async (turn: string) =>
		(await project.engine.netChanges({ kind: "turn", turn })).map(({ path }) => path.split("/").at(-1)).sort();
	expect([await namesOf("one"), await namesOf("two")]).toEqual([["a.txt", "c.txt"], ["b.txt"]]);
	await project.reopen();
	await project.sh("echo 4 > d.txt", "two");
	await project.sh("echo 5 > e.txt", "three");
	expect([await namesOf("one"), await namesOf("two"), await namesOf("three")]).toEqual([
		["a.txt", "c.txt"],
		["b.txt", "d.txt"],
		["e.txt"],
	]);
});
