import { expect, test } from "bun:test";
import { chmodSync, rmSync } from "node:fs";
import { type Random, seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type ProposedChanges, proposedChanges } from "../changes/repository-changes.ts";
import { commitSplit } from "./commit-split.ts";
import { changeRandomly, lines, randomPlan, snapshot } from "./testing/random-repository.ts";

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
