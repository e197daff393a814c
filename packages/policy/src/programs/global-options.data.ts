/** Options that stand between a program and what it is to do, and take the next word as their value. */
const valued: Readonly<Record<string, string>> = {
	git: "-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source --list-cmds --exec-path",
	docker: "-H --host -c --context --config -l --log-level --tlscacert --tlscert --tlskey",
	"docker compose": "-f --file -p --project-name --profile --env-file --project-directory --parallel --ansi --progress",
	podman: "--connection -c --url --identity --log-level --root --runroot --storage-driver --config",
	kubectl:
		"-n --namespace --context --cluster --kubeconfig -s --server --token --user --as --as-group --request-timeout -v --v --cache-dir --certificate-authority",
	helm: "-n --namespace --kube-context --kubeconfig --registry-config --repository-cache --repository-config",
	npm: "--prefix -C --userconfig --globalconfig --registry --loglevel --cache -w --workspace --otp --tag --script-shell",
	pnpm: "-C --dir --filter -F --loglevel --reporter --store-dir --registry",
	yarn: "--cwd --registry --modules-folder --cache-folder",
	bun: "--cwd --config -c --env-file --preload -r",
	cargo: "--config -Z --color -C --explain",
	go: "-C",
	gh: "-R --repo --hostname",
	aws: "--profile --region --output --endpoint-url --query --ca-bundle --cli-read-timeout --cli-connect-timeout --color",
	gcloud: "--project --account --configuration --impersonate-service-account --format --verbosity",
	az: "--subscription --output -o --query",
	terraform: "",
	tofu: "",
	systemctl: "-H --host -M --machine -t --type -p --property -s --signal --root",
	pip: "--python --log --proxy --retries --timeout --cache-dir --cert --client-cert --trusted-host",
	pip3: "--python --log --proxy --retries --timeout --cache-dir --cert --client-cert --trusted-host",
	uv: "--directory --project --config-file --cache-dir --color --python-preference",
	poetry: "-C --directory -P --project",
	apt: "-o -c -t --option --config-file --target-release",
	"apt-get": "-o -c -t --option --config-file --target-release",
	brew: "",
	adb: "-s -H -P -L -t",
	heroku: "-a --app -r --remote",
	flyctl: "-t --access-token",
	hg: "-R --repository --cwd --config --encoding",
	svn: "--config-dir --config-option --username --password",
	dotnet: "",
	composer: "-d --working-dir",
	mvn: "-f --file -s --settings -P -pl -T",
	gradle: "-p --project-dir -b --build-file -c --settings-file -g -I --init-script",
	tmux: "-L -S -f -c -T",
	make: "-C --directory -f --file --makefile -I --include-dir -j --jobs -o -W",
	sudo: "",
	omp: "--profile --config --model",
	psql: "",
};

const compiled: ReadonlyMap<string, ReadonlySet<string>> = new Map(
	Object.entries(valued).map(([program, options]) => [program, new Set(options.split(" ").filter(Boolean))]),
);

/** The words without the options in front of what the program is to do: `git -C x --no-pager push` is `git push`. */
export function withoutGlobalOptions(words: readonly string[]): readonly string[] {
	const [program = "", ...rest] = words;
	const name = program.slice(program.lastIndexOf("/") + 1);
	const options = compiled.get(name);
	if (!options) return words;
	const bare = [program, ...rest.slice(optionsEnd(rest, options))];
	const second = compiled.get(`${name} ${bare[1]}`);
	if (!second) return bare;
	return [...bare.slice(0, 2), ...bare.slice(2 + optionsEnd(bare.slice(2), second))];
}

/** Where the first word stands that is no option and no value of one. */
function optionsEnd(words: readonly string[], valued: ReadonlySet<string>): number {
	let at = 0;
	while (at < words.length && /^(?:-.|\+\w)/.test(words[at] ?? "")) at += valued.has(words[at] ?? "") ? 2 : 1;
	return Math.min(at, words.length);
}
