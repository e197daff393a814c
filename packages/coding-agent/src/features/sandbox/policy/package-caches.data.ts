/** Where a package manager or compiler keeps what can be fetched or built again. `~` is the home folder. */
export interface PackageCache {
	/** Those that exist may be written. */
	readonly folders: readonly string[];
	/** Where none of them exists, this variable names a folder of omp's own instead. */
	readonly variable?: string;
	/** What the variable stands for, where that holds more than caches: programs, settings and keys beside `folders`. */
	readonly root?: string;
	readonly name: string;
}

export const packageCaches: readonly PackageCache[] = [
	{
		name: "npm",
		folders: ["~/.npm/_cacache", "~/.npm/_logs", "~/.npm/_npx", "~/.npm/_update-notifier-last-checked"],
		variable: "npm_config_cache",
		root: "~/.npm",
	},
	{ name: "yarn", folders: ["~/.cache/yarn", "~/.yarn/berry/cache"], variable: "YARN_CACHE_FOLDER" },
	{ name: "pnpm", folders: ["~/.local/share/pnpm/store", "~/.cache/pnpm"], variable: "npm_config_store_dir" },
	{ name: "bun", folders: ["~/.bun/install/cache"], variable: "BUN_INSTALL_CACHE_DIR" },
	{ name: "deno", folders: ["~/.cache/deno"], variable: "DENO_DIR" },
	{ name: "corepack", folders: ["~/.cache/node/corepack"], variable: "COREPACK_HOME" },
	{ name: "node-gyp", folders: ["~/.cache/node-gyp"], variable: "npm_config_devdir" },
	{ name: "pip", folders: ["~/.cache/pip"], variable: "PIP_CACHE_DIR" },
	{ name: "uv", folders: ["~/.cache/uv"], variable: "UV_CACHE_DIR" },
	{ name: "poetry", folders: ["~/.cache/pypoetry"], variable: "POETRY_CACHE_DIR" },
	{ name: "go-build", folders: ["~/.cache/go-build"], variable: "GOCACHE" },
	{ name: "go-mod", folders: ["~/go/pkg/mod"], variable: "GOMODCACHE" },
	{ name: "cargo", folders: ["~/.cargo/registry", "~/.cargo/git"], variable: "CARGO_HOME", root: "~/.cargo" },
	{
		name: "gradle",
		folders: ["~/.gradle/caches", "~/.gradle/daemon", "~/.gradle/native"],
		variable: "GRADLE_USER_HOME",
		root: "~/.gradle",
	},
	{ name: "maven", folders: ["~/.m2/repository"] },
	{ name: "nuget", folders: ["~/.nuget/packages"], variable: "NUGET_PACKAGES" },
	{ name: "composer", folders: ["~/.cache/composer"], variable: "COMPOSER_CACHE_DIR" },
	{ name: "ccache", folders: ["~/.cache/ccache", "~/.ccache"], variable: "CCACHE_DIR" },
	{ name: "sccache", folders: ["~/.cache/sccache"], variable: "SCCACHE_DIR" },
	{ name: "zig", folders: ["~/.cache/zig"], variable: "ZIG_GLOBAL_CACHE_DIR" },
	// Its settings name modules that are loaded, so they stay as they are.
	{ name: "matplotlib", folders: ["~/.cache/matplotlib"], variable: "MPLCONFIGDIR", root: "~/.cache" },
];
