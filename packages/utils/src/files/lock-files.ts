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

/** Names of the files that a lock file is made from; none of any other file. */
export function lockFileManifests(path: string): readonly string[] {
	const name = path.slice(path.lastIndexOf("/") + 1);
	return Object.hasOwn(lockFiles, name) ? (lockFiles[name] ?? []) : [];
}

export function isLockFile(path: string): boolean {
	return lockFileManifests(path).length > 0;
}
