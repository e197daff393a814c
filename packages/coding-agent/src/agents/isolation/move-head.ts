import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Git, GitError } from "./git.ts";

const maxTries = 4;
/** A ref is locked for a few milliseconds. */
const staleAfterMs = 500;

/** Moves the branch that HEAD is on, or HEAD itself, from one commit to another. A git that is killed meanwhile is run again. */
export async function moveHead(git: Git, from: string, to: string): Promise<void> {
	for (let tries = 1; ; tries++) {
		const startedMs = Date.now();
		try {
			if ((await git.text(["rev-parse", "HEAD"])) === to) return;
			await git.run(["update-ref", "-m", "omp: result of a sub-agent", "HEAD", to, from]);
			return;
		} catch (error) {
			if (tries >= maxTries || !(error instanceof GitError)) throw error;
			const wasKilled = error.signal !== undefined;
			const hasFreed = await removeOwnLocks(git, to, wasKilled ? startedMs : undefined);
			// Another one holds the lock, or the branch has moved.
			if (!wasKilled && !hasFreed) throw error;
		}
	}
}

/**
 * Removes what a git that was killed has left: locks with the commit that only we write, or, if we have seen it die, those from its time that
 * nobody frees.
 */
async function removeOwnLocks(git: Git, to: string, sinceMs: number | undefined): Promise<boolean> {
	const { stdout, code } = await git.run(["symbolic-ref", "-q", "HEAD"], { accept: [1] });
	const names = ["HEAD", ...(code === 0 ? [stdout.toString().trim()] : [])];
	const paths = await git.text(["rev-parse", ...names.flatMap((name) => ["--git-path", `${name}.lock`])]);
	const locks = paths.split("\n").map((path) => resolve(git.cwd, path));
	if (!locks.some((path) => contentOf(path) === to)) {
		if (sinceMs === undefined || !locks.some(existsSync)) return false;
		await Bun.sleep(staleAfterMs);
		// File systems round times.
		if (!locks.every((path) => !existsSync(path) || statSync(path).mtimeMs >= sinceMs - 1000)) return false;
	}
	for (const path of locks) if (["", to].includes(contentOf(path) ?? to)) rmSync(path, { force: true });
	return true;
}

function contentOf(path: string): string | undefined {
	return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}
