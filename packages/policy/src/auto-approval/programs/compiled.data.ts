import { whyNotGoal, whyNotMakeWord, whyNotVendored } from "../usage/build-words.ts";
import { each, taskName, type Usage, type Usages } from "../usage/usage.ts";

const cargo = `-q/--quiet -v/-vv/--verbose --color= --release -r --workspace --all -p/--package= --exclude= --lib --bins --bin= --examples --example=
	--tests --test= --benches --bench= --all-targets --features= -F= --all-features --no-default-features --target= --profile= -j/--jobs=
	--keep-going --no-fail-fast --no-run --message-format= --locked --frozen --offline --doc --ignore-rust-version --timings[=]
	--manifest-path=< --target-dir=> --no-deps --document-private-items --fix --allow-dirty --allow-staged --check --edition=
	-d/--duplicates -e/--edges= -i/--invert= --depth= --prefix= --format= --format-version= --filter-platform= --dry-run --open -h/--help`;
const cargoUsage: Usage = { options: cargo, operands: "read", passesOn: "behind-dashes" };

const go = `-v -x -n -a -race -count= -run= -bench= -benchmem -benchtime= -timeout= -short -failfast -parallel= -cover -coverprofile=> -covermode=
	-coverpkg= -json -tags= -o=> -mod= -trimpath -ldflags= -gcflags= -p= -skip= -list= -shuffle= -vet= -cpu= -fuzz= -fuzztime= -cpuprofile=>
	-memprofile=> -outputdir=> -m -u -f= -deps -e -test -versions -buildvcs= -work -s -w -l -d -all -src -c -go= -compat= -r -cache -testcache
	-modcache -i -func=< -html=< -mode= -V[=] -fullpath`;
const goUsage: Usage = { options: go, style: { singleDash: true }, operands: "read" };

const jvm =
	`-q/--quiet -i/--info -s/--stacktrace --console= --no-daemon --parallel --offline --rerun-tasks --continue --tests= -x/--exclude-task= --scan?
	--warning-mode= --build-cache --no-build-cache --configuration-cache --no-configuration-cache --profile --dry-run -m --full-stacktrace -S
	--refresh-dependencies --max-workers= -w/--warn -d/--debug --stop --status --all -t/--continuous`.replace(
		"--scan?",
		"",
	);

const make =
	"-j[=] --jobs[=] -k/--keep-going -s/--silent -n/--dry-run -B/--always-make -C/--directory=< -i/--ignore-errors -q/--question --no-print-directory -w -l= -O[=] -d --trace -h/--help -v/--version";

const cmakeBuild =
	"-S=< -B=> -G= -D= -A= --build=< --preset= --target= -t= -j[=] --parallel[=] --config= --version -v/--verbose --list-presets[=] --clean-first --fresh -Wno-dev --log-level=";

/** Rust, Go, the JVM, .NET and what builds with `make` and its kin. */
export const compiledUsages: Usages = {
	cargo: {
		options: "-q/--quiet -v/--verbose --color= --locked --offline --frozen --version -V --list",
		commands: {
			...each(
				"build b test t check c clippy fmt doc bench tree metadata clean fix update generate-lockfile fetch",
				cargoUsage,
			),
			...each("run r expand audit deny machete outdated udeps verify-project locate-project", cargoUsage),
			nextest: {
				commands: each("run list", {
					...cargoUsage,
					options: `${cargo} -E= --retries= --no-capture --test-threads= --status-level= -P=`,
				}),
			},
			"llvm-cov": { ...cargoUsage, options: `${cargo} --html --lcov --summary-only --output-path=> --open` },
			...each("search info version help", { operands: "text", options: "--limit= -q" }),
			vendor: {
				options: "--locked --offline -q --versioned-dirs",
				operands: "write",
				maxOperands: 1,
				check: whyNotVendored,
			},
		},
	},
	rustup: { commands: each("show which doc", { operands: /^[\w-]+$/, options: "-v" }) },
	rustc: { options: "-V/--version -vV --explain= --print= -v/--verbose", operands: "none" },
	rustfmt: { options: "--check --edition= -l/--files-with-diff -v/--verbose -q/--quiet --config-path=< --color=" },
	go: {
		options: "-C=<",
		style: { singleDash: true },
		commands: {
			...each("build test vet fmt generate list doc version clean fix", goUsage),
			// A module with a version is fetched.
			run: {
				...goUsage,
				style: { singleDash: true, stopsAtOperand: true },
				first: /^(?:\.(?:\/[\w./-]*)?|[\w/-]+\.go)$/,
			},
			mod: {
				commands: {
					...each("tidy download verify graph why init edit", { ...goUsage, operands: /^[\w./@-]*$/ }),
					vendor: { options: "-v -e -o=>", style: { singleDash: true }, operands: "none", check: whyNotVendored },
				},
			},
			env: { options: "-json -changed", style: { singleDash: true }, operands: /^[A-Z0-9_]+$/ },
			work: { commands: each("sync use init", { options: "-r -v", style: { singleDash: true } }) },
			tool: { commands: each("cover nm objdump", goUsage) },
		},
	},
	gofmt: { options: "-l -w -d -s -e -r=" },
	goimports: { options: "-l -w -d -v -e -local=", style: { singleDash: true } },
	...each("golangci-lint", {
		options:
			"-v/--verbose --fix --fast --timeout= -c/--config=< --new --new-from-rev= -E/--enable= -D/--disable= --disable-all --enable-all --tests[=] --issues-exit-code= --out-format= --max-issues-per-linter= --max-same-issues= --color=",
		optionsAnywhere: true,
		commands: each("run linters version fmt help", {}),
	}),
	...each("staticcheck govulncheck", {
		options: "-checks= -f= -tests[=] -go= -show= -json -test -C=< -version",
		style: { singleDash: true },
	}),
	gotestsum: {
		options: "-f= --format= --junitfile=> --rerun-fails[=] --packages= --watch --hide-summary= --",
		passesOn: "behind-dashes",
	},
	...each("make gmake", { options: make, operands: "text", check: whyNotMakeWord }),
	ninja: {
		options: "-C=< -j= -k= -v -n -t? --version --quiet".replace("-t? ", ""),
		operands: taskName,
		check: whyNotMakeWord,
	},
	just: {
		options:
			"-l/--list -n/--dry-run --summary -v/--verbose -q/--quiet --show= --evaluate --dump --version -h/--help --unsorted",
		operands: "text",
		check: whyNotMakeWord,
	},
	task: {
		options: "-l/--list -a/--list-all -n/--dry -v/--verbose -s/--silent -f/--force -p/--parallel --summary --status",
		operands: "text",
		check: whyNotMakeWord,
	},
	rake: {
		options: "-T/--tasks -n/--dry-run -v/--verbose -q/--quiet -s/--silent -P/--prereqs --trace -m -j= -A/--all",
		operands: "text",
		check: whyNotMakeWord,
	},
	...each("gradle gradlew", { options: jvm, operands: /^[\w:.-]+$/, check: whyNotMakeWord }),
	...each("mvn mvnw", {
		options: `-q/--quiet -B/--batch-mode -e/--errors -X/--debug -o/--offline -U/--update-snapshots -ntp/--no-transfer-progress -pl/--projects= -am
			-amd -rf= -T/--threads= -P= -fae -ff -fn -N/--non-recursive -v/--version -V -D= -f/--file=<`,
		operands: "text",
		check: whyNotGoal,
	}),
	dotnet: {
		commands: each("build test restore format clean list run", {
			options: `-c/--configuration= -f/--framework= --no-build --no-restore --nologo -v/--verbosity= --filter= --logger= --collect= -r/--runtime=
				--project=< --verify-no-changes --include= --outdated --list-tests -l= --blame -t -o/--output=>`,
			passesOn: "behind-dashes",
		}),
		options: "--version --info --list-sdks --list-runtimes",
	},
	swift: {
		commands: each("build test run package format", {
			options:
				"-c/--configuration= -v/--verbose --filter= --parallel --product= --target= --enable-code-coverage -q/--quiet -i --in-place",
			operands: /^(?:describe|show-dependencies|resolve|dump-package|[\w./-]*)$/,
		}),
	},
	mix: {
		commands: each("test compile format deps.get deps.compile deps.tree credo dialyzer ecto.migrate", {
			options:
				"--trace --only= --exclude= --failed --stale --seed= --max-failures= --cover --warnings-as-errors --force --check-formatted --dry-run --strict --all --include= --no-start --only=",
		}),
	},
	...each("stack cabal zig sbt bazel bazelisk meson", {
		options: "--fast --test --pedantic -j= -v --verbose --color= -k --keep_going --test_output= --config= --jobs= -C=<",
		optionsAnywhere: true,
		commands: each("build test check compile clean fmt format query setup configure", {
			operands: /^[\w./:@-]+$/,
			check: whyNotMakeWord,
		}),
	}),
	...each("flutter dart", {
		commands: {
			...each("test analyze format build fix doctor", {
				options:
					"--coverage --name= --plain-name= -r/--reporter= --fatal-infos --no-fatal-infos --set-exit-if-changed -o/--output= --dry-run --apply --debug --release -v -l=",
			}),
			pub: { commands: each("get deps outdated", { options: "--offline --style= --json", operands: "none" }) },
		},
	}),
	cmake: {
		options: cmakeBuild,
		check: ({ options, operands }) => {
			const install = [...options.map(({ value }) => value), ...operands].find((word) =>
				/^(?:un)?install$/.test(word?.text ?? ""),
			);
			const runs = options.find(
				({ name, value }) =>
					name === "-D" &&
					/_COMPILER|_LAUNCHER|_PROGRAM|_COMMAND|_MODULE_PATH|_INCLUDE|TOOLCHAIN|_EXECUTABLE|_INSTALL_PREFIX/.test(
						value?.text ?? "",
					),
			);
			return install ? "Installs" : runs && `Chooses a program: ${runs.value?.shown}`;
		},
	},
	ctest: {
		options:
			"--test-dir=< -R= -E= -L= -j[=] --output-on-failure -V -VV -N --rerun-failed -C= --timeout= --parallel[=] -Q --progress --stop-on-failure",
	},
	javac: {
		options:
			"-d=> -cp=< -classpath=< -sourcepath=< -source= -target= -encoding= -g -nowarn -verbose -parameters -Xlint[=] --release=",
		style: { singleDash: true },
	},
	terraform: {
		options: "-chdir=<",
		style: { singleDash: true },
		commands: each("fmt validate version graph", {
			options: "-recursive -check -diff -write= -list= -json -no-color",
			style: { singleDash: true },
		}),
	},
	...each(
		"clang-format clang-tidy cppcheck shellcheck shfmt hadolint yamllint actionlint ktlint detekt swiftlint swiftformat stylua luacheck tflint ansible-lint terraform-docs",
		{
			options: `-i -n/--dry-run --style= -Werror -p=< -checks= --fix -l -d -w -s -ci -bn -sr -ln= -ln -x/--external-sources -S/--severity= -e/--exclude= -f/--format= -a
			-P=< -c=< --config=< --strict -q/--quiet -v/--verbose --enable= --suppress= --error-exitcode= --std= --check -F -r/--recursive --color[=] --no-color
			--no-globals --lint --fix-notes --offline --nocolor`,
		},
	),
};
