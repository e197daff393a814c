import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";

type Env = Readonly<Record<string, string | undefined>>;

export class CopyError extends Error {
	override readonly name = "CopyError";
}

/** Bytes of arguments for one call of `cp`; systems allow at least this. */
const maxArgumentBytes = 120_000;

/** Copies files by path, with modes, times and links. Fails as a whole, for example when the disk is full. */
export async function copyFiles(from: string, to: string, files: readonly string[], env: Env): Promise<void> {
	const half = files.length > worthSplitting ? Math.ceil(files.length / 2) : files.length;
	await Promise.all([copySome(from, to, files.slice(0, half), env), copySome(from, to, files.slice(half), env)]);
}

/** Creating files keeps one processor busy. */
const worthSplitting = 2000;

/** The same for folders with all that is in them. */
export function copyFolders(from: string, to: string, folders: readonly string[], env: Env): Promise<void> {
	return copySome(from, to, folders, env, []);
}

async function copySome(
	from: string,
	to: string,
	files: readonly string[],
	env: Env,
	// Recursion would take in folders that a tracked file has become.
	options: readonly string[] = ["--no-recursion"],
): Promise<void> {
	if (files.length === 0) return;
	const pack = spawnWithOmp(["tar", "-c", "-f", "-", ...options, "--null", "-T", "-"], {
		cwd: from,
		stdin: new Blob([`${files.map(asListed).join("\0")}\0`]),
		stdout: "pipe",
		stderr: "pipe",
		env: { ...env, LC_ALL: "C" },
	});
	const unpack = spawnWithOmp(["tar", "-x", "--no-same-owner", "--no-same-permissions", "-f", "-"], {
		cwd: to,
		stdin: pack.stdout,
		stdout: "ignore",
		stderr: "pipe",
		env: { ...env, LC_ALL: "C" },
	});
	const [packErrors, unpackErrors, packed, unpacked] = await Promise.all([
		text(pack.stderr),
		text(unpack.stderr),
		pack.exited,
		unpack.exited,
	]);
	if (unpacked !== 0) throw new CopyError(describeFailure(unpackErrors, to));
	// 1 is a file that changed while it was read, as it may in a live project.
	if (packed > 1 && !onlyVanished(packErrors)) throw new CopyError(describeFailure(packErrors, from));
}

/** The same with shared blocks; fails at once where the file system cannot. */
export async function reflinkFiles(from: string, to: string, files: readonly string[], env: Env): Promise<void> {
	if (!(await canReflink(from, to, files[0]))) throw new CopyError(`the file system of ${to} has no reflinks`);
	for (const folder of new Set(files.map(dirname))) mkdirSync(join(to, folder), { recursive: true });
	await reflinkSome(from, to, files, env);
}

/** Folders with all that is in them, where files were shared before. */
export function reflinkFolders(from: string, to: string, folders: readonly string[], env: Env): Promise<void> {
	return reflinkSome(from, to, folders, env, ["-R"]);
}

async function reflinkSome(
	from: string,
	to: string,
	files: readonly string[],
	env: Env,
	options: readonly string[] = [],
): Promise<void> {
	for (const chunk of splitIntoChunks(files)) {
		const child = spawnWithOmp([...reflinkCommand, ...options, "--parents", "-t", to, "--", ...chunk], {
			cwd: from,
			stdin: "ignore",
			stdout: "ignore",
			stderr: "pipe",
			env: { ...env, LC_ALL: "C" },
		});
		const [errors, code] = await Promise.all([text(child.stderr), child.exited]);
		if (code !== 0 && !onlyVanished(errors)) throw new CopyError(describeFailure(errors, to));
	}
}

const reflinkCommand = ["cp", "-d", "--preserve=mode,timestamps", "--reflink=always"] as const;

async function canReflink(from: string, to: string, file: string | undefined): Promise<boolean> {
	if (process.platform !== "linux" || file === undefined) return false;
	const probe = join(to, ".omp-reflink-probe");
	const child = Bun.spawn([...reflinkCommand, "--", join(from, file), probe], {
		stdin: "ignore",
		stdout: "ignore",
		stderr: "ignore",
	});
	const code = await child.exited;
	rmSync(probe, { force: true });
	return code === 0;
}

/** What copies must not go on after omp was killed: the folder may be removed meanwhile. */
function spawnWithOmp<
	In extends Bun.SpawnOptions.Writable,
	Out extends Bun.SpawnOptions.Readable,
	Err extends Bun.SpawnOptions.Readable,
>(command: readonly string[], options: Bun.SpawnOptions.OptionsObject<In, Out, Err>): Bun.Subprocess<In, Out, Err> {
	const child = Bun.spawn([...command], { ...options, detached: true });
	const forget = killOnExit(child.pid);
	void child.exited.then(forget, forget);
	return child;
}

/** A name that begins with a dash would be taken for an option. */
function asListed(path: string): string {
	return path.startsWith("-") ? `./${path}` : path;
}

function splitIntoChunks(files: readonly string[]): string[][] {
	const chunks: string[][] = [];
	let bytes = maxArgumentBytes;
	for (const file of files) {
		if (bytes + file.length > maxArgumentBytes) {
			chunks.push([]);
			bytes = 0;
		}
		chunks.at(-1)?.push(file);
		bytes += Buffer.byteLength(file) + 1;
	}
	return chunks;
}

/** Files may disappear between listing and copying. */
function onlyVanished(errors: string): boolean {
	const lines = errors
		.split("\n")
		.filter((line) => line !== "" && !/Exiting with failure status|Error exit delayed/.test(line));
	return lines.every((line) =>
		/No such file or directory|file changed as we read it|File removed before we read it/.test(line),
	);
}

function describeFailure(errors: string, place: string): string {
	if (/No space left|Wrote only \d+ of/i.test(errors)) return `the disk is full: no space for the copy in ${place}`;
	return `copying failed: ${errors.trim().split("\n")[0] ?? "unknown reason"}`;
}
