import { posix } from "node:path";
import type { ChangeUnit } from "./change-unit.ts";

/** Written by package managers, each with the files it is made from. */
const lockFiles: Readonly<Record<string, readonly string[]>> = {
	"package-lock.json": ["package.json"],
	"npm-shrinkwrap.json": ["package.json"],
	"yarn.lock": ["package.json"],
	"pnpm-lock.yaml": ["package.json", "pnpm-workspace.yaml"],
	"bun.lock": ["package.json"],
	"bun.lockb": ["package.json"],
	"deno.lock": ["deno.json", "deno.jsonc", "package.json"],
	"Cargo.lock": ["Cargo.toml"],
	"Gemfile.lock": ["Gemfile"],
	"poetry.lock": ["pyproject.toml"],
	"uv.lock": ["pyproject.toml"],
	"pdm.lock": ["pyproject.toml"],
	"Pipfile.lock": ["Pipfile"],
	"composer.lock": ["composer.json"],
	"go.sum": ["go.mod"],
	"mix.lock": ["mix.exs"],
	"pubspec.lock": ["pubspec.yaml"],
	"flake.lock": ["flake.nix"],
	"packages.lock.json": ["packages.config", "Directory.Packages.props"],
	"gradle.lockfile": ["build.gradle", "build.gradle.kts"],
	"Podfile.lock": ["Podfile"],
	"Package.resolved": ["Package.swift"],
};

export function isLockFile(path: string): boolean {
	return Object.hasOwn(lockFiles, posix.basename(path));
}

/** The commit that a lock file belongs to: that of its manifest in the same folder, of one anywhere, or the last. */
export function findManifestCommit(
	path: string,
	commits: ReadonlyArray<ReadonlyMap<number, unknown>>,
	units: readonly ChangeUnit[],
): number {
	const names = lockFiles[posix.basename(path)] ?? [];
	const folder = posix.dirname(path);
	const findCommit = (isManifest: (candidate: string) => boolean) =>
		commits.findIndex((parts) => [...parts.keys()].some((index) => isManifest(units[index]?.path ?? "")));
	const inFolder = findCommit((at) => names.includes(posix.basename(at)) && posix.dirname(at) === folder);
	if (inFolder >= 0) return inFolder;
	const anywhere = findCommit((at) => names.includes(posix.basename(at)));
	return anywhere >= 0 ? anywhere : commits.length - 1;
}
