import { stat } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";

/**
 * The files a build was made from, relative to the root: the bundled sources of this repository, the manifests, the build
 * scripts, and the lock file, which stands for everything in `node_modules`.
 */
export async function listInputs(root: string, metafile: Bun.BuildMetafile): Promise<string[]> {
	const bundled = Object.keys(metafile.inputs)
		.map((path) => relative(root, isAbsolute(path) ? path : join(process.cwd(), path)))
		.filter((path) => !path.startsWith("..") && !path.includes("node_modules/"));
	const globs = ["package.json", "bun.lock", "packages/*/package.json", "scripts/build.ts", "scripts/build/*.ts"];
	const others = await Promise.all(globs.map((glob) => Array.fromAsync(new Bun.Glob(glob).scan({ cwd: root }))));
	const inputs = [...new Set([...bundled, ...others.flat()])].sort();
	const odd = inputs.find((path) => /[^\w./@+-]/.test(path));
	if (odd) throw new Error(`The launcher cannot check ${odd}: name it with letters, digits, ".", "-" and "_" only`);
	return inputs;
}

/**
 * What the launcher reads to see whether the build is out of date. A file's change time cannot be set back, which its
 * modification time can (by unpacking an archive over the checkout, for one), but not every `find` knows about it.
 */
export function inputsScript(inputs: readonly string[]): string {
	return `newer=${findKnowsChangeTime() ? "-cnewer" : "-newer"}\ninputs='${inputs.join("\n")}'\n`;
}

function findKnowsChangeTime(): boolean {
	return Bun.spawnSync(["find", "/", "-prune", "-cnewer", "/"], { stdio: ["ignore", "ignore", "ignore"] }).success;
}

/**
 * The time the build counts as made: when it began, so that a file changed meanwhile is newer than it. Only a file from the
 * future, after the clock was set back, moves it on; it would make every start a rebuild.
 */
export async function effectiveTime(
	root: string,
	inputs: readonly string[],
	startedAt: Date,
	now: Date,
): Promise<Date> {
	const stats = await Promise.all(inputs.map((path) => stat(join(root, path))));
	const newestMs = Math.max(...stats.map(({ mtimeMs, ctimeMs }) => Math.max(mtimeMs, ctimeMs)));
	return newestMs > now.getTime() ? new Date(newestMs + 1) : startedAt;
}
