import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtExecutable } from "@oh-my-pi/pi-testkit/product/built-executable";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { repositoryRoot } from "../../scripts/repository-root.ts";
import { protectedAttempts, readingAttempts, writingAttempts } from "./attempts/files.data.ts";
import { type LaterAttempt, laterAttempts, secretPlaces } from "./attempts/product.data.ts";
import { python } from "./machine.ts";

setDefaultTimeout(180_000);

const prelude = readFileSync(join(import.meta.dir, "attempts/prelude.py"), "utf8");

/** A home and a project as a user has them, for the policy that the product makes of them. */
function makePlace(files: Readonly<Record<string, string>> = {}) {
	// Not in /tmp, of which a box sees nothing anyway.
	const folder = mkdtempSync(join(repositoryRoot, "dist", "product-"));
	const at = (path: string) => join(folder, path);
	const write = (path: string, text: string) => {
		mkdirSync(dirname(at(path)), { recursive: true });
		writeFileSync(at(path), text);
	};
	for (const path of ["project/main.c", "home/bin/ls", "home/.cache/omp/sandbox-support.json", "outside/file"])
		write(path, "mine\n");
	for (const path of [
		"home/.m2/settings.xml",
		"home/.config/fish/config.fish",
		"home/.cargo/registry/x",
		"home/.gradle/caches/x",
	])
		write(path, "mine\n");
	for (const [path, text] of Object.entries(files)) write(path, text);
	const env = {
		PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
		HOME: at("home"),
		HIDDEN: at("home/.ssh/id_rsa"),
		OUTSIDE: at("outside/file"),
		PROJECT: at("project"),
		VICTIM: "1",
		GIT_AUTHOR_NAME: "a",
		GIT_AUTHOR_EMAIL: "a@b",
		GIT_COMMITTER_NAME: "a",
		GIT_COMMITTER_EMAIL: "a@b",
		GIT_CONFIG_NOSYSTEM: "1",
	};
	const run = async (body: string, command: readonly string[], more: Readonly<Record<string, string>> = {}) => {
		const own = Object.entries(more).map(([name, value]) => [name, value.replace("HOME", at("home"))]);
		const program = [...command, python, "-S", "-E", "-c", `${prelude}\n${putting}\n${body}`];
		const { stdout, stderr } = await runCommand(program, {
			cwd: at("project"),
			env: { ...env, ...Object.fromEntries(own) },
		});
		return { escaped: /^ESCAPED$/m.test(stdout), output: `${stdout}${stderr}` };
	};
	return { at, env, write, run, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

const putting = `def put(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w") as f: f.write(text)
`;

const inProduct = async () => [await builtExecutable(), "sandbox", "run", "--"];

requires("python3", "git")("outside of a box, what is left for later works out", async () => {
	const held: string[] = [];
	await inTurn(laterAttempts, async (attempt) => {
		const { escaped, output } = await tryLater(attempt, []);
		if (!escaped) held.push(`${attempt.name}: ${output}`);
	});
	expect(held).toEqual([]);
});

requires("python3", "git")("with the product's own policy, nothing that is left for later works out", async () => {
	const command = await inProduct();
	const open: string[] = [];
	await inTurn(laterAttempts, async (attempt) => {
		const { escaped, output } = await tryLater(attempt, command);
		if (escaped) open.push(`${attempt.name}: ${output}`);
	});
	expect(open).toEqual([]);
});

async function tryLater({ python: body, given = "", then, env = {} }: LaterAttempt, command: readonly string[]) {
	using place = makePlace();
	await place.run(given, []);
	const first = await place.run(body, command, env);
	const second = await place.run(then, []);
	return { escaped: second.escaped, output: `${first.output}${second.output}` };
}

requires("python3")(
	"credentials and copies of secrets can be read outside, and not with the product's own policy",
	async () => {
		using place = makePlace(Object.fromEntries(secretPlaces.map((path) => [`home/${path}`, "planted-secret"])));
		place.write("home/.omp/agent/skills/a/SKILL.md", "a skill");
		const body = secretPlaces.map(
			(path) => `try:\n  if SECRET in open(HOME + '/${path}').read(): print('read ${path}')\nexcept OSError: pass`,
		);
		const env = { KUBECONFIG: "HOME/elsewhere/kube", DOCKER_CONFIG: "HOME/elsewhere/docker" };
		const look = async (command: readonly string[]) => {
			const { output } = await place.run(
				`${body.join("\n")}\nprint(open(HOME + '/.omp/agent/skills/a/SKILL.md').read())`,
				command,
				env,
			);
			return output.trim().split("\n");
		};
		expect(await look([])).toEqual([...secretPlaces.map((path) => `read ${path}`), "a skill"]);
		expect(await look(await inProduct())).toEqual(["a skill"]);
	},
);

const fileAttempts = [...readingAttempts, ...writingAttempts, ...protectedAttempts].filter(
	// Those that need what only the hand-made scene has.
	({ python: body }) => !/E\[|VICTIM|box-test-/.test(body),
);

requires("python3", "git")(
	`${fileAttempts.length} attempts at files are held by the product's own policy`,
	async () => {
		const command = await inProduct();
		const files = {
			"home/.ssh/id_rsa": "planted-secret\n",
			"home/.gitconfig": "[user]\n\tname = a\n",
			"project/.git/HEAD": "ref: refs/heads/main\n",
			"project/.git/config": "[core]\n\trepositoryformatversion = 0\n",
			"project/.git/hooks/pre-commit": "#!/bin/sh\n",
			"project/.git/modules/m/HEAD": "ref: refs/heads/main\n",
			"project/.git/modules/m/hooks/post-checkout": "#!/bin/sh\n",
			"project/.git/objects/x": "",
			"project/.git/refs/heads/x": "",
			"project/.env": "KEY=1\n",
			"project/.omp/commands.md": "as it was\n",
		};
		const open: string[] = [];
		await inTurn(fileAttempts, async ({ name, python: body }) => {
			using place = makePlace(files);
			const { escaped, output } = await place.run(body, command);
			if (escaped) open.push(`${name}: ${output}`);
		});
		expect(open).toEqual([]);
	},
);

test("with the home folder or the root as workspace, commands write nothing there, and omp says so", async () => {
	const command = [...(await inProduct()), "sh", "-c"];
	using place = makePlace();
	const line =
		"echo evil > ~/.local-bin-git; echo evil > ~/.cache/omp/sandbox-support.json; echo evil > ~/.bashrc; echo a > $TMPDIR/a && cat $TMPDIR/a";
	for (const cwd of [place.at("home"), "/"]) {
		const { stdout, stderr } = await runCommand([...command, line], { cwd, env: place.env });
		expect(stdout).toBe("a\n");
		expect(stderr).toContain("holds your home folder, so commands in the sandbox cannot write to it");
	}
	for (const name of [".local-bin-git", ".bashrc"])
		expect(await Bun.file(place.at(`home/${name}`)).exists()).toBe(false);
	expect(readFileSync(place.at("home/.cache/omp/sandbox-support.json"), "utf8")).not.toContain("evil");
});

async function inTurn<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
	const left = [...all];
	const next = async () => {
		for (let one = left.shift(); one; one = left.shift()) await work(one);
	};
	await Promise.all([next(), next(), next()]);
}
