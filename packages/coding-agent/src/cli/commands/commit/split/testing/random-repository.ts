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
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import type { Random } from "@oh-my-pi/pi-testkit/seeded-random";
import type { Workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { ChangeUnit } from "../../changes/change-unit.ts";
import type { ProposedChanges } from "../../changes/repository-changes.ts";
import { type PlannedCommit, type ProposedChange, planSplit } from "../plan-split.ts";

const names = ["a.txt", "b.txt", "src/c.ts", "src/deep/d.ts", 'quo"ted\n.txt', "naïve ☃.md", "folder/e.bin", "link"];

export function lines(random: Random, count = 1 + random.below(60)): string {
	const end = random.oneIn(4) ? "" : random.oneIn(5) ? "\r\n" : "\n";
	return `${Array.from({ length: count }, () => `line ${random.below(1000)}${random.oneIn(9) ? "\r" : ""}`).join("\n")}${end}`;
}

/** Staged, unstaged and untracked changes, and stashes. */
export async function changeRandomly(project: Workspace, random: Random): Promise<void> {
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
	const listed = (await project.git("ls-files", "-z")).split("\0");
	const tracked = listed.filter((name) => !["", "CHANGELOG.md", "sub"].includes(name));
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

/** A valid split of what is proposed. */
export function randomPlan(changes: ProposedChanges, random: Random): readonly PlannedCommit[] {
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

/** All that a commit may not touch. */
export async function snapshot(project: Workspace) {
	const git = async (...args: string[]) => (await project.git(...args)).trim();
	return {
		head: await git("rev-parse", "HEAD"),
		stagedTree: await treeAfter(project),
		index: await git("ls-files", "-s", "-z"),
		indexBytes: Bun.hash(readFileSync(project.file(".git/index"))).toString(),
		stash: await git("stash", "list", "--format=%H"),
		files: readTree(project.path),
	};
}

/** The tree of a copy of the index in which these commands of git were run. */
export async function treeAfter(project: Workspace, ...commands: ReadonlyArray<readonly string[]>): Promise<string> {
	const copy = project.file(".git/copied-index");
	copyFileSync(project.file(".git/index"), copy);
	// Older than all files, so that git trusts none of the times in it.
	utimesSync(copy, 1, 1);
	let output = "";
	for (const command of [...commands, ["write-tree"]]) {
		const env = { ...process.env, GIT_INDEX_FILE: copy };
		output = (await runCommand(["git", ...command], { cwd: project.path, env })).stdout;
	}
	rmSync(copy);
	return output.trim();
}

function readTree(root: string): Record<string, string> {
	const found: Record<string, string> = {};
	for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }).sort()) {
		if (/(?:^|\/)\.git(?:\/|$)/.test(name)) continue;
		const path = join(root, name);
		const stat = lstatSync(path);
		if (stat.isSymbolicLink()) found[name] = `→ ${readlinkSync(path)}`;
		else if (stat.isFile()) found[name] = `${stat.mode.toString(8)} ${Bun.hash(readFileSync(path))}`;
	}
	return found;
}
