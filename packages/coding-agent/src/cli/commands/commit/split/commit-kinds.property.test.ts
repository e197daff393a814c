import { expect, test } from "bun:test";
import { chmodSync, rmSync } from "node:fs";
import { type Random, seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { FileEdit } from "../changes/file-edit.ts";
import { type ProposedChanges, proposedChanges } from "../changes/repository-changes.ts";
import { commitAll, commitSplit } from "./commit-split.ts";
import { withNeeded } from "./describe-plan.ts";
import type { PlannedCommit } from "./plan-split.ts";
import { changeRandomly, lines, randomPlan, snapshot, treeAfter } from "./testing/random-repository.ts";

const repositories = 8;
const casesEach = 12;
const kinds = ["staged", "tracked", "all", "named"] as const;
const changelog = "# Changelog\n";

/** Every kind of choice, all commits or only one, changelogs, hooks that rewrite, intent-to-add and submodules. */
for (const seed of Array.from({ length: repositories }, (_, number) => number + 100)) {
	test(`commit, seed ${seed}: the tree is what was shown, and what was not committed is as before`, async () => {
		const random = seeded(seed);
		const files = { "a.txt": lines(random), "src/c.ts": lines(random), "CHANGELOG.md": changelog };
		await using project = await workspace(files, { git: true });
		await project.git("config", "commit.gpgSign", "false");
		await addSubmodule(project);
		for (let number = 0; number < casesEach; number++) {
			const wanted = await prepare(project, random);
			const changes = await proposedChanges(project.path, process.env, wanted).catch((error: Error) => {
				expect(error.message).toMatch(/nothing to commit|did not match any files/);
			});
			if (changes) await checkCommit(project, changes, wanted, random);
		}
	}, 240_000);
}

interface Wanted {
	readonly all: boolean;
	readonly paths: readonly string[];
}

async function prepare(project: Workspace, random: Random): Promise<Wanted> {
	await changeRandomly(project, random);
	const kind = random.pick(kinds);
	if (kind === "tracked") await project.git("reset", "-q");
	if (random.oneIn(3)) {
		await project.write(`intended-${random.below(3)}`, lines(random));
		await project.git("add", "-N", "--", ...["0", "1", "2"].map((name) => `:(glob)intended-${name}*`)).catch(() => "");
	}
	if (random.oneIn(4)) {
		await project.git("-C", "sub", "commit", "-q", "--allow-empty", "-m", `${random.below(1000)}`);
		if (random.oneIn(2)) await project.git("add", "sub");
	}
	const some = ["src", "a.txt", "sub"].filter(() => random.oneIn(2));
	return { all: kind === "all", paths: kind !== "named" ? [] : random.oneIn(2) ? ["."] : some };
}

async function addSubmodule(project: Workspace): Promise<void> {
	await project.git("init", "-q", "sub");
	const identity = ["-c", "user.name=T", "-c", "user.email=t@example.com"];
	await project.git("-C", "sub", "config", "user.name", "T");
	await project.git("-C", "sub", "config", "user.email", "t@example.com");
	await project.git("-C", "sub", ...identity, "commit", "-q", "--allow-empty", "-m", "first");
	await project.git("-c", "advice.addEmbeddedRepo=false", "add", "sub");
	await project.git("commit", "-q", "-m", "sub");
}

async function checkCommit(
	project: Workspace,
	changes: ProposedChanges,
	wanted: Wanted,
	random: Random,
): Promise<void> {
	const before = await snapshot(project);
	const expected = await expectedTree(project, changes);
	const plan = randomPlan(changes, random);
	const part = withNeeded(plan, random.below(plan.length));
	const isPart = part.length < plan.length && random.oneIn(2);
	const edits = !isPart && random.oneIn(3) ? [changelogEdit(await project.read("CHANGELOG.md"))] : [];
	const hook = random.pick(["none", "none", "adds", "formats"] as const);
	await setHook(project, hook);
	const work =
		random.oneIn(4) && !isPart ? commitAll(changes, "all", edits) : commit(changes, isPart ? part : plan, edits);
	const failure = await work.then(
		() => undefined,
		(error: Error) => error.message,
	);
	rmSync(project.file(".git/hooks/pre-commit"), { force: true });
	const after = await snapshot(project);
	if (failure !== undefined) {
		expect([hook, failure]).toEqual(["formats", expect.stringContaining("which a later commit of the split changes")]);
		expect(after).toEqual(before);
		return;
	}
	expect(after.stash).toBe(before.stash);
	expect(withoutHooked(after.files, edits)).toEqual(withoutHooked(before.files, edits));
	await checkIndex(project, changes, { before: before.index, head: before.head, isPart });
	if (isPart) {
		const rest = await proposedChanges(project.path, process.env, wanted);
		await commitAll(rest, "rest", []);
	}
	if (hook === "none") expect(await treeWithout(project, edits, expected)).toBe(expected);
	else expect(await differing(project, expected)).toEqual([]);
}

const commit = (changes: ProposedChanges, plan: readonly PlannedCommit[], edits: readonly FileEdit[]) =>
	commitSplit(changes, plan, edits);

/** What git itself would commit. */
async function expectedTree(project: Workspace, { chosen, named, head = "" }: ProposedChanges): Promise<string> {
	const add = {
		staged: [],
		tracked: [["add", "-u", "--", ":/"]],
		all: [["add", "-A", "--", ":/"]],
		named: [
			["read-tree", head],
			...(chosen.named.length > 0 ? [["add", "-A", "--", ...chosen.named.map((path) => `:(top,literal)${path}`)]] : []),
			...(named.deleted.length > 0 ? [["update-index", "--force-remove", "--", ...named.deleted]] : []),
		],
	}[chosen.kind];
	return treeAfter(project, ...add);
}

/** What is staged of files that were not committed stays; so does a version that is in no commit and not in the working tree. */
async function checkIndex(
	project: Workspace,
	{ units, chosen }: ProposedChanges,
	{ before, head, isPart }: { readonly before: string; readonly head: string; readonly isPart: boolean },
): Promise<void> {
	const old = entries(before);
	const now = entries((await project.git("ls-files", "-s", "-z")).trim());
	const inHead = treeEntries(await project.git("ls-tree", "-r", "-z", "HEAD"));
	const wasInHead = treeEntries(await project.git("ls-tree", "-r", "-z", head));
	// What a hook does to src/c.ts is merged into what is staged of it.
	for (const path of new Set([...old.keys(), ...now.keys()])) {
		const isCommitted = inHead.get(path) !== wasInHead.get(path);
		const unit = units.find((one) => one.path === path || one.oldPath === path);
		const final = unit?.path === path ? unit.after : undefined;
		const allowed = new Set([old.get(path)]);
		if (isCommitted) {
			allowed.add(inHead.get(path));
			const wasStaged = old.get(path) !== wasInHead.get(path) && old.get(path) !== text(final);
			if (isPart && path !== "src/c.ts" && wasStaged && inHead.get(path) !== text(final) && chosen.kind !== "staged") {
				expect([path, now.get(path)]).toEqual([path, old.get(path)]);
			}
		}
		if (path !== "src/c.ts") expect([path, [...allowed]]).toEqual([path, expect.arrayContaining([now.get(path)])]);
		if (!isPart && isCommitted && chosen.kind !== "staged" && unit) {
			expect([path, now.get(path)]).toEqual([path, inHead.get(path)]);
		}
	}
}

const text = (entry: { readonly mode: string; readonly id: string } | undefined) =>
	entry && `${entry.mode} ${entry.id}`;

function entries(listed: string): Map<string, string> {
	return new Map(
		listed.split("\0").flatMap((line) => {
			const [, mode, id, path] = /^(\d+) ([0-9a-f]+) \d\t([\s\S]*)$/.exec(line) ?? [];
			return path === undefined ? [] : [[path, `${mode} ${id}`]];
		}),
	);
}

function treeEntries(listed: string): Map<string, string> {
	return new Map(
		listed.split("\0").flatMap((line) => {
			const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]*)$/.exec(line) ?? [];
			return path === undefined ? [] : [[path, `${mode} ${id}`]];
		}),
	);
}

async function setHook(project: Workspace, kind: "none" | "adds" | "formats"): Promise<void> {
	if (kind === "none") return;
	const script = {
		adds: "echo line >> built; git add built",
		// In the index alone, as a formatter of staged versions does.
		formats: [
			"git ls-files -s -- src/c.ts | grep -q '^100' || exit 0",
			"id=$(git show :src/c.ts | { echo formatted; sed '/^formatted$/d'; } | git hash-object -w --stdin)",
			'git update-index --cacheinfo "$(git ls-files -s -- src/c.ts | cut -c1-6),$id,src/c.ts"',
		].join("\n"),
	}[kind];
	await project.write(".git/hooks/pre-commit", `#!/bin/sh\n${script}\n`);
	chmodSync(project.file(".git/hooks/pre-commit"), 0o755);
}

function changelogEdit(content: string): FileEdit {
	return { path: "CHANGELOG.md", before: Buffer.from(content), after: Buffer.from(`${content}- more\n`) };
}

function withoutHooked(files: Readonly<Record<string, string>>, edits: readonly FileEdit[]) {
	const { built: _, ...rest } = files;
	const edited = new Set(edits.map(({ path }) => path));
	return Object.fromEntries(Object.entries(rest).filter(([path]) => !edited.has(path)));
}

/** HEAD's tree, with the changelogs as they are in another. */
async function treeWithout(project: Workspace, edits: readonly FileEdit[], tree: string): Promise<string> {
	const restore = await Promise.all(
		edits.map(async ({ path, after }) => {
			expect(Buffer.from(await project.git("show", `HEAD:${path}`))).toEqual(Buffer.from(after));
			expect(await project.read(path)).toBe(Buffer.from(after).toString());
			const [mode, , id] = (await project.git("ls-tree", tree, path)).split(/\s/);
			return ["update-index", "--cacheinfo", `${mode},${id},${path}`];
		}),
	);
	return treeAfter(project, ["read-tree", "HEAD"], ...restore);
}

/** Files in which HEAD differs from a tree, but for what the hooks do. */
async function differing(project: Workspace, tree: string): Promise<string[]> {
	const changed = await project.git("diff-tree", "-r", "-z", "--name-only", tree, "HEAD^{tree}");
	const paths = changed.split("\0").filter((path) => path !== "" && path !== "built" && path !== "CHANGELOG.md");
	const found: string[] = [];
	for (const path of paths) {
		const [old, now] = await Promise.all([
			project.git("show", `${tree}:${path}`).catch(() => ""),
			project.git("show", `HEAD:${path}`).catch(() => "gone"),
		]);
		const withoutHook = (content: string) => content.replace(/^formatted\n/gm, "").trimEnd();
		if (path !== "src/c.ts" || withoutHook(old) !== withoutHook(now)) found.push(path);
	}
	return found;
}
