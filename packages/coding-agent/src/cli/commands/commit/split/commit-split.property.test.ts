import { expect, test } from "bun:test";
import {
	chmodSync,
	copyFileSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type Random, seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { ChangeUnit } from "../changes/change-unit.ts";
import { type ProposedChanges, proposedChanges } from "../changes/repository-changes.ts";
import { commitSplit } from "./commit-split.ts";
import { type ProposedChange, planSplit } from "./plan-split.ts";

const names = ["a.txt", "b.txt", "src/c.ts", "src/deep/d.ts", 'quo"ted\n.txt', "naïve ☃.md", "folder/e.bin", "link"];
const repositories = 12;
const casesEach = 17;

/** Random repositories, staged, unstaged and untracked changes, stashes, and random valid splits of what is staged. */
for (const seed of Array.from({ length: repositories }, (_, number) => number + 1)) {
	test(`split, seed ${seed}: the tree after all commits is the staged one, and nothing else has changed`, async () => {
		const random = seeded(seed);
		await using project = await workspace({ "a.txt": lines(random), "src/c.ts": lines(random) }, { git: true });
		await project.git("config", "commit.gpgSign", "false");
		for (let number = 0; number < casesEach; number++) {
			await changeRandomly(project, random);
			const staged = await project.git("diff", "--cached", "--name-only");
			if (staged === "") continue;
			const before = await snapshot(project);
			const changes = await proposedChanges(project.path, process.env, { all: false, paths: [] });
			const plan = randomPlan(changes, random);
			if (random.oneIn(3)) await failsAt(project, changes, plan, random);
			expect(await snapshot(project)).toEqual(before);
			const { commits } = await commitSplit(changes, plan, []);
			const after = await snapshot(project);
			expect(commits).toHaveLength(plan.length);
			expect((await project.git("rev-parse", "HEAD^{tree}")).trim()).toBe(before.stagedTree);
			expect({ ...after, head: "" }).toEqual({ ...before, head: "" });
			expect((await project.git("rev-list", "--count", `${before.head}..HEAD`)).trim()).toBe(String(plan.length));
		}
	}, 240_000);
}

function lines(random: Random, count = 1 + random.below(60)): string {
	const end = random.oneIn(4) ? "" : random.oneIn(5) ? "\r\n" : "\n";
	return `${Array.from({ length: count }, () => `line ${random.below(1000)}${random.oneIn(9) ? "\r" : ""}`).join("\n")}${end}`;
}

async function changeRandomly(project: Workspace, random: Random): Promise<void> {
	for (let count = 1 + random.below(6); count > 0; count--) {
		const name = random.pick(names);
		changeFile(project, name, random);
		if (random.chance(0.7)) await project.git("add", "-A", "--", name).catch(() => "");
		// Staged and then changed again.
		if (random.oneIn(4)) changeFile(project, name, random);
	}
	if (random.oneIn(5)) {
		await project.git("stash", "push", "-q", "-k").catch(() => "");
		changeFile(project, random.pick(names), random);
		await project.git("add", "-A");
	}
	if (random.oneIn(6)) writeFileSync(project.file(`untracked-${random.below(5)}.txt`), lines(random));
	const tracked = (await project.git("ls-files", "-z")).split("\0").filter(Boolean);
	if (random.oneIn(6) && tracked.length > 1) {
		const from = random.pick(tracked);
		await project.git("mv", "-f", "--", from, `moved-${random.below(9)}`).catch(() => "");
	}
	if (random.oneIn(8)) {
		// A folder takes the place of a file.
		await project.git("rm", "-q", "-r", "-f", "--ignore-unmatch", "--", "folder", "swap").catch(() => "");
		rmSync(project.file("swap"), { recursive: true, force: true });
		if (random.oneIn(2)) await project.write("swap", lines(random));
		else await project.write("swap/inside.txt", lines(random));
		await project.git("add", "-A", "--", "swap");
	}
}

function changeFile(project: Workspace, name: string, random: Random): void {
	const path = project.file(name);
	const isThere = existsSync(path) && lstatSync(path).isFile();
	if (name === "link") {
		rmSync(path, { force: true });
		if (random.oneIn(2)) symlinkSync(`target-${random.below(9)}`, path);
		return;
	}
	if (isThere && random.oneIn(6)) {
		rmSync(path);
		return;
	}
	mkdirSync(join(path, ".."), { recursive: true });
	const isBinary = name.endsWith(".bin");
	if (isBinary) writeFileSync(path, Buffer.from([0, 1, random.below(256), 255, 10, random.below(256)]));
	else if (!isThere) writeFileSync(path, lines(random));
	else editFile(path, random);
}

function editFile(path: string, random: Random): void {
	if (random.oneIn(6)) chmodSync(path, random.oneIn(2) ? 0o755 : 0o644);
	const old = readFileSync(path, "latin1").split("\n");
	for (let edits = 1 + random.below(4); edits > 0; edits--) {
		const at = random.below(old.length + 1);
		if (random.oneIn(3)) old.splice(at, 1 + random.below(3));
		else if (random.oneIn(2)) old.splice(at, 0, `new ${random.below(1000)}`);
		else old[Math.min(at, old.length - 1)] = `changed ${random.below(1000)}`;
	}
	writeFileSync(path, old.join("\n"), "latin1");
}

function randomPlan(changes: ProposedChanges, random: Random) {
	for (let attempt = 0; attempt < 20; attempt++) {
		const count = 1 + random.below(4);
		const commits = Array.from({ length: count }, (_, number) => ({
			message: `commit ${number + 1}`,
			changes: [] as ProposedChange[],
			...(number > 0 && random.oneIn(3) && { dependencies: [1 + random.below(number)] }),
		}));
		for (const unit of changes.units) addRandomly(commits, unit, random);
		const filled = commits
			.filter((commit) => commit.changes.length > 0)
			.map(({ dependencies: _, ...commit }) => commit);
		const plan = planSplit(changes.units, filled.length === count ? commits : filled);
		if (!("problem" in plan)) return plan;
	}
	const plan = planSplit(changes.units, [{ message: "everything" }]);
	if ("problem" in plan) throw new Error(plan.problem);
	return plan;
}

function addRandomly(commits: ReadonlyArray<{ changes: ProposedChange[] }>, unit: ChangeUnit, random: Random): void {
	if (unit.hunks.length < 2 || random.oneIn(3)) {
		random.pick(commits).changes.push({ path: unit.path, hunks: "all" });
		return;
	}
	const numbers = commits.map(() => [] as number[]);
	for (const index of unit.hunks.keys()) random.pick(numbers).push(index + 1);
	for (const [index, hunks] of numbers.entries())
		if (hunks.length > 0) commits[index]?.changes.push({ path: unit.path, hunks });
}

/** A hook refuses the commit with this number; HEAD and index are as before. */
async function failsAt(
	project: Workspace,
	changes: ProposedChanges,
	plan: Parameters<typeof commitSplit>[1],
	random: Random,
): Promise<void> {
	const number = 1 + random.below(plan.length);
	const counter = project.file(".git/count");
	await project.write(
		".git/hooks/pre-commit",
		`#!/bin/sh\necho x >> '${counter}'\n[ "$(wc -l < '${counter}')" -lt ${number} ]\n`,
	);
	chmodSync(project.file(".git/hooks/pre-commit"), 0o755);
	const result = await commitSplit(changes, plan, []).then(
		() => "committed",
		(error: Error) => error.message,
	);
	rmSync(project.file(".git/hooks/pre-commit"));
	rmSync(counter, { force: true });
	expect(result).toStartWith("git failed");
}

async function snapshot(project: Workspace) {
	const git = async (...args: string[]) => (await project.git(...args)).trim();
	return {
		head: await git("rev-parse", "HEAD"),
		stagedTree: await stagedTree(project),
		index: await git("ls-files", "-s", "-z"),
		indexBytes: Bun.hash(readFileSync(project.file(".git/index"))).toString(),
		stash: await git("stash", "list", "--format=%H"),
		files: readTree(project.path),
	};
}

/** From a copy: git may write what it knows of times into the index that it reads. */
async function stagedTree(project: Workspace): Promise<string> {
	const copy = project.file(".git/copied-index");
	copyFileSync(project.file(".git/index"), copy);
	const { stdout } = await runCommand(["git", "write-tree"], {
		cwd: project.path,
		env: { ...process.env, GIT_INDEX_FILE: copy },
	});
	rmSync(copy);
	return stdout.trim();
}

function readTree(root: string): Record<string, string> {
	const found: Record<string, string> = {};
	for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }).sort()) {
		if (name === ".git" || name.startsWith(".git/")) continue;
		const path = join(root, name);
		const stat = lstatSync(path);
		if (stat.isSymbolicLink()) found[name] = `→ ${readlinkSync(path)}`;
		else if (stat.isFile()) found[name] = `${stat.mode.toString(8)} ${Bun.hash(readFileSync(path))}`;
	}
	return found;
}
