import type { ReadOnlyProgram } from "../read-only/programs.data.ts";

/**
 * What a program may be given so that it does an everyday job inside the project: it builds, tests, formats, changes files that
 * edits could change too. It may run the project's own code; it may not reach outside, publish, install for everybody or throw
 * work away. Arguments that lead outside the project, addresses and options that run programs are refused for all of them.
 */
export interface EverydayProgram extends ReadOnlyProgram {
	/** By the first word that is no option; only these are known. */
	readonly commands?: Readonly<Record<string, EverydayProgram>>;
	/** What the first word that is no option has to look like. */
	readonly first?: RegExp;
	/** Without any such word. */
	readonly alone?: boolean;
	/** Options whose value is text that nobody runs. */
	readonly freeValues?: readonly string[];
	/** Words that are files it changes. */
	readonly writes?: "operands" | "last" | "but-first";
	/** Files that it names are recorded, not changed. */
	readonly commits?: true;
	/** Takes an address, which is only read from. */
	readonly urls?: RegExp;
}

const any: EverydayProgram = {};
const nothing: EverydayProgram = { maxOperands: 0 };

function each(names: string, rule: EverydayProgram): Record<string, EverydayProgram> {
	return Object.fromEntries(
		names
			.trim()
			.split(/\s+/)
			.map((name) => [name, rule]),
	);
}

/** Names of tasks that reach others than the developer. */
const publishing = "publish|deploy|release|upload|push|ship|promote|rollback|destroy|prod";
const notPublishing = new RegExp(`^(?!.*(?:${publishing}))`, "i");
/** The name of a script, not a file to run. */
const isScript = new RegExp(`^(?!.*(?:${publishing}))(?!.*\\.(?:[cm]?[jt]sx?|sh|py)$)[\\w:.@-]+$`, "i");

const packages: Record<string, EverydayProgram> = {
	...each("test t tst start build lint format typecheck check dev", any),
	...each("run run-script", { first: isScript }),
	...each("install i ci clean-install install-ci-test", {
		maxOperands: 0,
		notLetters: "g",
		notOptions: ["--global", "--location"],
	}),
	...each("ls list ll la outdated view info show explain why query root bin prefix audit fund doctor prune dedupe", {
		operands: /^(?!fix$)/,
		notOptions: ["--global", "-g"],
	}),
	...each("version help", nothing),
	pack: { notOptions: ["--pack-destination"], maxOperands: 0 },
	init: { onlyOptions: /^-(?:y|-yes)$/, maxOperands: 0 },
};

/** One of the scripts of other packages in the project. */
const inWorkspaces: EverydayProgram = {
	check: (args) =>
		args.some((arg) => /^(?:build|test|lint|typecheck|start|dev|format|check)$/.test(arg)) &&
		!args.some((arg) => /^(?:add|remove|up|npm|publish|link|plugin|config|set)$/.test(arg)),
};

const devTools = `tsc vue-tsc svelte-check eslint prettier biome oxlint dprint stylelint jest vitest mocha ava tap nyc c8 webpack
	vite rollup esbuild tsup swc babel knip depcheck madge typedoc sass tailwindcss postcss graphql-codegen
	pytest py.test ruff black isort flake8 mypy pyright pylint tox nox coverage bandit autopep8 yapf sphinx-build
	rspec rubocop phpunit phpstan psalm pest php-cs-fixer gofmt goimports golangci-lint staticcheck govulncheck gotestsum
	rustfmt shellcheck shfmt hadolint yamllint markdownlint markdownlint-cli2 actionlint ktlint detekt swiftlint swiftformat
	clang-format clang-tidy cppcheck ctest ninja stylua luacheck terraform-docs tflint ansible-lint cspell lint-staged
	commitlint size-limit publint attw react-scripts vue-cli-service`;

const tasks: EverydayProgram = { operands: notPublishing };

export const everydayPrograms: ReadonlyMap<string, EverydayProgram> = new Map(
	Object.entries<EverydayProgram>({
		...each(devTools, any),
		...each("turbo nx", { operands: new RegExp(`^(?!.*(?:${publishing}|exec))`, "i") }),
		// Files.
		...each("mkdir touch", { writes: "operands", freeValues: ["-d", "--date"] }),
		cp: { writes: "last", notLetters: "tPad", notOptions: ["--target-directory", "--archive", "--no-dereference"] },
		mv: { writes: "operands", notLetters: "t", notOptions: ["--target-directory"] },
		rm: { writes: "operands", notOptions: ["--no-preserve-root"] },
		rmdir: { writes: "operands" },
		tee: { writes: "operands" },
		chmod: {
			first: /^(?:[0-7]{3}|[ugoa]*[-+=][rwxX]+)$/,
			writes: "but-first",
			notLetters: "R",
			notOptions: ["--recursive", "--reference"],
		},
		...each("sleep wait exit return true false", { operands: /^[\w.]*$/ }),
		set: { onlyOptions: /^-[eux]*o?$/, operands: /^(?:pipefail|errexit|nounset)$/ },
		...each("gzip gunzip bzip2 xz", { writes: "operands", notLetters: "r" }),

		git: {
			commands: {
				...each("add stage", { commits: true }),
				...each("mv rm", { writes: "operands" }),
				commit: {
					commits: true,
					freeValues: ["-m", "-am", "--message", "--author", "--date", "--trailer", "-F", "--file"],
				},
				...each("switch", { notLetters: "fC", notOptions: ["--force", "--discard-changes", "--force-create"] }),
				checkout: {
					notLetters: "fB",
					notOptions: ["--force", "--ours", "--theirs", "--", "--pathspec-from-file"],
					operands: /^(?!\.$|.*\*)/,
				},
				restore: {
					commits: true,
					check: (args) => args.includes("--staged") && !args.some((arg) => /^(?:-W|--worktree)$/.test(arg)),
				},
				"cherry-pick": any,
				...each("merge revert", { freeValues: ["-m", "--message"] }),
				...each("rebase", any),
				...each("pull fetch", { operands: /^[\w./-]+$/ }),
				branch: { notLetters: "DMCf", notOptions: ["--force"] },
				tag: { notLetters: "fsd", notOptions: ["--force", "--sign", "--delete"], freeValues: ["-m", "--message"] },
				stash: {
					commands: { ...each("push save pop apply list show branch", { freeValues: ["-m", "--message"] }) },
					alone: true,
				},
				reset: { commits: true, notOptions: ["--hard", "--merge", "--keep"] },
				clean: { check: (args) => args.some((arg) => /^-\w*n|^--dry-run$/.test(arg)) },
				worktree: { commands: each("list add prune", any) },
				submodule: { commands: each("status init update sync summary", any), alone: true },
				bisect: { commands: each("start good bad new old skip reset log", any) },
				remote: { commands: { ...each("update prune show", any) } },
				...each("init gc fsck whatchanged", { maxOperands: 1 }),
				...each("format-patch range-diff notes sparse-checkout", any),
				clone: {
					urls: /^(?:https:\/\/|git@|ssh:\/\/)[\w@.:/~-]+$/,
					notOptions: ["--recurse-submodules", "--recursive"],
				},
				"ls-remote": { urls: /^(?:https:\/\/|git@)[\w@.:/~-]+$/, operands: /^[\w./*-]+$/ },
			},
		},

		// JavaScript.
		npm: { commands: packages },
		pnpm: { commands: { ...packages, recursive: inWorkspaces }, alone: true },
		yarn: { commands: { ...packages, ...each("workspaces workspace", inWorkspaces) }, alone: true },
		bun: { commands: { ...packages, test: any, build: any, pm: { commands: each("ls list bin hash cache", any) } } },
		node: {
			onlyOptions: /^(?:--test(?:-[\w-]+(?:=.*)?)?|--check|-c|--version|-v)$/,
			check: (args) => /^(?:--test|--check|-c)/.test(args[0] ?? ""),
		},
		deno: {
			commands: each("test check lint fmt info", { notLetters: "A", notOptions: ["--allow-all", "--allow-run"] }),
		},
		next: { commands: each("build lint dev start info", any) },
		...each("nuxt astro ng remix svelte-kit", {
			commands: each("build test lint check dev serve prepare sync", tasks),
		}),
		playwright: { commands: each("test show-report", any) },
		cypress: { commands: each("run verify", any) },
		prisma: { commands: each("generate validate format version", any) },
		"drizzle-kit": { commands: each("generate check", any) },
		storybook: { commands: each("build dev", any) },

		// Rust, Go, the JVM, .NET and others.
		cargo: {
			commands: {
				...each(
					"build b test t check c clippy fmt doc bench tree metadata clean fix update generate-lockfile fetch",
					any,
				),
				...each("run r nextest llvm-cov expand audit deny machete outdated udeps verify-project locate-project", any),
				...each("search info version help vendor", any),
			},
		},
		rustup: { commands: each("show which doc", any) },
		rustc: { onlyOptions: /^(?:--version|-V|-vV|--explain|--print.*)$/ },
		go: {
			commands: {
				...each("build test vet fmt generate list doc version clean fix", any),
				// A module with a version is fetched.
				run: { first: /^(?:\.(?:\/.*)?|[\w/-]+\.go)$/ },
				mod: { commands: each("tidy download verify graph why vendor init edit", any) },
				env: { notLetters: "wu" },
				work: { commands: each("sync use init vendor", any) },
				tool: { commands: each("cover pprof nm objdump trace", any) },
			},
		},
		...each("make gmake just task ninja rake", {
			// Another shell, or a value that make would expand.
			operands:
				/^(?!SHELL=|MAKEFLAGS=)(?!.*(?:publish|deploy|release|upload|push|ship|destroy|prod|install))(?:[\w./:%@-]+|[A-Za-z_]\w*=[\w.,/-]*)$/i,
			notOptions: ["--eval"],
		}),
		...each("gradle gradlew mvn mvnw", { operands: notPublishing }),
		dotnet: { commands: each("build test run restore format clean list", any) },
		swift: { commands: each("build test run package format", any) },
		mix: { commands: each("test compile format deps.get deps.compile deps.tree credo dialyzer ecto.migrate", any) },
		...each("stack cabal zig sbt bazel bazelisk meson", {
			commands: each("build test check compile clean fmt format repl query setup configure run", tasks),
			operands: notPublishing,
		}),
		...each("flutter dart", {
			commands: {
				...each("test analyze format build fix doctor", any),
				pub: { commands: each("get deps outdated", any) },
			},
		}),
		cmake: {
			operands: /^(?!(?:un)?install$)/,
			onlyOptions: /^(?:-[SBGDA].*|--build|--preset.*|--target|-j\d*|--parallel|--config|--version|-v|--list-presets)$/,
		},
		javac: { notLetters: "J", notOptions: ["-processor", "-processorpath", "--processor-path"] },
		terraform: { commands: each("fmt validate version graph", any) },
		helm: { commands: each("lint template version list", any) },

		// Python, Ruby, PHP.
		...each("python python3", {
			check: ([first = "", second = "", third = ""]) =>
				(/^-(?:m)$/.test(first) &&
					(/^(?:pytest|unittest|mypy|black|ruff|isort|flake8|pylint|pyright|venv|compileall|json\.tool|build|coverage|doctest|tox|nox|py_compile|tokenize|ast)$/.test(
						second,
					) ||
						(second === "pip" && /^(?:list|show|freeze|check|--version)$/.test(third)))) ||
				(first === "manage.py" &&
					/^(?:test|check|migrate|makemigrations|showmigrations|collectstatic|runserver|help|sqlmigrate)$/.test(
						second,
					)) ||
				(first === "setup.py" && /^(?:build|test|check|--version|--name)/.test(second)),
		}),
		...each("pip pip3", {
			commands: {
				...each("list show freeze check", any),
				install: {
					check: (args) =>
						args.every(
							(arg, index) =>
								/^(?:-r|-e|-c|--requirement|--editable|--constraint|-q|--quiet|--upgrade|-U|--no-deps|--no-cache-dir)$/.test(
									arg,
								) || /^(?:-r|-e|-c|--requirement|--editable|--constraint)$/.test(args[index - 1] ?? ""),
						) &&
						args.some((arg) => /^(?:-r|-e|--requirement|--editable)$/.test(arg)) &&
						args.every((arg) => /^-|^\.|^[\w./-]+\.txt$|^\.\[[\w,-]+\]$/.test(arg)),
				},
			},
		}),
		uv: {
			commands: {
				...each("sync lock tree version build", { maxOperands: 0 }),
				pip: { commands: each("list show freeze check compile sync", any) },
				venv: any,
			},
		},
		poetry: { commands: each("install lock check show build version env", { maxOperands: 0 }) },
		bundle: { commands: each("install check list outdated", { maxOperands: 0 }), alone: true },
		composer: { commands: each("install validate show outdated test dump-autoload", { operands: notPublishing }) },
		rails: { commands: each("test routes stats notes about zeitwerk:check spec db:migrate:status", any) },
		artisan: { commands: each("test route:list about", any) },

		// Containers and services: looking, and building an image.
		...each("docker podman", {
			commands: {
				...each("ps images logs inspect version info port top history diff", any),
				build: {
					notLetters: "o",
					notOptions: ["--output", "--ssh", "--secret", "--push", "--allow", "--network", "--security-opt"],
				},
				compose: {
					commands: {
						...each("ps logs config ls images version top", any),
						build: { notOptions: ["--push", "--ssh"] },
					},
				},
				image: { commands: each("ls inspect history", any) },
				container: { commands: each("ls inspect logs top", any) },
				volume: { commands: each("ls inspect", any) },
				network: { commands: each("ls inspect", any) },
			},
		}),
		"docker-compose": { commands: { ...each("ps logs config images version top build", any) } },
		kubectl: {
			commands: {
				...each("get describe", { operands: /^(?!.*secret)/i }),
				...each("logs version explain api-resources cluster-info", any),
			},
		},
		gh: {
			commands: {
				pr: { commands: each("list view status diff checks", any) },
				issue: { commands: each("list view status", any) },
				run: { commands: each("list view watch", any) },
				...each("release workflow label", { commands: each("list view", any) }),
				repo: { commands: each("view list", any) },
				auth: { commands: { status: { notLetters: "t", notOptions: ["--show-token"] } } },
				search: any,
			},
		},
		...each("systemctl service", { commands: each("status is-active is-enabled list-units", any) }),
		...each("lsof netstat pgrep uptime vmstat iostat tput locale getconf size nm objdump readelf", any),
		...each("tsx ts-node", { onlyOptions: /^(?:--version|-v)$/, maxOperands: 0 }),
		...each("yq xmllint", {
			notLetters: "iso",
			notOptions: ["--inplace", "--output", "--shell", "--split-exp", "--split-exp-file"],
		}),
		sqlite3: {
			operands:
				/^(?!\.)(?!.*\b(?:load_extension|readfile|writefile|edit|attach|vacuum|pragma)\b)|^\.(?:schema|tables|dump|indices|databases|headers on|mode \w+)/i,
		},
	}),
);

/** Folders and files that builds make, and that another build makes again. */
export const buildOutput =
	/^(?:node_modules|dist|build|out|target|coverage|tmp|temp|\.next|\.nuxt|\.turbo|\.cache|\.parcel-cache|\.svelte-kit|\.output|\.vite|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|__pycache__|htmlcov|\.nyc_output|\.gradle|_build|[\w.-]+\.egg-info|storybook-static|test-results|playwright-report|\.eslintcache)$/;
