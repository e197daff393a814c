import { existsSync } from "node:fs";
import { isAbsolute, join, posix, relative } from "node:path";
import { type FileDiff, parseDiff } from "@oh-my-pi/pi-natives/git/parse-diff";
import { mayHoldSecrets } from "@oh-my-pi/pi-policy/files/guarded-files";
import { readRegularBytes } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { Change } from "./change.ts";
import { type ChangeGit, type GitPlace, openChangeGit } from "./change-git.ts";
import { type DiffSides, diffSides } from "./diff-sides.ts";
import { type ListedFile, listFiles } from "./list-files.ts";
import { ReviewFault } from "./review-fault.ts";
import type { ReviewTarget } from "./review-target.ts";
import { maxFileBytes } from "./size-limits.ts";
import { type SkippedFile, skipReason, skipReasonOfText } from "./skip-file.ts";
import { untrackedDiff } from "./untracked-diff.ts";

const maxFileLines = 20_000;
const maxTotalLines = 100_000;
const maxDiffBytes = 12 * 1024 * 1024;
const filesPerDiff = 200;

/** Reads a change with git, within bounds: what is too much is left out and named. */
export async function loadChange(
	target: Exclude<ReviewTarget, { readonly kind: "pr" }>,
	place: GitPlace & { readonly paths?: readonly string[] },
): Promise<Change> {
	const git = await openChangeGit(place);
	const sides = await diffSides(git, target);
	const paths = (place.paths ?? []).map((path) => fromTop(path, place.cwd, git));
	const skipped: SkippedFile[] = [];
	const touched = await listFiles(git, sides, paths);
	for (const path of paths) mustExist(path, git.root, touched);
	const listed = chooseFiles(touched, skipped);
	const files = await loadDiffs(git, sides, listed, skipped);
	return {
		target,
		root: git.root,
		purpose: await readPurpose(git, target, sides),
		files,
		skipped,
		lineCount: async (path) => {
			const text = await readText(git, sides, path, "new");
			return text === undefined ? undefined : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
		},
		readText: (path, version) => readText(git, sides, path, version),
	};
}

function fromTop(
	path: string,
	cwd: string,
	{ root, prefix }: { readonly root: string; readonly prefix: string },
): string {
	const found = isAbsolute(path) ? relative(root, path) : posix.normalize(posix.join(prefix, path));
	if (found === ".." || found.startsWith("../")) throw new ReviewFault(`${path} is not in the repository of ${cwd}`);
	return found === "." ? "" : found.replace(/\/$/, "");
}

/** A mistyped name is no reason to say that all is well. */
function mustExist(path: string, root: string, touched: readonly ListedFile[]): void {
	const isTouched = touched.some((file) =>
		[file.path, file.oldPath].some((one) => one === path || one?.startsWith(`${path}/`)),
	);
	if (isTouched || existsSync(join(root, path))) return;
	throw new ReviewFault(`There is no file or folder "${path}" in the working tree or in the change`);
}

/** By name and size; the largest files go first when all together are too much. */
function chooseFiles(listed: readonly ListedFile[], skipped: SkippedFile[]): readonly ListedFile[] {
	const left = listed.filter(({ path, oldPath, isBinary, lines }) => {
		const reason =
			skipReason(path) ??
			(oldPath !== undefined && mayHoldSecrets(oldPath) ? "may hold secrets" : undefined) ??
			(isBinary ? "binary or too large" : lines > maxFileLines ? "too large" : undefined);
		if (reason !== undefined) skipped.push({ path, reason });
		return reason === undefined;
	});
	let total = left.reduce((sum, { lines }) => sum + lines, 0);
	const dropped = new Set<ListedFile>();
	for (const file of left.toSorted((one, other) => other.lines - one.lines)) {
		if (total <= maxTotalLines) break;
		total -= file.lines;
		dropped.add(file);
		skipped.push({ path: file.path, reason: "the change is too large" });
	}
	return left.filter((file) => !dropped.has(file));
}

async function loadDiffs(
	git: ChangeGit,
	sides: DiffSides,
	listed: readonly ListedFile[],
	skipped: SkippedFile[],
): Promise<readonly FileDiff[]> {
	const files: FileDiff[] = [];
	let bytes = 0;
	const tracked = listed.filter(({ isUntracked }) => !isUntracked);
	for (let start = 0; start < tracked.length; start += filesPerDiff) {
		const batch = tracked.slice(start, start + filesPerDiff);
		if (bytes > maxDiffBytes) {
			for (const { path } of batch) skipped.push({ path, reason: "the change is too large" });
			continue;
		}
		const paths = batch.flatMap(({ path, oldPath }) => [path, ...(oldPath === undefined ? [] : [oldPath])]);
		const text = await git.get([...diffArgs(sides), "--", ...paths.map((path) => `:(top,literal)${path}`)]);
		bytes += text.length;
		files.push(...parseDiff(text));
	}
	for (const { path } of listed.filter(({ isUntracked }) => isUntracked)) {
		const diff =
			bytes > maxDiffBytes ? { reason: "the change is too large" } : untrackedDiff(git.root, path, maxFileBytes);
		if ("reason" in diff) skipped.push({ path, reason: diff.reason });
		else {
			bytes += diff.hunks.reduce((sum, { lines }) => lines.reduce((chars, line) => chars + line.length, sum), 0);
			files.push(diff);
		}
	}
	return files.filter((file) => isWorthReading(file, skipped));
}

const diffArgs = ({ args }: DiffSides) => [
	"-c",
	`core.bigFileThreshold=${maxFileBytes}`,
	"diff",
	"--no-color",
	"--no-ext-diff",
	"--no-textconv",
	"--src-prefix=a/",
	"--dst-prefix=b/",
	"--find-renames",
	"--submodule=short",
	"--ignore-submodules=dirty",
	"-U5",
	...args,
];

function isWorthReading(file: FileDiff, skipped: SkippedFile[]): boolean {
	const reason = file.isBinary ? "binary or too large" : skipReasonOfText(addedLines(file));
	if (reason !== undefined) skipped.push({ path: file.path, reason });
	return reason === undefined;
}

function* addedLines({ hunks }: FileDiff): Generator<string> {
	for (const { lines } of hunks) yield* lines;
}

async function readPurpose(git: ChangeGit, target: ReviewTarget, { before, after }: DiffSides): Promise<string> {
	if (target.kind !== "base" && target.kind !== "commit") return "";
	const range = target.kind === "commit" ? ["-1", after ?? ""] : ["-30", `${before}..${after}`];
	return ((await git.find(["log", "--format=%s%n%n%b", ...range])) ?? "").trim().slice(0, 4000);
}

async function readText(
	git: ChangeGit,
	{ before, after }: DiffSides,
	path: string,
	version: "old" | "new",
): Promise<string | undefined> {
	if (mayHoldSecrets(path) || path.split("/").includes("..") || isAbsolute(path)) return undefined;
	const side = version === "old" ? before : after;
	if (side === undefined) {
		try {
			return readRegularBytes(join(git.root, path), maxFileBytes)?.toString("utf8");
		} catch {
			// A file that cannot be read has no text to show.
			return undefined;
		}
	}
	const name = side === ":" ? `:${path}` : `${side}:${path}`;
	const size = Number(await git.find(["cat-file", "-s", name]));
	return Number.isFinite(size) && size <= maxFileBytes ? git.find(["cat-file", "blob", name]) : undefined;
}
