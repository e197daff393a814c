import { lstatSync, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Repository } from "../repository/repository.ts";
import type { Backend } from "./backends.ts";
import { copyFolders, reflinkFolders } from "./copy-files.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Folders that git ignores, relative to the project: which of them the copy has, and which it lacks. */
export interface IgnoredFolders {
	readonly present: readonly string[];
	readonly missing: readonly string[];
}

/** Installed by package managers; builds and tests do not run without them. */
const dependencyNames = new Set(["node_modules", ".venv", "venv", "vendor", ".bundle", "Pods", "deps", ".yarn"]);

/** What may be copied byte by byte; with shared blocks there is no limit. */
const maxCopiedKilobytes = 400 * 1024;

/** Folders that git ignores, and nothing inside them. */
export async function findIgnoredFolders({ git }: Repository): Promise<string[]> {
	const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
	const listed = await withFallback(git.list(args), [], "a copy without dependencies is still a copy");
	return listed.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1));
}

/**
 * Brings the dependencies of a project into its copy. They are copied, never linked: what the sub-agent writes there must not
 * change the user's. Those that are too large are left out.
 */
export async function copyDependencies(
	root: string,
	target: string,
	ignored: readonly string[],
	options: { readonly backend: Backend; readonly env: Env; readonly maxKilobytes?: number },
): Promise<IgnoredFolders> {
	// An overlay shows everything.
	if (options.backend === "overlayfs") return { present: ignored, missing: [] };
	const wanted = ignored.filter((path) => dependencyNames.has(basename(path)) && isFolder(join(root, path)));
	const present: string[] = [];
	let left = options.maxKilobytes ?? maxCopiedKilobytes;
	for (const path of wanted) {
		const size = options.backend === "reflink" ? 0 : await kilobytesIn(join(root, path));
		if (size > left) continue;
		if (!(await copied(root, target, path, options))) continue;
		left -= size;
		present.push(path);
	}
	return { present, missing: ignored.filter((path) => !present.includes(path)) };
}

async function copied(
	root: string,
	target: string,
	path: string,
	{ backend, env }: { readonly backend: Backend; readonly env: Env },
): Promise<boolean> {
	try {
		mkdirSync(dirname(join(target, path)), { recursive: true });
		if (backend === "reflink") await reflinkFolders(root, target, [path], env);
		else await copyFolders(root, target, [path], env);
		return true;
	} catch {
		// Without them the copy is still the project; a part of them would only mislead.
		await rm(join(target, path), { recursive: true, force: true });
		return false;
	}
}

function isFolder(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

async function kilobytesIn(path: string): Promise<number> {
	const child = Bun.spawn(["du", "-skx", "--", path], { stdin: "ignore", stdout: "pipe", stderr: "ignore" });
	const [size = ""] = (await text(child.stdout)).split(/\s/);
	return /^\d+$/.test(size) ? Number(size) : Number.POSITIVE_INFINITY;
}
