import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, mkdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { runGit } from "@oh-my-pi/pi-natives/git/run-git";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { localGit } from "../../modes/interactive/status/git/local-git.ts";
import { TrustGate } from "../trust-gate.ts";
import { isGitCommandUntrusted, isGitUntrusted } from "./git-trust.ts";

/** A repository with one file that git looks at anew, and a filter for it that is only missing its definition. */
async function hostile(): Promise<{ readonly tree: Workspace; readonly marker: string }> {
	const tree = await workspace({ "a.txt": "a\n", "home/x": "" }, { git: true });
	await tree.write(".gitattributes", "* filter=x\n*.txt filter=x\n");
	await utimes(tree.file("a.txt"), 2_000_000_000, 2_000_000_000);
	return { tree, marker: tree.file("marker") };
}

const append = async (tree: Workspace, text: string) =>
	tree.write(".git/config", `${await tree.read(".git/config")}${text}`);

/** Ways to make `git status` run a program, each once reproduced. */
const ways: Readonly<Record<string, (tree: Workspace, run: string) => Promise<string | undefined>>> = {
	"a filter written plainly": async (tree, run) => {
		await append(tree, `[filter "x"]\n\tclean = "${run}"\n`);
		return undefined;
	},
	"behind a comment that ends in a backslash": async (tree, run) => {
		await append(tree, `[filter "x"]\n# note \\\nclean = "${run}"\n`);
		return undefined;
	},
	"in a file included behind such a comment": async (tree, run) => {
		await tree.write(".git/c2x", `[filter "x"]\nclean = "${run}"\n`);
		await append(tree, "[include]\n# \\\npath = c2x\n");
		return undefined;
	},
	"with two headers on a line": async (tree, run) => {
		await append(tree, `[user][filter "x"]clean="${run}"\n`);
		return undefined;
	},
	"with a bracket in a subsection": async (tree, run) => {
		await append(tree, `[filter "a]b"] clean = "${run}"\n`);
		await tree.write(".gitattributes", "* filter=a]b\n");
		return undefined;
	},
	"in a submodule": async (tree, run) => {
		await makeSubmodule(tree);
		await tree.write(
			".git/modules/sub/config",
			`${await tree.read(".git/modules/sub/config")}[filter "x"]\nclean = "${run}"\n`,
		);
		return undefined;
	},
	"in a folder that the index alone calls a submodule": async (tree, run) => {
		await makeSubmodule(tree);
		await rm(tree.file(".gitmodules"));
		await rm(tree.file("sub/.git"));
		await Bun.spawn(["cp", "-r", tree.file(".git/modules/sub"), tree.file("sub/.git")]).exited;
		await rm(tree.file(".git/modules"), { recursive: true });
		await tree.write("sub/.git/config", `[core]\nrepositoryformatversion = 0\n[filter "x"]\nclean = "${run}"\n`);
		return undefined;
	},
	"in a partial clone": async (tree, run) => {
		const head = (await tree.git("rev-parse", "HEAD^{tree}")).trim();
		await rm(tree.file(`.git/objects/${head.slice(0, 2)}/${head.slice(2)}`));
		await append(
			tree,
			`[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = evil\n[remote "evil"]\nurl = .\npromisor = true\nuploadpack = "${run.replace("; cat", ";")}"\n`,
		);
		return undefined;
	},
	"behind a .git file of 70 KB": async (tree, run) => {
		await append(tree, `[filter "x"]\nclean = "${run}"\n`);
		await Bun.spawn(["mv", tree.file(".git"), tree.file("evil")]).exited;
		await tree.write(".git", `gitdir: evil${"\n".repeat(70_000)}`);
		return undefined;
	},
	"in an embedded bare repository": async (tree, run) => {
		await tree.write("docs/.gitattributes", "* filter=x\n");
		await tree.write("docs/HEAD", "ref: refs/heads/main\n");
		await mkdir(tree.file("docs/objects"));
		await mkdir(tree.file("docs/refs"));
		await tree.write(
			"docs/config",
			`[core]\nrepositoryformatversion = 0\nbare = false\nworktree = .\nfsmonitor = "${run}"\n`,
		);
		return "docs";
	},
};

async function makeSubmodule(tree: Workspace): Promise<void> {
	await using other = await workspace({ "b.txt": "b\n" }, { git: true });
	await tree.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", other.path, "sub");
	await tree.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "sub");
	await tree.write("sub/.gitattributes", "* filter=x\n");
	await utimes(tree.file("sub/b.txt"), 2_000_000_000, 2_000_000_000);
}

describe.each(Object.entries(ways))("a program %s", (_name, prepare) => {
	test("runs with git, and does not with omp, which waits for trust", async () => {
		const { tree, marker } = await hostile();
		await using _tree = tree;
		const folder = tree.file((await prepare(tree, `touch ${marker}; cat`)) ?? ".");
		const gate = new TrustGate({ agentDir: tree.file("home/agent"), cwd: folder, now: () => 0 });
		const ports = localGit(
			process.env,
			() => 0,
			() => gate,
		);
		const end = await ports.watch(folder, () => {});
		await ports.read(folder);
		end();
		expect(existsSync(marker)).toBe(false);
		expect(await isGitCommandUntrusted(gate, process.env)).toBe(true);
		expect(gate.waiting.map(({ kind }) => kind)).toEqual(["git-config"]);
		expect(existsSync(marker)).toBe(false);
		// It would have, or this shows nothing.
		await Bun.spawn(["git", "status"], { cwd: folder, stdout: "ignore", stderr: "ignore" }).exited;
		expect(existsSync(marker)).toBe(true);
	});
});

describe("what free git commands would run", () => {
	test.each([
		["remote.origin.uploadpack", '[remote "origin"]\nurl = x\nuploadpack = evil\n'],
		["trailer.a.command", '[trailer "a"]\ncommand = evil\n'],
		["merge.a.driver", '[merge "a"]\ndriver = evil\n'],
		["submodule.sub.update", '[submodule "sub"]\nupdate = !evil\n'],
		["core.hookspath", "[core]\nhooksPath = no\n"],
		["core.fsmonitor", "[core]\nfsmonitor = cat\n"],
		["remote.origin.url", '[remote "origin"]\nurl = ext::evil\n'],
		["alias.st", "[alias]\nst = !evil\n"],
	])("%s needs trust", async (key, text) => {
		await using tree = await workspace({}, { git: true });
		await append(tree, text);
		const gate = new TrustGate({ agentDir: tree.file("agent"), cwd: tree.path, now: () => 0 });
		expect(await isGitUntrusted(gate, process.env)).toBe(true);
		expect(gate.waiting[0]?.effects.join()).toContain(key);
	});

	test.each(["pre-commit", "post-checkout", "post-index-change", "reference-transaction"])(
		"the hook %s needs trust",
		async (name) => {
			await using tree = await workspace({}, { git: true });
			await tree.write(`.git/hooks/${name}`, "#!/bin/sh\n");
			await chmod(tree.file(`.git/hooks/${name}`), 0o755);
			const gate = new TrustGate({ agentDir: tree.file("agent"), cwd: tree.path, now: () => 0 });
			expect([await isGitUntrusted(gate, process.env), await isGitCommandUntrusted(gate, process.env)]).toEqual([
				false,
				true,
			]);
		},
	);

	test("a repository as git makes it needs none, with remotes, branches, worktrees and submodules", async () => {
		await using tree = await workspace({ "a.txt": "a\n" }, { git: true });
		await makeSubmodule(tree);
		await tree.git("remote", "add", "origin", "https://example.com/a.git");
		await tree.git("config", "branch.main.remote", "origin");
		await tree.git("config", "user.email", "a@b");
		await tree.git("worktree", "add", "-q", join(tree.path, "second"));
		for (const cwd of [tree.path, tree.file("sub"), tree.file("second")]) {
			const gate = new TrustGate({ agentDir: tree.file("agent"), cwd, now: () => 0 });
			expect(await isGitCommandUntrusted(gate, process.env)).toBe(false);
			expect(gate.waiting).toEqual([]);
		}
	});

	test("a change of the configuration is noticed each time", async () => {
		await using tree = await workspace({}, { git: true });
		const gate = new TrustGate({ agentDir: tree.file("agent"), cwd: tree.path, now: () => 0 });
		for (let round = 0; round < 3; round++) expect(await isGitUntrusted(gate, process.env)).toBe(false);
		const plain = await tree.read(".git/config");
		await append(tree, "[core]\npager = evil\n");
		expect(await isGitUntrusted(gate, process.env)).toBe(true);
		await tree.write(".git/config", plain);
		expect(await isGitUntrusted(gate, process.env)).toBe(false);
	});
});

test("git is run without what the environment says about other repositories", async () => {
	await using tree = await workspace({ "a.txt": "a\n" }, { git: true });
	await using other = await workspace({ "b.txt": "b\n" }, { git: true });
	const env = {
		...process.env,
		GIT_DIR: other.file(".git"),
		GIT_WORK_TREE: other.path,
		GIT_INDEX_FILE: other.file(".git/index"),
		GIT_EXTERNAL_DIFF: "false",
		GIT_EXEC_PATH: other.path,
	};
	const { stdout, code } = await runGit(["ls-files"], { cwd: tree.path, env });
	expect([code, stdout.toString()]).toEqual([0, "a.txt\n"]);
	await tree.write("a.txt", "b\n");
	const diff = await runGit(["diff", "--stat"], { cwd: tree.path, env });
	expect([diff.code, diff.stdout.toString()]).toEqual([0, expect.stringContaining("a.txt | 2 +-")]);
});
