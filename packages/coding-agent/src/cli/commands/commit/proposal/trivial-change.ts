import { posix } from "node:path";
import type { FileDiff } from "@oh-my-pi/pi-natives/git/parse-diff";
import { isLockFile } from "@oh-my-pi/pi-utils/files/lock-files";
import type { ChangeUnit } from "../changes/change-unit.ts";
import type { Repository } from "../changes/repository.ts";
import type { ProposedChanges } from "../changes/repository-changes.ts";
import { styled } from "./commit-proposal.ts";
import { withoutFreeSpace } from "./free-space.ts";
import type { MessageRules } from "./message-rules.ts";

/** The message of a change that needs no model to be described; `undefined` for any other. */
export async function trivialMessage(
	{ units, diffs, repository }: Pick<ProposedChanges, "units" | "diffs" | "repository">,
	{ style }: Pick<MessageRules, "style">,
): Promise<string | undefined> {
	if (units.every(({ path }) => isLockFile(path))) {
		const names = units.map(({ path }) => posix.basename(path));
		return styled("chore(deps)", `update ${units.length === 1 ? names[0] : `${units.length} lock files`}`, style);
	}
	if (units.every(({ status, before, after }) => status === "R" && before?.id === after?.id)) {
		const [only] = units;
		const text =
			units.length === 1 && only?.oldPath !== undefined
				? renameText(only.oldPath, only.path)
				: `rename ${units.length} files`;
		return styled("refactor", text, style);
	}
	// What is not shown, new or deleted may be anything.
	const files = units.filter(({ path }) => !isLockFile(path)).map(({ path }) => diffs.get(path));
	if (!files.every(isEdit)) return undefined;
	const version = newVersion(files);
	if (version !== undefined) return styled("chore", `bump version to ${version}`, style);
	if (await isReformatted(files, units, repository)) return styled("style", `reformat ${subject(files)}`, style);
	if (files.every((file) => isCommentOnly(file))) return styled("docs", `update comments in ${subject(files)}`, style);
	return undefined;
}

function isEdit(file: FileDiff | undefined): file is FileDiff {
	return (
		file !== undefined &&
		file.status === "M" &&
		!file.isBinary &&
		file.oldMode === file.newMode &&
		file.hunks.length > 0
	);
}

function renameText(from: string, to: string): string {
	return posix.dirname(from) === posix.dirname(to)
		? `rename ${posix.basename(from)} to ${posix.basename(to)}`
		: `move ${posix.basename(from)} to ${posix.dirname(to)}`;
}

function subject(files: readonly FileDiff[]): string {
	const [first] = files;
	return files.length === 1 && first ? posix.basename(first.path) : `${files.length} files`;
}

function changedLines({ hunks }: FileDiff, sign: "+" | "-"): string[] {
	return hunks.flatMap(({ lines }) => lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1)));
}

async function isReformatted(
	files: readonly FileDiff[],
	units: readonly ChangeUnit[],
	repository: Repository,
): Promise<boolean> {
	const squeeze = (file: FileDiff, sign: "+" | "-") => changedLines(file, sign).join("").replace(/\s+/g, "");
	if (!files.every((file) => squeeze(file, "-") === squeeze(file, "+"))) return false;
	for (const { path } of files) {
		const unit = units.find((candidate) => candidate.path === path);
		if (!unit?.before || !unit.after) return false;
		const before = withoutFreeSpace(path, await repository.text(["cat-file", "blob", unit.before.id]));
		const after = withoutFreeSpace(path, await repository.text(["cat-file", "blob", unit.after.id]));
		if (before === undefined || before !== after) return false;
	}
	return true;
}

const slashes = /\.(ts|tsx|js|jsx|mjs|cjs|java|c|h|cc|cpp|hpp|cs|go|rs|swift|kt|kts|scala|php|dart|proto)$/i;
const hashes = /\.(py|rb|sh|bash|zsh|pl|r|jl|toml|ex|exs)$/i;

/** Only whole lines that are comments, and none that tools read. */
function isCommentOnly(file: FileDiff): boolean {
	const comment = slashes.test(file.path)
		? /^\s*(\/\/|\/\*.*\*\/\s*$)/
		: hashes.test(file.path)
			? /^\s*#(?!!)/
			: undefined;
	if (!comment) return false;
	const directive = /@ts-|eslint|biome|noqa|type:\s*ignore|pragma|prettier|istanbul|#\s*-\*-|go:|nolint|#\[|SPDX/i;
	const lines = [...changedLines(file, "-"), ...changedLines(file, "+")].filter((line) => line.trim() !== "");
	return lines.length > 0 && lines.every((line) => comment.test(line) && !directive.test(line));
}

const manifests =
	/(^|\/)(package\.json|Cargo\.toml|pyproject\.toml|setup\.cfg|composer\.json|pubspec\.yaml|VERSION|version\.txt|mix\.exs|gradle\.properties)$/;
const versionLine = /^\s*(?:"?version"?\s*[:=]\s*"?)?v?(\d+\.\d+(?:\.\d+)?(?:[-+.][\w.+-]+)?)"?,?\s*$/;

/** The one version that all changed lines name now. */
function newVersion(files: readonly FileDiff[]): string | undefined {
	const found = new Set<string>();
	for (const file of files) {
		if (!manifests.test(file.path)) return undefined;
		const lines = [changedLines(file, "-"), changedLines(file, "+")];
		if (lines.some((side) => side.length !== 1 || !versionLine.test(side[0] ?? ""))) return undefined;
		found.add(versionLine.exec(lines[1]?.[0] ?? "")?.[1] ?? "");
	}
	return found.size === 1 ? [...found][0] : undefined;
}
