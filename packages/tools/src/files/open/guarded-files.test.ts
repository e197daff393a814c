import { describe, expect, test } from "bun:test";
import { buildCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { classifySecrecy, decidesWhatRuns, mayHoldSecrets } from "@oh-my-pi/pi-policy/files/guarded-files";
import { writeApproval } from "@oh-my-pi/pi-policy/files/write-approval";
import { runTool, runToolWith } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { sourceFiles } from "../../code/source-files.ts";
import { readIn } from "../../read/testing/read-in.ts";
import { searchIn } from "../../search/testing/search-in.ts";
import { localFinder } from "./file-finder.ts";

const home = "/home/me";

describe("files with secrets", () => {
	test.each([
		"/home/me/.omp/agent/agent.db",
		"/home/me/.omp/agent/agent.db-wal",
		"/home/me/.omp/profiles/work/agent/agent.db",
		"/home/me/.omp/agent/.env",
		"/home/me/.ssh/id_rsa",
		"/home/me/.ssh/id_ed25519",
		"/home/me/.ssh/*",
		"/home/me/.ssh/id_r?a",
		"/proc/self/environ",
		"/proc/1/environ",
		"/proc/*/environ",
		"/proc/self/mem",
		"/proc/12/task/13/environ",
	])("%s is not for tools", (path) => {
		expect(classifySecrecy(path, { home })).toBe("refused");
	});

	test.each([
		"/home/me/.omp/agent/models.yml",
		"/home/me/.aws/credentials",
		"/home/me/.config/gh/hosts.yml",
		"/home/me/.kube/config",
		"/home/me/.ssh/config",
		"/home/me/.ssh/known_hosts",
		"/home/me/.omp/agent/config.yml",
		"/home/me/.omp/agent/sessions/-p/1.jsonl",
		"/home/me/.bash_history",
		"/home/me/.config/rclone/rclone.conf",
		"/home/me/.claude/projects/-p/1.jsonl",
		"/home/me/.net*",
	])("%s is asked about", (path) => {
		expect(classifySecrecy(path, { home })).toBe("ask");
	});

	test.each([
		"/home/me/.ssh/id_rsa.pub",
		"/home/me/p/models.yml",
		"/home/me/p/src/*.ts",
		"/proc/cpuinfo",
		"/proc/self/status",
		"/home/me/p/.env",
		"/home/me/.omp/agent/skills/x/SKILL.md",
		"/home/me/.omp/agent/AGENTS.md",
		"/home/me/.claude/CLAUDE.md",
		"/home/me/.awsome/x",
	])("%s is an ordinary file", (path) => {
		expect(classifySecrecy(path, { home })).toBeUndefined();
	});
});

test("the folders above a workspace do not make its files special", () => {
	expect(decidesWhatRuns("/home/me/.claude/worktrees/a/src/x.ts", "/home/me/.claude/worktrees/a")).toBe(false);
	expect(decidesWhatRuns("/home/me/.claude/worktrees/a/.git/config", "/home/me/.claude/worktrees/a")).toBe(true);
	expect(decidesWhatRuns("/home/me/.bashrc", "/home/me/p")).toBe(true);
});

test("read refuses secrets, also behind a link and with a selector, and asks about files with keys", async () => {
	await using project = await workspace({ ".ssh/id_rsa": "PRIVATE\n", ".ssh/id_rsa.pub": "public\n", "a.txt": "a\n" });
	await Bun.$`ln -s .ssh/id_rsa ${project.file("notes.txt")}`.quiet();
	const read = readIn(project.path);
	for (const path of [".ssh/id_rsa", ".ssh/id_rsa:1-2", "~/.ssh/id_rsa:raw", "notes.txt", "/proc/self/environ"]) {
		await expect(runTool(read, { path })).rejects.toThrow("holds secrets, which are not for tools");
	}
	expect((await runTool(read, { path: ".ssh/id_rsa.pub" })).isError).toBeFalsy();
	expect(await buildCall(read, { path: "a.txt" }).approval()).toBe("read");
	expect(await buildCall(read, { path: "~/.aws/credentials:1-3" }).approval()).toEqual({
		tier: "read",
		override: true,
		reason: "Holds keys: ~/.aws/credentials:1-3",
	});
});

test("nothing changes a secret, also behind a link or as a row of a database", async () => {
	await using project = await workspace({ ".ssh/id_rsa": "PRIVATE\n", ".omp/agent/agent.db": "x", "p/a.txt": "a\n" });
	await Bun.$`ln -s ../.ssh/id_rsa ${project.file("p/notes.txt")}`.quiet();
	const base = { cwd: project.file("p"), home: project.path };
	const denied = (reason: string) => ({ tier: "write", policy: "deny", reason });
	for (const path of [
		"notes.txt",
		"~/.ssh/id_rsa",
		"../.omp/agent/agent.db",
		"~/.omp/agent/agent.db:auth_credentials:1",
	]) {
		expect(writeApproval([path], base)).toEqual(
			denied(`Holds secrets, which are not for tools: ${path}`) as ReturnType<typeof writeApproval>,
		);
	}
	expect(writeApproval(["a.txt"], base)).toBe("write");
});

test("structural search leaves secrets out", async () => {
	await using project = await workspace({ ".omp/agent/auth.json": '{"key": "sk-1"}\n', "a.json": '{"key": "b"}\n' });
	await Bun.$`ln -s .omp/agent/auth.json ${project.file("link.json")}`.quiet();
	const base = { cwd: project.path, home: project.path };
	const { files } = await sourceFiles(
		["a.json", "link.json", ".omp/agent/auth.json"],
		base,
		{ finder: localFinder() },
		new AbortController().signal,
	);
	expect(files.map(({ shownPath }) => shownPath)).toEqual(["a.json"]);
});

test("search finds nothing in secrets, also behind links", async () => {
	await using project = await workspace({ ".ssh/id_rsa": "needle\n", "a.txt": "needle\n" });
	await Bun.$`ln -s .ssh/id_rsa notes.txt && ln -s .ssh keys`.cwd(project.path).quiet();
	const search = searchIn(project.path, { home: project.path });
	const filesIn = async (path: string) =>
		(await runToolWith(search, { pattern: "needle", path, gitignore: false })).details?.files;
	expect(await Promise.all(["a.txt", "."].map(filesIn))).toEqual([["a.txt"], ["a.txt"]]);
	const secret = ["notes.txt", ".ssh", "keys", "keys/*", "keys/id_rsa"];
	expect((await Promise.all(secret.map(filesIn))).flat().filter(Boolean)).toEqual([]);
});

test("files of a project that mostly hold secrets are known by their names", () => {
	const secret =
		".env .env.local app/secret.env deploy/prod.pem id_rsa .npmrc .ssh/config config/credentials.json x.tfvars";
	const harmless = ".env.example id_rsa.pub src/keys.ts environment.ts src/secrets.ts key.md package.json";
	expect(secret.split(" ").filter((path) => !mayHoldSecrets(path))).toEqual([]);
	expect(harmless.split(" ").filter(mayHoldSecrets)).toEqual([]);
});
