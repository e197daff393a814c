import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { copyFiles, reflinkFiles } from "./copy-files.ts";
import { isMount, mountName } from "./workspaces.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** How a copy was made. */
export type Backend = "reflink" | "overlayfs" | "rcopy";

/** The values of `task.isolation.mode` that make a copy. */
export type IsolationMode =
	| "auto"
	| "apfs"
	| "btrfs"
	| "zfs"
	| "reflink"
	| "overlayfs"
	| "projfs"
	| "block-clone"
	| "rcopy";

/** What each mode tries, in order. An overlay over the live tree is only made for those who ask for one. */
const attempts: Readonly<Record<IsolationMode, readonly Backend[]>> = {
	auto: ["reflink", "rcopy"],
	apfs: ["reflink", "rcopy"],
	btrfs: ["reflink", "rcopy"],
	zfs: ["reflink", "rcopy"],
	reflink: ["reflink", "rcopy"],
	"block-clone": ["reflink", "rcopy"],
	overlayfs: ["overlayfs", "reflink", "rcopy"],
	projfs: ["reflink", "rcopy"],
	rcopy: ["rcopy"],
};

export interface CopySource {
	readonly root: string;
	/** All files, those of nested repositories included. */
	readonly files: readonly string[];
}

/** Fills `<workspace>/m`; falls back to the next backend, and says so. */
export async function fillWorkspace(
	mode: IsolationMode,
	source: CopySource,
	workspace: string,
	env: Env,
): Promise<{ readonly backend: Backend; readonly note?: string }> {
	const failures: string[] = [];
	for (const backend of attempts[mode]) {
		try {
			await fill[backend](source, workspace, env);
			// `auto` promises nothing in particular.
			const isWanted = failures.length === 0 || mode === "auto";
			const note = `Isolation ${mode} is not available (${failures[0]}); used ${names[backend]} instead.`;
			return { backend, ...(!isWanted && { note }) };
		} catch (error) {
			failures.push(errorMessage(error));
			// A full disk is full for the next one too.
			if (/disk is full/.test(failures.at(-1) ?? "")) break;
		}
	}
	throw new Error(`No isolated copy of ${source.root} could be made: ${failures.at(-1)}`);
}

const names: Readonly<Record<Backend, string>> = {
	reflink: "a reflink copy",
	overlayfs: "an overlay",
	rcopy: "a plain copy",
};

const fill: Readonly<Record<Backend, (source: CopySource, workspace: string, env: Env) => Promise<void>>> = {
	reflink: ({ root, files }, workspace, env) => reflinkFiles(root, join(workspace, mountName), files, env),
	rcopy: ({ root, files }, workspace, env) => copyFiles(root, join(workspace, mountName), files, env),
	overlayfs: ({ root }, workspace) => mountOverlay(root, workspace),
};

/** Needs the right to mount, or fuse-overlayfs. */
async function mountOverlay(root: string, workspace: string): Promise<void> {
	if (process.platform !== "linux") throw new Error("overlays need Linux");
	if (/[,:\\]/.test(root)) throw new Error("the path has a comma or colon");
	const [upper, work, target] = ["upper", "work", mountName].map((name) => join(workspace, name));
	if (!upper || !work || !target) return;
	for (const folder of [upper, work]) mkdirSync(folder, { recursive: true });
	const options = `lowerdir=${root},upperdir=${upper},workdir=${work}`;
	const commands = [
		["mount", "-t", "overlay", "overlay", "-o", options, target],
		["fuse-overlayfs", "-o", options, target],
	];
	let reason = "";
	for (const command of commands) {
		const failure = await tried(command);
		if (isMount(target)) return;
		reason ||= failure;
	}
	throw new Error(reason.split("\n")[0] || "the system does not mount overlays");
}

async function tried(command: readonly string[]): Promise<string> {
	try {
		const child = Bun.spawn([...command], { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
		const [errors] = await Promise.all([text(child.stderr), child.exited]);
		return errors.trim();
	} catch {
		return `${command[0]} is not installed`;
	}
}
