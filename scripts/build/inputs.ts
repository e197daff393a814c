import { stat } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";

/**
 * The files a build was made from, relative to the root: the bundled sources of this repository, the manifests, the notes
 * of changes, the build scripts, and the lock file, which stands for everything in `node_modules`.
 */
export async function listInputs(root: string, metafile: Bun.BuildMetafile): Promise<string[]> {
	const bundled = Object.keys(metafile.inputs)
		.map((path) => relative(root, isAbsolute(path) ? path : join(process.cwd(), path)))
		.filter((path) => !path.startsWith("..") && !path.startsWith("dist/") && !path.includes("node_modules/"));
	const manifests = ["package.json", "bun.lock", "tsconfig.json", "packages/*/package.json"];
	const globs = [
		...manifests,
		"CHANGELOG.md",
		"changes/*.md",
		"scripts/build.ts",
		"scripts/build/*.ts",
		"scripts/build/*/*.txt",
	];
	const others = await Promise.all(globs.map((glob) => Array.fromAsync(new Bun.Glob(glob).scan({ cwd: root }))));
	return [...new Set([...bundled, ...others.flat()])].sort();
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
