import { existsSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { type Git, GitError } from "./git.ts";

const maxTries = 4;
/** A ref is locked for a few milliseconds. */
const staleAfterMs = 500;

/** Moves the branch that HEAD is on, or HEAD itself, from one commit to another. A git that is killed meanwhile is run again. */
export async function moveHead(git: Git, from: string, to: string): Promise<void> {
	for (let tries = 1; ; tries++) {
		let foreign: readonly string[] | undefined;
		try {
			if ((await git.text(["rev-parse", "HEAD"])) === to) return;
			foreign = (await listLocks(git)).filter((path) => existsSync(path) && contentOf(path) !== to);
			await git.run(["update-ref", "-m", "omp: result of a sub-agent", "HEAD", to, from]);
			return;
		} catch (error) {
			if (tries >= maxTries || !(error instanceof GitError)) throw error;
			const wasKilled = error.signal !== undefined;
			const hasFreed = await removeOwnLocks(git, to, wasKilled ? foreign : undefined);
			// Another one holds the lock, or the branch has moved.
			if (!wasKilled && !hasFreed) throw error;
		}
	}
}

/**
 * Removes what a git that was killed has left: locks with the commit that only we write, or, if we have seen it die, those that were not there
 * before and that nobody frees.
 */
async function removeOwnLocks(git: Git, to: string, foreign: readonly string[] | undefined): Promise<boolean> {
	const locks = await listLocks(git);
	if (!locks.some((path) => contentOf(path) === to)) {
		if (foreign === undefined || foreign.length > 0 || !locks.some(existsSync)) return false;
		await Bun.sleep(staleAfterMs);
	}
	for (const path of locks) if (["", to].includes(contentOf(path) ?? to)) rmSync(path, { force: true });
	return true;
}

/** The files that lock HEAD and its branch. */
async function listLocks(git: Git): Promise<readonly string[]> {
	const { stdout, code } = await git.run(["symbolic-ref", "-q", "HEAD"], { accept: [1] });
	const names = ["HEAD", ...(code === 0 ? [stdout.toString().trim()] : [])];
	const paths = await git.text(["rev-parse", ...names.flatMap((name) => ["--git-path", `${name}.lock`])]);
	return paths.split("\n").map((path) => resolve(git.cwd, path));
}

function contentOf(path: string): string | undefined {
	return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}
