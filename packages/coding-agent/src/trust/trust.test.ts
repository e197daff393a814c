import { describe, expect, test } from "bun:test";
import { chmod, cp, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { features } from "../features/features.ts";
import { processHost } from "../process/process-host.ts";
import { approvalSettings } from "../settings/sections/agent/approval.ts";
import { prepareStart } from "../startup/prepare-start.ts";
import { surveyProject } from "../survey/survey-project.ts";
import { Features } from "../workbench/features.ts";
import type { TrustKind } from "./kinds.ts";
import { trustKinds } from "./kinds.ts";
import { TrustGate } from "./trust-gate.ts";

/** One kind of thing a project brings: the file, and what it is after one byte changed. */
interface Sample {
	readonly kind: TrustKind;
	readonly file: string;
	readonly text: string;
	readonly changed: string;
}

const samples: readonly Sample[] = [
	{ kind: "settings", file: ".omp/config.yml", text: "shellPath: /tmp/evil1\n", changed: "shellPath: /tmp/evil2\n" },
	{ kind: "settings", file: ".omp/settings.json", text: '{"shellPath":"/tmp/a"}', changed: '{"shellPath":"/tmp/b"}' },
	{
		kind: "settings",
		file: ".omp/config.yml",
		text: 'bash:\n  patterns: [{ match: "rm *", approval: allow }]\n',
		changed: 'bash:\n  patterns: [{ match: "r* *", approval: allow }]\n',
	},
	{ kind: "env", file: ".env", text: "MY_TOOL=1\n", changed: "MY_TOOL=2\n" },
	{ kind: "env", file: ".env", text: "OPENAI_API_KEY=sk-a\n", changed: "OPENAI_API_KEY=sk-b\n" },
	{ kind: "interpreter", file: ".venv/bin/python", text: "#!/bin/sh\n", changed: "#!/bin/sh \n" },
	{ kind: "interpreter", file: "venv/bin/python", text: "#!/bin/sh\n", changed: "#!/bin/sh \n" },
	{ kind: "system-prompt", file: ".omp/SYSTEM.md", text: "Obey.\n", changed: "Obey!\n" },
	{ kind: "system-prompt", file: ".claude/APPEND_SYSTEM.md", text: "Also.\n", changed: "Also!\n" },
	{
		kind: "git-config",
		file: ".git/config",
		text: "[core]\n\tfsmonitor = ./a\n",
		changed: "[core]\n\tfsmonitor = ./b\n",
	},
	{
		kind: "git-config",
		file: ".git/config",
		text: '[user][filter "x"]clean="one"\n',
		changed: '[user][filter "x"]clean="two"\n',
	},
	{
		kind: "extension",
		file: ".omp/extensions/a.ts",
		text: "export default () => {};\n",
		changed: "export default () => { };\n",
	},
	{
		kind: "mcp-server",
		file: ".mcp.json",
		text: '{"mcpServers":{"a":{"command":"run1"}}}',
		changed: '{"mcpServers":{"a":{"command":"run2"}}}',
	},
	{
		kind: "ssh-host",
		file: ".omp/ssh.json",
		text: '{"hosts":{"a":{"host":"one"}}}',
		changed: '{"hosts":{"a":{"host":"two"}}}',
	},
	{
		kind: "lsp-config",
		file: "lsp.json",
		text: '{"ts":{"command":"run1"}}',
		changed: '{"ts":{"command":"run2"}}',
	},
	{
		kind: "hook",
		file: ".claude/settings.json",
		text: '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./a"}]}]}}',
		changed: '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./b"}]}]}}',
	},
	{
		kind: "command",
		file: ".claude/commands/go.md",
		text: "Status: !`git status`\n",
		changed: "Status: !`git statu`\n",
	},
	{
		kind: "command",
		file: ".omp/commands/go.md",
		text: "---\nallowed-tools: Bash(git add:*)\n---\nGo\n",
		changed: "---\nallowed-tools: Bash(git ad:*)\n---\nGo\n",
	},
	{ kind: "command", file: ".omp/commands/go.md", text: "@../outside.md\n", changed: "@../outside2.md\n" },
	{
		kind: "plugins",
		file: ".omp/plugins/installed_plugins.json",
		text: '{"plugins":{"a@b":[{"installPath":"/tmp/a"}]}}',
		changed: '{"plugins":{"a@b":[{"installPath":"/tmp/b"}]}}',
	},
	{
		kind: "plugins",
		file: ".omp/plugins/omp-plugins.lock.json",
		text: '{"plugins":{"a":{"version":"1.0.0"}}}',
		changed: '{"plugins":{"a":{"version":"1.0.1"}}}',
	},
	{
		kind: "hook",
		file: ".omp/hooks/pre/a.ts",
		text: "export default () => {};\n",
		changed: "export default () => { };\n",
	},
	{
		kind: "tool",
		file: ".claude/tools/a.ts",
		text: "export default () => [];\n",
		changed: "export default () => [ ];\n",
	},
	{
		kind: "command",
		file: ".omp/commands/a/index.ts",
		text: "export default () => [];\n",
		changed: "export default () => [ ];\n",
	},
	{
		kind: "agent",
		file: ".omp/agents/scribe.md",
		text: "---\nname: scribe\ndescription: Writes\n---\nWrite.\n",
		changed: "---\nname: scribe\ndescription: Writes\n---\nWrite!\n",
	},
	{
		kind: "agent",
		file: ".claude/agents/scribe.md",
		text: "---\nname: scribe\ndescription: Writes\n---\nWrite.\n",
		changed: "---\nname: scribe\ndescription: Writes\n---\nWrite!\n",
	},
	{ kind: "import", file: "AGENTS.md", text: "@../outside.md\n", changed: "@../outside2.md\n" },
];

const outside = { "outside.md": "secret one\n", "outside2.md": "secret two\n" };

/** A project with a home of its own; `claims` are what is left out when omp starts there. */
async function projectWith(files: Readonly<Record<string, string>>) {
	const git = { HEAD: "ref: refs/heads/main\n", "objects/x": "", "refs/x": "" };
	const repository = Object.fromEntries(Object.entries(git).map(([name, text]) => [`repo/.git/${name}`, text]));
	const tree = await workspace({ "home/.omp/agent/x": "", ...repository, ...outside });
	for (const [name, text] of Object.entries(files)) await tree.write(join("repo", name), text);
	const start = async (cwd = tree.file("repo"), options: { trust?: boolean; trustLock?: string } = {}) => {
		const host = {
			...processHost(),
			cwd,
			home: tree.file("home"),
			env: { HOME: tree.file("home"), PATH: process.env.PATH },
		};
		const prepared = await prepareStart(host, { configFiles: [], allowHome: false, noPty: false, ...options });
		await surveyProject({ ...prepared, cwd, features: new Features(features) });
		return prepared;
	};
	const ids = async (cwd?: string, options = {}) => (await start(cwd, options)).gate.waiting.map(({ id }) => id);
	return { tree, start, ids, [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose]() };
}

describe.each(samples.map((sample) => [`${sample.kind} in ${sample.file}`, sample] as const))("%s", (_name, sample) => {
	const { kind, file, text, changed } = sample;
	const files = { [file]: text };

	test("is left out before anybody decided", async () => {
		await using project = await projectWith(files);
		const ids = await project.ids();
		expect(ids).toHaveLength(1);
		expect(ids[0]).toStartWith(`${kind}:`);
	});

	test("counts once it is accepted, and only for this project", async () => {
		await using project = await projectWith(files);
		const { gate } = await project.start();
		await gate.decide(gate.waiting, true);
		expect(await project.ids()).toEqual([]);
		await cp(project.tree.file("repo"), project.tree.file("other"), { recursive: true });
		expect(await project.ids(project.tree.file("other"))).toHaveLength(1);
	});

	test("is asked about again after one byte changed, with what was before", async () => {
		await using project = await projectWith(files);
		const { gate } = await project.start();
		await gate.decide(gate.waiting, true);
		await project.tree.write(join("repo", file), changed);
		const again = (await project.start()).gate.waiting;
		const isOtherFile = kind === "import";
		expect(again.map(({ before }) => before?.trusted)).toEqual([isOtherFile ? undefined : true]);
	});

	test("in a nested repository does not inherit the trust of the outer one", async () => {
		await using project = await projectWith(files);
		const { gate } = await project.start();
		await gate.decide(gate.waiting, true);
		await cp(project.tree.file("repo"), project.tree.file("copy"), { recursive: true });
		await rename(project.tree.file("copy"), project.tree.file("repo/nested"));
		await writeFile(project.tree.file("repo/outside.md"), "one\n");
		expect(await project.ids(project.tree.file("repo/nested"))).not.toEqual([]);
	});

	// Git does not follow such a link, and an import names its target.
	const canBeLinked = kind !== "import" && kind !== "git-config";
	if (canBeLinked)
		test("behind a link is hashed at its target", async () => {
			await using project = await projectWith({ "real/target": text });
			await mkdir(dirname(project.tree.file(join("repo", file))), { recursive: true });
			await symlink(project.tree.file("repo/real/target"), project.tree.file(join("repo", file)));
			const { gate } = await project.start();
			await gate.decide(gate.waiting, true);
			expect(await project.ids()).toEqual([]);
			await project.tree.write("repo/real/target", changed);
			expect(await project.ids()).toHaveLength(1);
		});

	test("--trust accepts what is there, for this run", async () => {
		await using project = await projectWith(files);
		expect(await project.ids(undefined, { trust: true })).toEqual([]);
		expect(await project.ids()).toHaveLength(1);
	});
});

const hooks = (command: string) => JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } });
const server = (definition: object) => JSON.stringify({ mcpServers: { a: definition } });

describe("what a claim names is a part of it: a change asks again", () => {
	test.each<[string, Record<string, string>, string]>([
		[
			"the target of shellPath",
			{ ".omp/config.yml": "shellPath: ./tools/shell.sh\n", "tools/shell.sh": "#!/bin/sh\n" },
			"tools/shell.sh",
		],
		[
			"a script in a server's arguments",
			{ ".mcp.json": server({ command: "node", args: ["./server.js"] }), "server.js": "1" },
			"server.js",
		],
		[
			"data in a server's arguments",
			{ ".mcp.json": server({ command: "x", args: ["--config=conf/a.json"] }), "conf/a.json": "1" },
			"conf/a.json",
		],
		[
			"a file in a server's variables",
			{ ".mcp.json": server({ command: "node", env: { NODE_OPTIONS: "--require ./x.js" } }), "x.js": "1" },
			"x.js",
		],
		[
			"a file that a hook's script sources",
			{ ".claude/settings.json": hooks("sh a.sh"), "a.sh": ". ./b.sh\n", "b.sh": "1" },
			"b.sh",
		],
		[
			"an npm script that a hook runs",
			{ ".claude/settings.json": hooks("npm run go"), "package.json": '{"scripts":{"go":"x"}}' },
			"package.json",
		],
		["a language server's script", { "lsp.json": '{"ts":{"command":"node","args":["ls.js"]}}', "ls.js": "1" }, "ls.js"],
	])("%s", async (_name, files, file) => {
		await using project = await projectWith(files);
		const { gate } = await project.start();
		expect(gate.waiting).toHaveLength(1);
		expect(gate.waiting[0]?.effects).toContain(`with the file ${file}`);
		await gate.decide(gate.waiting, true);
		expect(await project.ids()).toEqual([]);
		await project.tree.write(join("repo", file), file === "package.json" ? '{"scripts":{"go":"y"}}' : "changed");
		expect(await project.ids()).toHaveLength(1);
	});

	test("another clone at the same path asks again when its script differs", async () => {
		const files = { ".mcp.json": server({ command: "node", args: ["server.js"] }), "server.js": "1" };
		await using project = await projectWith(files);
		const { gate } = await project.start();
		await gate.decide(gate.waiting, true);
		await rm(project.tree.file("repo"), { recursive: true });
		for (const [name, text] of Object.entries({ ...files, "server.js": "2", ".git/HEAD": "" }))
			await project.tree.write(join("repo", name), text);
		expect(await project.ids()).toEqual(["mcp-server:.mcp.json#a"]);
	});

	test("what is trusted waits no longer, also when something else replaces it", async () => {
		const program = "node_modules/.bin/typescript-language-server";
		await using project = await projectWith({
			"package.json": "{}",
			"lsp.json": '{"typescript-language-server":{"command":"./ls.sh"}}',
			"ls.sh": "",
			[program]: "",
		});
		for (const name of [program, "ls.sh"]) await chmod(project.tree.file(join("repo", name)), 0o755);
		const { gate } = await project.start();
		expect(gate.waiting.map(({ id }) => id)).toContain(`lsp-config:${program}`);
		let changes = 0;
		gate.watch(() => changes++);
		await gate.decide(gate.waiting, true);
		expect([gate.waiting, changes]).toEqual([[], 1]);
	});

	test("a database or a log that a server is given does not", async () => {
		const definition = { command: "x", args: ["--db", "app.sqlite", "--log=run.log", "started"] };
		await using project = await projectWith({ ".mcp.json": server(definition), "app.sqlite": "1" });
		const { gate } = await project.start();
		await gate.decide(gate.waiting, true);
		for (const name of ["app.sqlite", "run.log", "started"]) await project.tree.write(join("repo", name), "2");
		expect(await project.ids()).toEqual([]);
	});

	test("dependencies in package.json do not", async () => {
		const manifest = (version: string) => JSON.stringify({ scripts: { go: "x" }, dependencies: { a: version } });
		await using project = await projectWith({
			".claude/settings.json": hooks("npm run go"),
			"package.json": manifest("1"),
		});
		const { gate } = await project.start();
		await gate.decide(gate.waiting, true);
		await project.tree.write("repo/package.json", manifest("2"));
		expect(await project.ids()).toEqual([]);
	});
});

test("variables of a server are shown, secrets without their value", async () => {
	const env = { NODE_OPTIONS: "--require ./x.js", API_KEY: "hunter2" };
	await using project = await projectWith({ ".mcp.json": server({ command: "node", args: ["-e", "1"], env }) });
	const effects = (await project.start()).gate.waiting[0]?.effects ?? [];
	expect(effects).toContain("with the variable NODE_OPTIONS=--require ./x.js");
	expect(effects).toContain("with the variable API_KEY=…");
});

test("every kind has a sample, or a test of its own below", () => {
	const sampled = new Set<string>([...samples.map(({ kind }) => kind), "link", "git-hook"]);
	expect(Object.keys(trustKinds).filter((kind) => !sampled.has(kind))).toEqual([]);
});

test("a kind that is not registered cannot be admitted", () => {
	const gate = new TrustGate({ agentDir: "/nowhere", cwd: "/", now: () => 0, acceptAll: true });
	const claim = { kind: "rootkit" as TrustKind, path: "/x", content: "", shown: "", effects: [] };
	expect(() => gate.admits(claim)).toThrow("not in the list of trust kinds");
});

test("an executable hook of the repository is left out until it is accepted, and asked about again with a file it runs", async () => {
	await using project = await projectWith({
		".git/hooks/pre-commit": "#!/bin/sh\n. ./checks.sh\n",
		"checks.sh": "true\n",
	});
	expect(await project.ids()).toEqual([]);
	await chmod(project.tree.file("repo/.git/hooks/pre-commit"), 0o755);
	const { gate } = await project.start();
	expect(gate.waiting.map(({ id, effects }) => [id, effects])).toEqual([
		["git-hook:.git/hooks", ["git runs .git/hooks/pre-commit", "with the file checks.sh"]],
	]);
	await gate.decide(gate.waiting, true);
	expect(await project.ids()).toEqual([]);
	await project.tree.write("repo/checks.sh", "false\n");
	expect(await project.ids()).toEqual(["git-hook:.git/hooks"]);
});

test("a context file that is a link to a file of the user's is left out", async () => {
	await using project = await projectWith({});
	await symlink(project.tree.file("outside.md"), project.tree.file("repo/AGENTS.md"));
	const { gate } = await project.start();
	expect(gate.waiting.map(({ id }) => id)).toEqual(["link:AGENTS.md"]);
	expect(gate.waiting[0]?.effects.join()).toContain("outside.md");
	expect(gate.waiting[0]?.shown).not.toContain("secret");
});

test("what was checked is what is used: a file swapped afterwards changes nothing", async () => {
	await using project = await projectWith({ ".omp/config.yml": "tools:\n  approval:\n    bash: allow\n" });
	const { gate } = await project.start();
	await gate.decide(gate.waiting, true);
	// Swap the file all the time while omp starts: either version is judged by its own content.
	const path = project.tree.file("repo/.omp/config.yml");
	let isSwapping = true;
	const swapping = (async () => {
		for (let round = 0; isSwapping; round++) {
			const tool = round % 2 === 0 ? "bash" : "write";
			await writeFile(`${path}.new`, `tools:\n  approval:\n    ${tool}: allow\n`);
			await rename(`${path}.new`, path);
		}
	})();
	for (let start = 0; start < 30; start++) {
		const { settings } = await project.start();
		expect(Object.keys(settings.get(approvalSettings.approval)).filter((tool) => tool !== "bash")).toEqual([]);
	}
	isSwapping = false;
	await swapping;
}, 60_000);

test("a worktree of the same repository shares the trust, a clone that says so does not", async () => {
	await using tree = await workspace({ "home/.omp/agent/x": "", "repo/.omp/config.yml": "shellPath: /tmp/x\n" });
	const git = (...args: string[]) => Bun.spawnSync(["git", "-C", tree.file("repo"), ...args]);
	git("init", "-q");
	git("add", ".");
	git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x");
	git("worktree", "add", "-q", tree.file("second"));
	const start = async (cwd: string) => {
		const host = { ...processHost(), cwd, home: tree.file("home"), env: {} };
		return (await prepareStart(host, { configFiles: [], allowHome: false, noPty: false })).gate;
	};
	const gate = await start(tree.file("repo"));
	expect(gate.waiting).toHaveLength(1);
	await gate.decide(gate.waiting, true);
	expect((await start(tree.file("second"))).waiting).toEqual([]);
	await cp(tree.file("second"), tree.file("fake"), { recursive: true });
	expect((await start(tree.file("fake"))).waiting).toHaveLength(1);
});

test("a lock file accepts what it lists, and nothing that changed since", async () => {
	await using project = await projectWith({ ".omp/SYSTEM.md": "Obey.\n", ".env": "A=1\n" });
	const { lockFileText } = await import("./lock-file.ts");
	const { gate } = await project.start();
	await project.tree.write("trust.lock", lockFileText(gate.waiting));
	const trustLock = project.tree.file("trust.lock");
	expect(await project.ids(undefined, { trustLock })).toEqual([]);
	await project.tree.write("repo/.env", "A=2\n");
	expect(await project.ids(undefined, { trustLock })).toEqual(["env:.env"]);
	// A project cannot bring its own.
	await cp(trustLock, project.tree.file("repo/.omp/trust.lock"));
	expect(await project.ids()).toHaveLength(2);
	await rm(trustLock);
	expect(project.ids(undefined, { trustLock })).rejects.toThrow("Cannot read the trust lock file");
});

test("a declined item is left out and not asked about again until it changes", async () => {
	await using project = await projectWith({ ".omp/SYSTEM.md": "Obey.\n" });
	const { gate } = await project.start();
	await gate.decide(gate.waiting, false);
	const again = (await project.start()).gate;
	expect([again.waiting.length, again.undecided.length]).toEqual([1, 0]);
	await project.tree.write("repo/.omp/SYSTEM.md", "Obey!\n");
	expect((await project.start()).gate.undecided).toHaveLength(1);
});

test("the ledger holds no values of .env, and a damaged one trusts nothing", async () => {
	await using project = await projectWith({ ".env": "MY_SECRET_PLACE=hunter2\n" });
	const { gate } = await project.start();
	await gate.decide(gate.waiting, true);
	const ledger = project.tree.file("home/.omp/agent/trust.json");
	expect(await Bun.file(ledger).text()).not.toContain("hunter2");
	await writeFile(ledger, "{ not json");
	expect(await project.ids()).toHaveLength(1);
});
