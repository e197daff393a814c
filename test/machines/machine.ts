import { chown, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import type { Reply } from "@oh-my-pi/pi-testkit/servers/replies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";

/** Machines that differ from the one that tests run on. `docs/contributing/machines.md` has a row for each. */
export const machineKinds = ["plain-user", "root", "home-elsewhere", "below-tmp", "no-namespaces"] as const;
export type MachineKind = (typeof machineKinds)[number];

/** A project of a user on such a machine; paths are those that omp sees there. */
export interface Machine extends OmpProject {
	readonly kind: MachineKind;
	/** Where the project is on that machine. */
	readonly projectPath: string;
	/** The text of a file of the project. */
	readFile(path: string): Promise<string>;
}

const homeOf = (kind: MachineKind) => (kind === "root" ? "/root" : "/home/dev");
const projectOf = (kind: MachineKind) =>
	kind === "home-elsewhere" ? "/srv" : kind === "below-tmp" ? "/tmp/project" : `${homeOf(kind)}/project`;
const folderOf = (kind: MachineKind) =>
	kind === "home-elsewhere" ? "project" : kind === "below-tmp" ? "tmp/project" : "home/dev/project";

/** A repository with CI files and a secret that git ignores. */
const projectFiles: Readonly<Record<string, string>> = {
	"README.md": "# Shop\n\nA needle in the hay.\n",
	"src/price.js": "export const price = (net) => net * 2;\n",
	"package.json": '{ "name": "shop", "type": "module" }\n',
	".github/workflows/ci.yml": "on: push\njobs: {}\n",
	".vscode/settings.json": '{ "editor.tabSize": 2 }\n',
	".gitignore": ".env\nnode_modules\n",
	".env": "TOKEN=abc\n",
};

/** A home with the settings of other tools. */
const homeFiles: Readonly<Record<string, string>> = {
	".gitconfig": "[user]\n\tname = Dev\n\temail = dev@example.com\n[pull]\n\trebase = true\n",
	".bashrc": "alias ll='ls -l'\nexport EDITOR=vi\n",
	".profile": '[ -f "$HOME/.bashrc" ] && . "$HOME/.bashrc"\n',
	".npmrc": "fund=false\n//npm.example.com/:_authToken=abc\n",
	".ssh/config": "Host example\n\tHostName example.com\n",
	".claude/CLAUDE.md": "Prefer small commits.\n",
	".codex/config.toml": 'model = "gpt-5"\n',
	".config/gh/hosts.yml": "github.com:\n  oauth_token: abc\n",
};

export async function machine(kind: MachineKind, replies: readonly Reply[] = []): Promise<Machine> {
	const omp = await ompProject({ replies });
	const scene = await workspace({
		passwd:
			"root:x:0:0:root:/root:/bin/bash\ndev:x:1000:1000:Dev:/home/dev:/bin/bash\nnobody:x:65534:65534:nobody:/:/bin/sh\n",
		"disk/.keep": "",
		"project/.keep": "",
		"tmp/.keep": "",
		"home/dev/.omp/agent/models.yml": await readFile(omp.home.file(".omp/agent/models.yml"), "utf8"),
	});
	for (const [path, content] of Object.entries(homeFiles)) await scene.write(`home/dev/${path}`, content);
	const folder = scene.file(folderOf(kind));
	await mkdir(folder, { recursive: true });
	for (const [path, content] of Object.entries(projectFiles)) await scene.write(`${folderOf(kind)}/${path}`, content);
	await scene.git("-C", folder, "init", "--quiet", "--initial-branch=main");
	const author = ["-c", "user.name=Dev", "-c", "user.email=dev@example.com"];
	await scene.git("-C", folder, "add", "--all");
	await scene.git("-C", folder, ...author, "commit", "--quiet", "--message=Start");
	await scene.git("-C", folder, ...author, "commit", "--quiet", "--allow-empty", "--message=Second");
	await scene.git("-C", folder, "branch", "feature");
	if (kind !== "root") await giveAway(scene.path);
	const command = ["unshare", "--mount", "sh", join(import.meta.dir, "enter.sh"), kind, scene.path, ...omp.command];
	const env: Record<string, string> = { ...omp.env, HOME: homeOf(kind), USER: kind === "root" ? "root" : "dev" };
	// The folder of the tests is not on that machine.
	delete env.TMPDIR;
	return {
		...omp,
		kind,
		env,
		command,
		projectPath: projectOf(kind),
		run: (args, run = {}) =>
			runCommand([...command, ...args], { cwd: scene.path, stdin: run.stdin, env: { ...env, ...run.env } }),
		readFile: (path) => readFile(join(folder, path), "utf8"),
		async [Symbol.asyncDispose]() {
			await omp[Symbol.asyncDispose]();
			await scene[Symbol.asyncDispose]();
		},
	};
}

async function giveAway(folder: string): Promise<void> {
	await chown(folder, 1000, 1000);
	for (const name of await readdir(folder, { recursive: true })) await chown(join(folder, name), 1000, 1000);
}
