import { each, type Usage, type Usages } from "../usage/usage.ts";

const text = { operands: "text" } as const;
const listing: Usage = {
	...text,
	options:
		"-a/--all -q/--quiet --format= -f/--filter= --no-trunc -n/--last= -l/--latest -s/--size --digests -t --tail= --since= --until= --timestamps --details --type= -H/--human",
};
const logs: Usage = {
	...text,
	options: "-f/--follow -n/--tail= --since= --until= -t/--timestamps --no-color --no-log-prefix --details",
};

const build: Usage = {
	options: `-t/--tag= -f/--file=< --build-arg= --target= --no-cache --pull -q/--quiet --progress= --platform= --label= --rm --force-rm --load --iidfile=>
		--metadata-file=> --cpu-shares= -m/--memory=`,
	// An address, or a name that a registry or git host answers to, is fetched from; a dash is a file on the input.
	operands: /^(?!-$)(?!git@)(?!(?:[\w-]+\.)+[a-z]{2,}\/)[\w./-]+$/,
	maxOperands: 1,
	check: ({ options }) => {
		const secret = options.find(({ name, value }) => name === "--build-arg" && /[$`\0]/.test(value?.text ?? ""));
		return secret && `Depends on a value omp can't know: ${secret.value?.shown}`;
	},
};

const compose: Usage = {
	options: "-f/--file=< -p/--project-name= --profile= --project-directory=< --ansi= --progress= --parallel=",
	commands: {
		...each("ps ls images top", listing),
		logs,
		config: {
			...text,
			options: "-q/--quiet --services --volumes --images --profiles --format= --hash= --no-interpolate",
		},
		version: { options: "--short -f/--format=", operands: "none" },
		build: { ...text, options: "--no-cache --pull -q/--quiet --build-arg= --progress= --with-dependencies" },
	},
};

/** What talks to a cluster goes by the current context; naming a server or other keys asks. */
const kubectl = "-n/--namespace= --context= --request-timeout= -v=";
const shown = `-o/--output= -l/--selector= -A/--all-namespaces -w/--watch --show-labels --sort-by= --no-headers --field-selector= --show-kind -L= --limit=
	--recursive --api-version= --namespaced[=] --verbs= --api-group= --short --client --show-events[=] --chunk-size=`;

/** Containers and services: looking, and building an image. */
export const containerUsages: Usages = {
	...each("docker podman", {
		options: "-D/--debug -l/--log-level= -v/--version",
		commands: {
			...each("ps images inspect port top history diff", listing),
			...each("version info", { options: "-f/--format=", operands: "none" }),
			logs,
			build,
			stats: { ...text, options: "--no-stream -a/--all --format= --no-trunc" },
			buildx: { commands: { build, ls: listing, version: { operands: "none" } } },
			compose,
			image: { commands: each("ls inspect history", listing) },
			container: { commands: { ...each("ls inspect top", listing), logs } },
			...each("volume network context", { commands: each("ls inspect show", listing) }),
			system: { commands: each("df info", listing) },
		},
	}),
	"docker-compose": compose,
	kubectl: {
		options: kubectl,
		optionsAnywhere: true,
		commands: {
			...each("get describe", { options: shown, operands: /^(?!.*secret)[\w./,:-]+$/i }),
			logs: {
				options:
					"-f/--follow --tail= --since= -c/--container= -p/--previous --all-containers[=] --timestamps -l/--selector= --prefix --max-log-requests=",
				operands: /^[\w./-]+$/,
			},
			explain: { options: shown, operands: /^[\w./-]+$/ },
			...each("version api-resources api-versions", { options: shown, operands: "none" }),
			"cluster-info": { operands: "none" },
			top: { commands: each("pod pods node nodes", { options: `${shown} --containers`, operands: /^[\w./-]+$/ }) },
			config: {
				commands: each("current-context get-contexts get-clusters", {
					options: "-o/--output= --no-headers",
					operands: /^[\w./:@-]+$/,
				}),
			},
			rollout: {
				commands: each("status history", { options: "--timeout= -w/--watch[=] --revision=", operands: /^[\w./-]+$/ }),
			},
			auth: { commands: { "can-i": { options: "--list", operands: /^[\w./*-]+$/ } } },
			events: { options: shown, operands: /^[\w./-]+$/ },
		},
	},
	helm: {
		options: "-n/--namespace= --kube-context=",
		optionsAnywhere: true,
		commands: {
			lint: { options: "-f/--values=< --strict --quiet --set=" },
			template: {
				options: "-f/--values=< --set= -s/--show-only= --debug --release-name= --include-crds",
				check: whyNotChart,
			},
			version: { options: "--short", operands: "none" },
			list: { options: "-A/--all-namespaces -a/--all -o/--output= -q/--short -f/--filter=", operands: "none" },
			...each("status history", { options: "-o/--output= --revision= --max=", operands: /^[\w.-]+$/ }),
		},
	},
	gh: {
		options: "-R/--repo= --version --help",
		optionsAnywhere: true,
		commands: {
			pr: { commands: each("list view status diff checks", github()) },
			issue: { commands: each("list view status", github()) },
			run: { commands: each("list view watch", github()) },
			...each("release workflow label", { commands: each("list view", github()) }),
			repo: { commands: each("view list", github()) },
			auth: { commands: { status: { options: "-h/--hostname= -a/--active", operands: "none" } } },
			search: { commands: each("code commits issues prs repos", github()) },
		},
	},
	...each("systemctl", {
		options:
			"--user --no-pager -l/--full -n/--lines= -a/--all --state= -t/--type= -q/--quiet --failed --no-legend --plain",
		optionsAnywhere: true,
		commands: each("status is-active is-enabled list-units is-failed list-timers list-unit-files cat", {
			operands: /^[\w@.:-]+$/,
		}),
	}),
	service: {
		operands: /^[\w.-]+$/,
		check: ({ operands }) => (operands[1]?.text === "status" ? undefined : "Changes a service"),
	},
	journalctl: {
		options:
			"-u/--unit= -n/--lines= --no-pager -f/--follow --since= --until= -p/--priority= -x -e -b[=] -o/--output= -r/--reverse --user -k/--dmesg -g/--grep=",
		operands: "none",
	},
	lsof: { options: "-i[=] -n -P -p= -t -u= -c= -a -s[=] -l +D=", operands: "text" },
	...each("netstat ss", { options: "-t -u -l -n -p -a -r -s -e -4 -6 -x -i", operands: "text" }),
	pgrep: { options: "-f -l -a -n -o -x -c -u= -P= -i", operands: "text" },
	...each("vmstat iostat", { options: "-x -k -m -h -z -s -d -w -a", operands: /^\d+$/ }),
	tput: { operands: /^(?:cols|lines|colors|sgr0|bold|setaf|\d+)$/ },
	...each("locale getconf", { options: "-a", operands: /^[\w.@-]+$/ }),
	...each("nm objdump readelf size", {
		options: "-a -A -B -C/--demangle[=] -D -g -u -n -h -d -t -T -x -s -S -W -l -r -f -p -R -w -V/--version -i",
		operands: "read",
	}),
	...each("yq xmllint", {
		options:
			"-r/--raw-output -P/--prettyPrint -o= -p= -e/--exit-status -C/--colors -M/--no-colors -N -j -y --xpath= --noout --format --schema=< -n/--null-input",
		operands: "text",
		// An expression can read other files and the environment; only paths through a document are known.
		check: ({ operands: [expression], options }) => {
			if (
				options.some(({ name, value }) => name === "-o" && !/^(?:json|yaml|j|y|props|csv|xml)$/.test(value?.text ?? ""))
			)
				return "Writes a file";
			return /^[\w.[\]"'| ,()*/-]*$/.test(expression?.text ?? "") &&
				!/\b(?:load|env|eval|system|split_doc)/.test(expression?.text ?? "")
				? undefined
				: "Runs an expression that may do more than print";
		},
	}),
};

function github(): Usage {
	return {
		options: `-L/--limit= -s/--state= -a/--author= --assignee= -l/--label= -B/--base= -H/--head= --json= -q/--jq= -t/--template= -c/--comments --name-only --patch --color=
			--search= -S= -w/--workflow= -b/--branch= -e/--event= -u/--user= --status= --log --log-failed -j/--job= -v/--verbose --exit-status -A= --required
			--watch -i/--interval= --fail-fast -f= --draft -d --repo= --language= --owner= --sort= --order= --attempt= --commit=`,
		operands: /^[\w./#@: "'=><*-]+$/,
	};
}

/** A chart of the project, not one that a registry has. */
function whyNotChart({
	operands,
}: {
	readonly operands: readonly { readonly text: string; readonly shown: string }[];
}): string | undefined {
	const chart = operands.at(-1);
	return chart && /^\.{1,2}(?:\/|$)/.test(chart.text) ? undefined : `Fetches a chart: ${chart?.shown}`;
}
