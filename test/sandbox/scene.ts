import {
	closeSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { boxArgument } from "@oh-my-pi/pi-natives/sandbox/box-argument";
import type { BoxNamespace, BoxPolicy } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { boxedCommand, writePolicy } from "@oh-my-pi/pi-natives/sandbox/boxed-command";
import { type Machine, plantedSecret } from "./machine.ts";

/** A home with a secret, a project to work in, and files outside of it. */
export interface Scene extends Disposable {
	readonly folder: string;
	readonly project: string;
	readonly home: string;
	readonly hidden: string;
	readonly policy: BoxPolicy;
	readonly policyFile: string;
	/** A command in the box of the policy. */
	inBox(command: readonly string[], changes?: Partial<BoxPolicy>): string[];
	/** All that a box must leave as it is: names, kinds, modes, times and content. */
	protectedState(): string;
}

export function makeScene(machine: Machine, namespaces?: readonly BoxNamespace[]): Scene {
	const folder = mkdtempSync(join(machine.folder, "scene-"));
	const at = (path: string) => join(folder, path);
	const write = (path: string, content: string) => {
		mkdirSync(dirname(at(path)), { recursive: true });
		writeFileSync(at(path), content);
	};
	for (const [path, content] of Object.entries(files)) write(path, content);
	for (const path of folders) mkdirSync(at(path), { recursive: true });
	const policy: BoxPolicy = {
		writable: [at("project"), at("home/.cache")],
		readOnly: readOnly.map((path) => at(`project/${path}`)),
		hidden: [at("home/.ssh"), at("state"), at("home/.netrc")],
		temporaryFolder: at("temporary"),
		visible: [],
		sockets: [],
		network: { kind: "off" },
		env: {},
		...(namespaces && { namespaces }),
	};
	const policyFile = writePolicy(at("state"), policy);
	return {
		folder,
		policyFile,
		project: at("project"),
		home: at("home"),
		hidden: at("home/.ssh/id_rsa"),
		policy,
		inBox(command, changes) {
			const path = changes ? writePolicy(at("state"), { ...policy, ...changes }) : policyFile;
			return boxedCommand(path, command, [machine.executable, boxArgument]);
		},
		protectedState() {
			const kept = ["home", "outside", "spool", ...readOnly.map((path) => `project/${path}`)];
			return kept.flatMap((path) => describe(at(path))).join("\n");
		},
		[Symbol.dispose]() {
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

const readOnly = [".git/hooks", ".git/config", ".git/modules/m/hooks", ".env", ".omp", ".missing"];

const files = {
	"home/.ssh/id_rsa": `${plantedSecret}\n`,
	"home/.netrc": `${plantedSecret}\n`,
	"home/notes.txt": "notes\n",
	"home/bin/ls": "#!/bin/sh\n",
	"outside/file": "as it was\n",
	"state/agent.db": `${plantedSecret}\n`,
	"project/.git/HEAD": "ref: refs/heads/main\n",
	"project/.git/config": "[core]\n\trepositoryformatversion = 0\n",
	"project/.git/hooks/pre-commit": "#!/bin/sh\n",
	"project/.git/modules/m/hooks/post-checkout": "#!/bin/sh\n",
	"project/.env": "KEY=1\n",
	"project/.omp/commands.md": "as it was\n",
	"project/main.c": 'int puts(const char *); int main() { puts("built"); }\n',
};

const folders = ["project/.git/objects", "project/.git/refs/heads", "home/.cache", "temporary", "spool"];

function describe(path: string): string[] {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (!stats) return [`${path} missing`];
	const line = `${path} ${stats.mode.toString(8)} ${stats.uid} ${stats.mtimeMs} ${stats.nlink}`;
	if (!stats.isDirectory()) return [`${line} ${JSON.stringify(readFileSync(path, "latin1"))}`];
	return [
		line,
		...readdirSync(path)
			.sort()
			.flatMap((name) => describe(join(path, name))),
	];
}

/** A process outside with a secret in its memory, its folder and its input. */
export function startVictim({ hidden }: Scene): Bun.Subprocess & Disposable {
	const input = openSync(hidden, "r");
	// Without what root may do, which would protect it.
	const drop = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : [];
	const child = Bun.spawn([...drop, "sleep", "600"], {
		cwd: dirname(hidden),
		env: { SECRET: plantedSecret, PATH: "/usr/bin:/bin" },
		stdin: input,
		stdout: "ignore",
		stderr: "ignore",
		detached: true,
	});
	closeSync(input);
	return Object.assign(child, {
		[Symbol.dispose]() {
			child.kill("SIGKILL");
		},
	});
}
