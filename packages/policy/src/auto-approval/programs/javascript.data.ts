import { each, taskName, type Usage, type Usages, unsafeTask } from "../usage/usage.ts";

const npmOptions = `-s/--silent -q/--quiet -w/--workspace= -ws/--workspaces --include-workspace-root --if-present --prefix=< --loglevel=
	-y/--yes --no-audit --no-fund --no-progress --prefer-offline --offline --ignore-scripts --legacy-peer-deps --production
	--omit= --include= --frozen-lockfile --immutable --depth= --json --long --all -a --parseable --workspace-root --dry-run
	-r/--recursive --filter= -F= --cwd=< -C/--dir=< --color[=] --no-color --reporter= --parallel --stream --if-present
	--no-save --package-lock-only -D/--dev -P/--prod --verbose`;

/** The name of a script, not a file to run. */
const script: Usage = {
	operands: "text",
	passesOn: "behind-dashes",
	first: /^(?!.*\.(?:[cm]?[jt]sx?|sh|py)$)(?!.*\.\.)[\w:.@-]+$/i,
	check: ({ operands: [name] }) =>
		unsafeTask.test(name?.text ?? "") ? `Runs code omp can't check: ${name?.shown}` : undefined,
};
const asking: Usage = { operands: /^(?!fix$)[@\w./:^~<>=*-]+$/ };

function packages(runs: Usage, test: Usage): Record<string, Usage> {
	return {
		...each("test t tst start build lint format typecheck check dev", test),
		...each("run run-script", runs),
		...each("install i ci clean-install install-ci-test", { operands: "none" }),
		...each(
			"ls list ll la outdated view info show explain why query root bin prefix audit fund doctor prune dedupe",
			asking,
		),
		...each("version help", { operands: "none" }),
		pack: { operands: "none" },
		init: { operands: "none" },
	};
}

/** What stands behind the name of a script goes to it. */
const passing: Usage = { passesOn: "all" };
const passingScript: Usage = { ...script, passesOn: "behind-first" };

/** One of the scripts of other packages in the project. */
const inWorkspaces: Usage = {
	operands: /^[@\w./:-]+$/,
	passesOn: "behind-dashes",
	options: "--all -A -p -i -t --include= --exclude= --parallel --topological",
	check: ({ operands }) =>
		operands.some(({ text }) => /^(?:build|test|lint|typecheck|start|dev|format|check)$/.test(text)) &&
		!operands.some(({ text }) => /^(?:add|remove|up|npm|publish|link|plugin|config|set|exec|dlx)$/.test(text))
			? undefined
			: "Runs code omp can't check in all packages",
};

const usual = `-h/--help -v/-V/--version --verbose -q/--quiet --silent -w/--watch --color[=] --no-color --colors -c/--config=< --debug
	--json --fix --check --write --list --list-files --strict --no-cache --cache --stats --all`;

const jest = `${usual} --coverage[=] --testPathPattern= --testPathPatterns= -t/--testNamePattern= --watchAll[=] -i/--runInBand
	-u/--updateSnapshot --ci --bail[=] -b --maxWorkers= --silent --verbose[=] --passWithNoTests --detectOpenHandles --forceExit
	-o/--onlyChanged --changedSince= --findRelatedTests --runTestsByPath --testTimeout= --clearCache --listTests --showConfig
	--selectProjects= --no-coverage --collectCoverageFrom= --coverageReporters= --coverageDirectory=> --rootDir=< --expand -e
	--noStackTrace --logHeapUsage --reporters= --shard= --watch[=] --watchAll --env= -f/--onlyFailures --errorOnDeprecated`;
const vitest =
	`-h/--help -v/--version -r/--root=< -c/--config=< -u/--update -w/--watch[=] -t/--testNamePattern= --dir=< --silent[=]
	--hideSkippedTests --reporter= --coverage[=] --coverage.enabled[=] --coverage.reporter= --coverage.provider=
	--coverage.include= --mode= --environment= --passWithNoTests --globals --run --bail[=] --retry= --changed[=] --shard=
	--sequence.shuffle --testTimeout= --hookTimeout= --project= --no-coverage --no-file-parallelism --pool= --poolOptions.threads.singleThread
	--typecheck[=] --maxWorkers= --minWorkers= --threads[=] --no-threads --logHeapUsage --inspect? --isolate --no-isolate --allowOnly
	--color --no-color --related --clearScreen[=]`.replace("--inspect? ", "");
const tsc = `--noEmit -p/--project=< -b/--build -w/--watch --pretty[=] --incremental --skipLibCheck --strict --listFiles --showConfig
	--traceResolution --extendedDiagnostics --diagnostics --declaration -d --emitDeclarationOnly --outDir=> --outFile=>
	--declarationDir=> --tsBuildInfoFile=> --target= -t= --module= -m= --moduleResolution= --lib= --jsx= --allowJs --checkJs
	--esModuleInterop --resolveJsonModule --sourceMap --rootDir=< --noUnusedLocals --noUnusedParameters --noImplicitAny
	--strictNullChecks --isolatedModules --force --clean --verbose -v/--version -h/--help --init --all --noEmitOnError
	--explainFiles --generateTrace=> --preserveWatchOutput --types= --noErrorTruncation --allowImportingTsExtensions --dry`;
const eslint = `-h/--help -v/--version --fix --fix-dry-run --fix-type= --ext= -c/--config=< --quiet --max-warnings= -f/--format=
	-o/--output-file=> --cache --no-cache --cache-location=> --cache-strategy= --no-eslintrc --no-config-lookup --ignore-path=<
	--ignore-pattern= --no-ignore --rule= --env= --global= --parser-options= --report-unused-disable-directives --color --no-color
	--no-inline-config --debug --print-config= --stdin --stdin-filename= --no-error-on-unmatched-pattern --no-warn-ignored
	--pass-on-no-patterns --exit-on-fatal-error --stats --inspect-config`;
const prettier = `-c/--check -w/--write -l/--list-different --config=< --no-config --ignore-path=< --log-level= --loglevel= --parser=
	--tab-width= --use-tabs --single-quote --print-width= --prose-wrap= --trailing-comma= --no-semi --semi --arrow-parens=
	--end-of-line= --ignore-unknown -u --no-error-on-unmatched-pattern --cache --cache-location=> --cache-strategy= --check
	--stdin-filepath= --with-node-modules --no-editorconfig --find-config-path= --file-info= --support-info --version --help
	--color --no-color --bracket-same-line`;
const biome: Usage = {
	options: `--write --fix --unsafe --apply --apply-unsafe --staged --changed --since= --colors= --max-diagnostics= --diagnostic-level=
		--verbose --config-path=< --reporter= --no-errors-on-unmatched --files-ignore-unknown[=] --formatter-enabled= --linter-enabled=
		--only= --skip= --error-on-warnings --stdin-file-path= --indent-style= --line-width= --log-level=`,
	commands: each("check lint format ci version", {}),
	optionsAnywhere: true,
};
const framework = `${usual} -p/--port= -d/--dir=< --turbo --turbopack --mode= --outDir=> --emptyOutDir --configuration= --prod --watch[=]
	--browsers= --no-watch --no-lint --profile --sourcemap[=] --minify[=] --base= --ssr[=] -l/--logLevel= --no-progress --code-coverage`;
const served: Usage = { options: framework, operands: taskName };

export const javascriptUsages: Usages = {
	npm: {
		options: npmOptions,
		optionsAnywhere: true,
		commands: packages(script, { operands: "read", passesOn: "behind-dashes" }),
	},
	pnpm: {
		options: npmOptions,
		alone: true,
		commands: {
			...packages(passingScript, passing),
			recursive: inWorkspaces,
			...each("install i ci ls list outdated why audit", {
				options: npmOptions,
				operands: /^(?!fix$)[@\w/-]+$/,
				maxOperands: 0,
			}),
		},
	},
	yarn: {
		options: npmOptions,
		alone: true,
		commands: {
			...packages(passingScript, passing),
			...each("workspaces workspace", inWorkspaces),
			install: { options: npmOptions, operands: "none" },
		},
	},
	bun: {
		options: "--silent --cwd=< --bun --watch --hot --filter= -F= --if-present --smol",
		commands: {
			...packages(passingScript, passing),
			install: {
				options:
					"--frozen-lockfile -p/--production --no-save --dry-run --silent --verbose --no-progress --ignore-scripts --no-cache",
				operands: "none",
			},
			ci: { operands: "none" },
			test: {
				options: `--watch --coverage --coverage-reporter= --timeout= --bail[=] -t/--test-name-pattern= -u/--update-snapshots --only
					--todo --rerun-each= --concurrent --randomize --seed= --reporter= --max-concurrency= --pass-with-no-tests --silent --dots
					--only-failures`,
			},
			build: {
				options: `--outdir=> --outfile=> --target= --minify --minify-whitespace --minify-syntax --sourcemap[=] --splitting --format=
					-e/--external= --watch --production --define= --entry-naming= --root=< --packages=`,
			},
			pm: { commands: each("ls list bin hash", { options: "--all -g", operands: "none" }) },
		},
	},
	node: {
		options: `--test --test-only --test-name-pattern= --test-skip-pattern= --test-concurrency= --test-timeout= --test-force-exit
			--test-update-snapshots --test-coverage-include= --test-coverage-exclude= --experimental-test-coverage --test-shard=
			--experimental-strip-types --no-warnings --enable-source-maps --watch -c/--check -v/--version --trace-warnings --trace-uncaught`,
		check: ({ options }) =>
			options.some(({ name }) => /^(?:--test|--check|-c|--version|-v)$/.test(name))
				? undefined
				: "Runs a file with node",
	},
	deno: {
		commands: each("test check lint fmt info", {
			options:
				"--watch --filter= --parallel --coverage[=] --no-check --check -q/--quiet --fix --json --fail-fast[=] --allow-read[=<]",
		}),
	},
	...each("next nuxt astro ng remix svelte-kit vite webpack rollup react-scripts vue-cli-service", {
		options: framework,
		alone: true,
		commands: each("build test lint check dev start serve info prepare sync preview e2e", served),
	}),
	...each("webpack rollup", { options: `${framework} --env= --entry=< -o=> --stats[=]`, operands: "read" }),
	esbuild: {
		options: `--bundle --outfile=> --outdir=> --platform= --target= --format= --minify --sourcemap[=] --watch --splitting --packages=
			--loader:.x= --log-level= --tree-shaking[=] --jsx= --metafile=> --analyze --version`,
		style: { singleDash: true },
	},
	playwright: {
		commands: {
			test: {
				options: `${usual} --headed --project= -g/--grep= --grep-invert= --reporter= --workers= -j= --retries= --timeout= -x --max-failures=
					-u/--update-snapshots[=] --list --last-failed --ui --trace= --shard= --pass-with-no-tests --fully-parallel --forbid-only`,
			},
			"show-report": { options: "" },
		},
	},
	cypress: {
		commands: {
			run: {
				options:
					"-s/--spec= -b/--browser= --headless --headed -e/--env= --component --e2e -q/--quiet -P/--project=< --config=",
			},
			verify: { operands: "none" },
		},
	},
	prisma: {
		options: "--schema=< --help --version",
		optionsAnywhere: true,
		commands: each("generate validate format version", {
			options: "--watch --no-engine --no-hints --check",
			operands: "none",
		}),
	},
	"drizzle-kit": {
		commands: each("generate check", { options: "--config=< --name= --dialect= --schema=<", operands: "none" }),
	},
	storybook: {
		commands: each("build dev", {
			options: "-p/--port= -o/--output-dir=> -c/--config-dir=< --ci --quiet --no-open -h",
			operands: "none",
		}),
	},
	turbo: {
		options: `--filter= -F= --force[=] --no-cache --concurrency= --continue[=] --dry-run[=] --dry[=] --parallel --summarize --verbosity=
			--output-logs= --log-order= --graph[=] --only --affected --ui= --no-daemon --cache=`,
		operands: taskName,
		passesOn: "behind-dashes",
	},
	nx: {
		options: `-p/--project= --projects= -t/--target= --targets= --all --parallel[=] --skip-nx-cache --base= --head= --configuration= -c=
			--watch --verbose --exclude= --prod --output-style= --outputStyle= --codeCoverage`,
		first:
			/^(?:run|run-many|affected|build|test|lint|e2e|serve|graph|show|report|list|format:check|format:write|typecheck|[\w-]+:(?:build|test|lint))$/,
		operands: taskName,
	},
	...each("tsc vue-tsc", { options: tsc }),
	"svelte-check": {
		options: `${usual} --tsconfig=< --workspace=< --output= --threshold= --fail-on-warnings --ignore=`,
	},
	eslint: { options: eslint },
	prettier: { options: prettier },
	biome,
	jest: { options: jest, passesOn: "behind-dashes" },
	vitest: { options: vitest, passesOn: "behind-dashes" },
	mocha: {
		options: `${usual} -g/--grep= -f/--fgrep= -i/--invert -b/--bail -t/--timeout= -R/--reporter= --recursive --exit --parallel -j/--jobs=
			-s/--slow= --ui= -u= --extension= --ignore= --spec= --forbid-only --dry-run --retries= --full-trace --check-leaks`,
	},
	ava: {
		options: `${usual} -m/--match= -T/--timeout= -u/--update-snapshots --fail-fast -s/--serial -t/--tap -c/--concurrency=`,
	},
	...each("nyc c8", {
		options:
			"-r/--reporter= --check-coverage --lines= --branches= --functions= --statements= --all -n/--include= -x/--exclude= --report-dir=>",
		style: { stopsAtOperand: true },
		operands: "text",
		check: ({ operands }) =>
			operands.length === 0 || /^(?:report|check-coverage)$/.test(operands[0]?.text ?? "")
				? undefined
				: "Runs another program",
	}),
	tsup: {
		options:
			`${usual} --format= --dts --minify --sourcemap --clean -d/--out-dir=> --target= --entry= --splitting --external=`.replace(
				"--clean ",
				"",
			),
	},
	"lint-staged": {
		options: "--debug -q/--quiet --verbose -v --allow-empty --no-stash --relative -p= --concurrent=",
		operands: "none",
	},
	...each("oxlint dprint stylelint tap swc babel knip depcheck madge sass tailwindcss postcss", {
		options: `${usual} -o/--output=> --out-dir=> -d=> -i/--input=< --minify --production --circular --extensions= --ext= --style= --no-source-map
			--formatter= --quiet-deprecation-warnings -D= -A= -W= --deny-warnings --no-progress --ignore= --include=`,
	}),
	...each("typedoc graphql-codegen markdownlint markdownlint-cli2 commitlint size-limit publint attw cspell", {
		options: `${usual} --out=> --tsconfig=< --no-progress --no-summary --ignore= --from= --to= --last --edit --pack --dot --show-suggestions`,
	}),
	...each("tsx ts-node", {
		options: "--version -v",
		operands: "none",
		check: ({ options }) => (options.length > 0 ? undefined : "Runs a file"),
	}),
};
