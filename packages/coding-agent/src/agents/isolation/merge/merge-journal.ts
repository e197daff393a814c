import {
	chmodSync,
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmdirSync,
	rmSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { isRunning, readStartTime } from "../../../process/running-process.ts";
import { Git, GitError } from "../repository/git.ts";
import { moveHead } from "../repository/move-head.ts";
import { blockingParent, lstatOrUndefined } from "../repository/three-way.ts";
import { journalsFolder } from "./journals-folder.ts";
import { MergeInterrupted, withMergeLock } from "./merge-lock.ts";

/** A file as it is on disk. */
export type FileState =
	| { readonly kind: "absent" }
	| { readonly kind: "link"; readonly target: string }
	| { readonly kind: "file"; readonly mode: number; readonly hash: string };

interface FileStep {
	readonly root: string;
	readonly path: string;
	readonly before: FileState;
	readonly after: FileState;
}

/** Index and branch of a repository, changed together with its files. */
interface RefStep {
	readonly root: string;
	readonly index: string;
	readonly indexBefore: string;
	readonly indexAfter: string;
	readonly oldHead: string;
	readonly newHead: string;
}

interface Journal {
	readonly pid: number;
	readonly started: string;
	readonly files: readonly FileStep[];
	readonly refs: readonly RefStep[];
}

export interface MergePlan {
	readonly files: ReadonlyArray<FileStep & { readonly content: Uint8Array | undefined }>;
	readonly refs: ReadonlyArray<RefStep & { readonly content: Uint8Array }>;
}

type Env = Readonly<Record<string, string | undefined>>;
const journalFile = "journal.json";

/**
 * Puts a plan in place as one step: everything needed to finish or undo it is on disk before the first file is touched.
 * `onStep` is for tests, which stop there.
 */
export async function putInPlace(
	base: string,
	plan: MergePlan,
	env: Env,
	onStep: () => void = () => {},
): Promise<void> {
	if (plan.files.length === 0 && plan.refs.length === 0) return;
	const folder = join(journalsFolder(base), `${process.pid}-${readStartTime(process.pid)}-${crypto.randomUUID()}`);
	try {
		writeJournal(folder, plan);
	} catch (error) {
		removeJournal(folder);
		throw error;
	}
	onStep();
	const journal = readJournal(folder);
	if (!journal) throw new Error(`The merge journal ${folder} is unreadable`);
	try {
		for (const step of journal.refs) takeIndexLock(folder, journal, step);
		onStep();
		for (const [number, step] of journal.files.entries()) {
			if (!isState(step, step.before)) throw new MergeInterrupted(`${step.path} changed meanwhile`);
			put(folder, number, step, "after");
			onStep();
		}
		for (const step of journal.refs) {
			await finishRef(folder, journal, step, env);
			onStep();
		}
	} catch (error) {
		if (!(error instanceof Error) || error.name === "Killed") throw error;
		await undo(folder, journal, env);
		throw error;
	}
	removeJournal(folder);
}

/** Finishes what an omp that was killed had begun. Returns what happened, for the user. */
export async function recoverMerges(base: string, env: Env): Promise<string[]> {
	return existsSync(journalsFolder(base)) ? withMergeLock(base, () => recover(base, env)) : [];
}

async function recover(base: string, env: Env): Promise<string[]> {
	const notes: string[] = [];
	for (const name of listed(journalsFolder(base))) {
		const folder = join(journalsFolder(base), name);
		const journal = readJournal(folder);
		if (!journal) {
			// Nothing was touched yet; its omp may still be writing it.
			const [pid = "", started = ""] = name.split("-");
			if (!isRunning(Number(pid), started)) removeJournal(folder);
			continue;
		}
		if (isRunning(journal.pid, journal.started)) continue;
		notes.push(await finish(folder, journal, env));
		removeJournal(folder);
	}
	return notes;
}

async function finish(folder: string, journal: Journal, env: Env): Promise<string> {
	const left: string[] = [];
	for (const [number, step] of journal.files.entries()) {
		rmSync(temporaryOf(folder, number, step), { force: true });
		if (isState(step, step.after)) continue;
		// Changed by hand since: the user's version stays.
		if (isState(step, step.before)) put(folder, number, step, "after");
		else left.push(step.path);
	}
	for (const step of journal.refs) {
		try {
			await finishRef(folder, journal, step, env);
		} catch (error) {
			// Files without their commit would be half of it.
			if (error instanceof GitError) return undone(folder, journal, env, error);
			left.push(errorMessage(error));
		}
	}
	const place = journal.files[0]?.root ?? journal.refs[0]?.root ?? "";
	const done = `Finished putting the result of a sub-agent into ${place}, which was interrupted (${journal.files.length} files).`;
	return left.length === 0 ? done : `${done} Left as they are, because they have changed since: ${left.join(", ")}.`;
}

async function undone(folder: string, journal: Journal, env: Env, { message }: GitError): Promise<string> {
	await undo(folder, journal, env);
	const place = journal.files[0]?.root ?? journal.refs[0]?.root ?? "";
	return `Undid putting the result of a sub-agent into ${place}, which was interrupted, because it could not be finished: ${message}.`;
}

async function undo(folder: string, journal: Journal, env: Env): Promise<void> {
	for (const step of journal.refs) {
		if (hashOfFile(`${step.index}.lock`) === step.indexAfter) rmSync(`${step.index}.lock`, { force: true });
		const number = journal.refs.indexOf(step);
		if (hashOfFile(step.index) === step.indexAfter && existsSync(indexCopy(folder, number, "before"))) {
			renameInto(readFileSync(indexCopy(folder, number, "before")), step.index);
		}
		await moveBack(step, env);
	}
	for (const [number, step] of [...journal.files.entries()].reverse()) {
		rmSync(temporaryOf(folder, number, step), { force: true });
		if (isState(step, step.after)) put(folder, number, step, "before");
	}
	removeJournal(folder);
}

/** Where HEAD has moved already. Somebody else may have moved it further, and that stays. */
async function moveBack({ root, oldHead, newHead }: RefStep, env: Env): Promise<void> {
	await ignoreFailure(moveHead(new Git(root, env), newHead, oldHead), "it was moved by somebody else");
}

/** Without any left the folder goes too: a start then has nothing to look for. */
function removeJournal(folder: string): void {
	// First the entry that makes it valid.
	rmSync(join(folder, journalFile), { force: true });
	rmSync(folder, { recursive: true, force: true });
	try {
		rmdirSync(dirname(folder));
	} catch {
		// Others are there.
	}
}

function writeJournal(folder: string, { files, refs }: MergePlan): void {
	makeFolder(folder);
	for (const [number, step] of files.entries()) {
		if (step.after.kind === "file") writeSynced(copyOf(folder, number, "after"), step.content ?? new Uint8Array());
		if (step.before.kind === "file") {
			const content = readFileSync(join(step.root, step.path));
			if (hashOf(content) !== step.before.hash) throw new MergeInterrupted(`${step.path} changed meanwhile`);
			writeSynced(copyOf(folder, number, "before"), content);
		}
	}
	for (const [number, step] of refs.entries()) {
		writeSynced(indexCopy(folder, number, "after"), step.content);
		writeSynced(indexCopy(folder, number, "before"), readFileSync(step.index));
	}
	const journal: Journal = {
		pid: process.pid,
		started: readStartTime(process.pid),
		files: files.map(({ root, path, before, after }) => ({ root, path, before, after })),
		refs: refs.map(({ content: _, ...step }) => step),
	};
	const temporary = join(folder, `${journalFile}.tmp`);
	writeSynced(temporary, Buffer.from(JSON.stringify(journal)));
	renameSync(temporary, join(folder, journalFile));
	syncFolder(folder);
}

/** Another omp may be removing the folder above, now empty. */
function makeFolder(folder: string): void {
	for (let tries = 0; ; tries++) {
		try {
			mkdirSync(folder, { recursive: true, mode: 0o700 });
			return;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "ENOENT" || tries > 10) throw error;
		}
	}
}

/** As git does: who has the lock may replace the index. */
function takeIndexLock(folder: string, journal: Journal, step: RefStep): void {
	const lock = `${step.index}.lock`;
	const number = journal.refs.indexOf(step);
	try {
		const file = openSync(lock, "wx", 0o644);
		writeSync(file, readFileSync(indexCopy(folder, number, "after")));
		closeSync(file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		throw new MergeInterrupted(`another git command is running in ${step.root} (${lock} exists)`);
	}
	if (hashOfFile(step.index) !== step.indexBefore) {
		rmSync(lock, { force: true });
		throw new MergeInterrupted(`the index of ${step.root} changed meanwhile`);
	}
}

async function finishRef(folder: string, journal: Journal, step: RefStep, env: Env): Promise<void> {
	const lock = `${step.index}.lock`;
	const number = journal.refs.indexOf(step);
	const hasLock = existsSync(lock) && isPartOf(readFileSync(lock), readFileSync(indexCopy(folder, number, "after")));
	const present = hashOfFile(step.index);
	if (present === step.indexAfter) {
		if (hasLock) rmSync(lock, { force: true });
	} else if (present === step.indexBefore) {
		if (existsSync(lock) && !hasLock) throw new MergeInterrupted(`the index of ${step.root} is locked`);
		renameInto(readFileSync(indexCopy(folder, number, "after")), step.index);
		rmSync(lock, { force: true });
	} else throw new MergeInterrupted(`the index of ${step.root} changed meanwhile`);
	await moveHead(new Git(step.root, env), step.oldHead, step.newHead);
}

/** A lock of ours may be cut off. */
function isPartOf(lock: Buffer, whole: Buffer): boolean {
	return whole.subarray(0, lock.length).equals(lock);
}

function put(folder: string, number: number, step: FileStep, side: "before" | "after"): void {
	const state = step[side];
	const target = join(step.root, step.path);
	if (state.kind === "absent") {
		unlinkSync(target);
		removeEmptyParents(step.root, step.path);
		return;
	}
	mkdirSync(dirname(target), { recursive: true });
	const temporary = temporaryOf(folder, number, step);
	rmSync(temporary, { force: true });
	if (state.kind === "link") symlinkSync(state.target, temporary);
	else {
		writeSynced(temporary, readFileSync(copyOf(folder, number, side)));
		chmodSync(temporary, state.mode);
	}
	renameSync(temporary, target);
}

function removeEmptyParents(root: string, path: string): void {
	for (let at = dirname(path); at !== "."; at = dirname(at)) {
		try {
			rmdirSync(join(root, at));
		} catch {
			// Not empty.
			return;
		}
	}
}

export function stateOnDisk(root: string, path: string): FileState {
	const target = join(root, path);
	const stats = lstatOrUndefined(target);
	if (!stats) return { kind: "absent" };
	if (stats.isSymbolicLink()) return { kind: "link", target: readlinkSync(target) };
	return { kind: "file", mode: stats.mode & 0o777, hash: hashOf(readFileSync(target)) };
}

/** Also that no link leads elsewhere. */
function isState({ root, path }: FileStep, state: FileState): boolean {
	try {
		return blockingParent(root, path) === undefined && Bun.deepEquals(stateOnDisk(root, path), state);
	} catch {
		// A folder, or unreadable.
		return false;
	}
}

export function hashOf(content: Uint8Array): string {
	return new Bun.CryptoHasher("sha256").update(content).digest("hex");
}

export function hashOfFile(path: string): string | undefined {
	return existsSync(path) ? hashOf(readFileSync(path)) : undefined;
}

const copyOf = (folder: string, number: number, side: string): string => join(folder, `${side}-${number}`);
const indexCopy = (folder: string, number: number, side: string): string => join(folder, `index-${side}-${number}`);

/** Beside its target, so that it can be renamed; named after the journal, so that a leftover is found again. */
function temporaryOf(folder: string, number: number, { root, path }: FileStep): string {
	return join(dirname(join(root, path)), `.omp-${folder.slice(-12)}-${number}.tmp`);
}

function renameInto(content: Uint8Array, path: string): void {
	const temporary = `${path}.omp-${process.pid}`;
	writeSynced(temporary, content);
	renameSync(temporary, path);
}

function writeSynced(path: string, content: Uint8Array): void {
	const file = openSync(path, "w", 0o600);
	try {
		writeFileSync(file, content);
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}

function syncFolder(folder: string): void {
	const file = openSync(folder, "r");
	try {
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}

function readJournal(folder: string): Journal | undefined {
	try {
		return JSON.parse(readFileSync(join(folder, journalFile), "utf8"));
	} catch {
		return undefined;
	}
}

function listed(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
