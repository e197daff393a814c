import { each, taskName, type Usage, type Usages, unsafeTask } from "../usage/usage.ts";

const pytest =
	`-q/--quiet -v/--verbose -vv -vvv -x/--exitfirst -k= -m= -s -l/--showlocals --lf/--last-failed --ff/--failed-first --nf/--new-first
	--sw/--stepwise --maxfail= --tb= --co/--collect-only --durations= --durations-min= -r= --capture= --no-header --no-summary
	--strict-markers --strict-config --markers --fixtures --setup-show --setup-only --pdb? --cov[=] --cov-report= --cov-fail-under=
	--no-cov --cov-branch --cov-append --cov-config=< -n/--numprocesses= --dist= --timeout= --reruns= --ignore=< --deselect= --color=
	--junitxml=> --junit-xml=> --disable-warnings --disable-pytest-warnings -W= --rootdir=< -c=< --cache-clear --benchmark-only
	--benchmark-skip --snapshot-update --asyncio-mode= --import-mode= --doctest-modules --doctest-glob= --runslow --log-cli-level=
	--log-level= --randomly-seed= -p=< --full-trace --version -V -h/--help --no-migrations --reuse-db --create-db --ds= --html=>
	--cov-context= --runxfail --show-capture=`.replace("--pdb? ", "");

/** Plugins of pytest that are only switched off. */
function whyNotPlugin(
	options: readonly { readonly name: string; readonly value?: { readonly text: string } }[],
): string | undefined {
	const loaded = options.find(
		({ name, value }) => name === "-p" && !/^(?:no:[\w.-]+|xdist|randomly)$/.test(value?.text ?? ""),
	);
	return loaded && `Loads a plugin: ${loaded.value?.text}`;
}

const common = `-v/--verbose -q/--quiet --version -h/--help --check --diff --fix --color[=] --no-color --exclude= --include= --extend-exclude=
	--config=< --config-file=< -l/--line-length= --select= --ignore= --max-line-length= --target-version= --output-format= --statistics
	--show-source --count --no-cache -j= --jobs= --format= -x`;

const pipLocal: Usage = {
	options: `-r/--requirement=< -e/--editable=< -c/--constraint=< -q/--quiet -U/--upgrade --no-deps --no-cache-dir --no-build-isolation
		--disable-pip-version-check --no-input`,
	operands: /^\.(?:\/[\w./-]*)?(?:\[[\w,-]+\])?$/,
	check: ({ options, operands }) =>
		operands.length > 0 || options.some(({ name }) => /^(?:-r|-e|--requirement|--editable)$/.test(name))
			? undefined
			: "Installs what is not named",
};

const manage: Usage = {
	commands: {
		test: {
			options:
				"-v= --verbosity= --parallel[=] --keepdb --failfast -k= --tag= --exclude-tag= --settings= --noinput --no-input --shuffle[=]",
		},
		...each("check makemigrations showmigrations collectstatic sqlmigrate help diffsettings", {
			options:
				"--dry-run --check -n/--name= --noinput --no-input --empty --merge --plan --list -l --database= --deploy --settings= -v=",
			operands: /^[\w.]+$/,
		}),
		migrate: {
			options: "--plan --check --noinput --no-input --database= --settings= --run-syncdb -v=",
			operands: "none",
		},
		runserver: { options: "--noreload --settings=", operands: /^(?:(?:127\.0\.0\.1|localhost):)?\d+$/ },
	},
};

/** Modules that `python -m` may run, as the programs they are. */
export const pythonModules: Usages = {
	unittest: {
		options:
			"-v/--verbose -q/--quiet -f/--failfast -b/--buffer -k= -s/--start-directory=< -p/--pattern= -t/--top-level-directory=< --locals",
		operands: /^[\w./]+$/,
	},
	venv: {
		options: "--system-site-packages --upgrade-deps --prompt= --symlinks --copies",
		operands: "write",
		maxOperands: 1,
	},
	compileall: { options: "-q -f -l -j= -x=" },
	py_compile: {},
	"json.tool": { options: "--sort-keys --indent= --no-ensure-ascii --json-lines --compact", maxOperands: 1 },
	doctest: { options: "-v -f -o=" },
	...each("tokenize ast", {}),
	build: { options: "-s/--sdist -w/--wheel -n/--no-isolation -o/--outdir=> -x" },
	pip: {
		commands: {
			...each("list show freeze check", {
				options: "-o/--outdated --format= -v/--verbose -l/--local --not-required -f/--files",
				operands: "text",
			}),
			install: pipLocal,
		},
		options: "--version",
	},
};

export const pythonScripts: Usages = {
	"manage.py": manage,
	"setup.py": {
		commands: each("build test check", {
			options: "-q/--quiet -v/--verbose --inplace -i -f/--force",
			operands: "none",
		}),
	},
};

export const pythonUsages: Usages = {
	...each("pytest py.test", { options: pytest, check: ({ options }) => whyNotPlugin(options) }),
	ruff: {
		options: "-q/--quiet -v/--verbose -s/--silent --config=< --isolated",
		optionsAnywhere: true,
		commands: {
			...each("check format", {
				options: `${common} --fix-only --unsafe-fixes --no-fix --preview --extend-select= --show-fixes --watch -n --statistics --show-files
					--show-settings --exit-zero --stdin-filename= --per-file-ignores= --force-exclude --respect-gitignore -o/--output-file=> --range=`,
			}),
			...each("rule linter version", { operands: "text" }),
			clean: { operands: "none" },
		},
	},
	black: {
		options: `${common} -t/--target-version= -S/--skip-string-normalization -C --preview --fast --safe --force-exclude= -c= --stdin-filename=`,
	},
	isort: {
		options: `${common} -c/--check-only --profile= --df --skip= --sg= --settings-path=< -m= --atomic -w= --filter-files`,
	},
	...each("flake8 pylint pyright bandit autopep8 yapf", {
		options: `${common} -r/--recursive -i/--in-place -d/--disable= -e/--enable= --max-complexity= --rcfile=< --disable-all -p/--project=< --outputjson
			--stats --warnings -ll -f= --errors-only -E --reports= --score= --extend-ignore= --per-file-ignores= --aggressive -a --warnings`,
	}),
	mypy: {
		options:
			`--strict -p/--package= -m/--module= --ignore-missing-imports --no-incremental --show-error-codes --pretty --show-column-numbers
			--config-file=< --python-version= --follow-imports= --exclude= --disallow-untyped-defs --check-untyped-defs --warn-unused-ignores
			--explicit-package-bases --namespace-packages --cache-dir=> --no-error-summary --show-traceback --version --install-types? -v
			--disable-error-code= --enable-error-code= --no-site-packages --scripts-are-modules --warn-unreachable`.replace(
				"--install-types? ",
				"",
			),
	},
	...each("tox nox", {
		options: "-e= -s/--session= -r -R -p= -l/--list -v -q --parallel[=] -k= -x --skip-missing-interpreters[=]",
		operands: taskName,
		passesOn: "behind-dashes",
	}),
	coverage: {
		commands: {
			run: {
				options: "--source= --branch -a/--append -p/--parallel-mode --include= --omit= --rcfile=< -m=",
				operands: "text",
				check: ({ options }) =>
					options.some(({ name, value }) => name === "-m" && /^(?:pytest|unittest)$/.test(value?.text ?? ""))
						? undefined
						: "Runs a file with python",
			},
			...each("report html xml json combine erase lcov", {
				options:
					"-m/--show-missing -d/--directory=> -o=> -i/--ignore-errors --include= --omit= --fail-under= --skip-covered --sort= --precision= -q --rcfile=< --keep",
			}),
		},
	},
	"sphinx-build": { options: "-b= -W -q -n -j= -E -a -c=<", operands: "write", maxOperands: 2 },
	...each("pip pip3", pythonModules.pip as Usage),
	uv: {
		options: "-q/--quiet -v/--verbose --offline --no-progress",
		commands: {
			sync: {
				options:
					"--frozen --locked --all-extras --extra= --group= --no-dev --dev --all-groups --all-packages --no-install-project",
				operands: "none",
			},
			lock: { options: "--check --upgrade -U", operands: "none" },
			tree: { options: "--depth= --outdated --invert --package=", operands: "none" },
			version: { operands: "none" },
			build: { options: "--sdist --wheel", operands: "none" },
			pip: {
				commands: {
					...each("list show freeze check tree", { options: "--format= --outdated -v", operands: "text" }),
					compile: { options: "-o/--output-file=> --upgrade --all-extras --extra=" },
					sync: { options: "" },
				},
			},
			venv: { options: "--python= -p= --seed", operands: "write", maxOperands: 1 },
		},
	},
	poetry: {
		options: "-q/--quiet -v/--verbose -n/--no-interaction --no-ansi",
		optionsAnywhere: true,
		commands: each("install lock check show build version", {
			options:
				"--no-root --sync --with= --without= --only= --all-extras -E/--extras= --no-update --tree -t --latest -o/--outdated --no-dev -l",
			operands: "none",
		}),
	},
	...each("rails artisan", {
		commands: each("test routes stats notes about zeitwerk:check spec db:migrate:status route:list", {
			options: "-v -c= -g= --expanded -e=",
		}),
	}),
	bundle: {
		alone: true,
		commands: each("install check list outdated", {
			options: "--jobs= -j= --retry= --quiet --local --path? --dry-run".replace("--path? ", ""),
			operands: "none",
		}),
	},
	composer: {
		options: "-n/--no-interaction -q/--quiet -v/-vv/-vvv/--verbose --no-ansi --ansi --no-plugins --no-scripts",
		optionsAnywhere: true,
		commands: each("install validate show outdated test dump-autoload", {
			options:
				"--no-dev --prefer-dist -o/--optimize --optimize-autoloader --strict --tree --direct -D --no-progress --dry-run",
			operands: /^[\w./-]*$/,
		}),
	},
	...each("rspec rubocop phpunit phpstan psalm pest php-cs-fixer", {
		options: `-A/--autocorrect-all -a/--autocorrect -f/--format= -e= -t/--tag= -c/--configuration/--config=< --fail-fast[=] --only-failures -n --next-failure
			--only= --except= -d --parallel -P --filter= --testsuite= --group= --exclude-group= --coverage-text --no-coverage --stop-on-failure
			--testdox --level= -l= --memory-limit= --no-progress --dry-run --diff --colors[=] --color --no-color -v/--verbose -q/--quiet --version -h
			--order= --seed= --profile[=] --display-cop-names --debug --no-cache --compact -b/--backtrace --depth=`,
		check: ({ operands }) => {
			const odd = operands.find(({ text }) => unsafeTask.test(text) && !/[/.]/.test(text));
			return odd && `Runs code omp can't check: ${odd.shown}`;
		},
	}),
};
