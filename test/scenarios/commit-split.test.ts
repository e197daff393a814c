import { expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const numbered = (change: (line: number) => string | undefined = () => undefined) =>
	`${Array.from({ length: 40 }, (_, index) => change(index + 1) ?? `line ${index + 1}`).join("\n")}\n`;

async function repository(replies: readonly Reply[], files: Record<string, string> = {}): Promise<OmpProject> {
	const omp = await ompProject({
		files: { "a.ts": numbered(), "b.ts": "b\n", "package.json": "{}\n", ...files },
		replies,
		git: true,
	});
	await omp.home.write(".omp/agent/config.yml", "modelRoles: { commit: acme/a-2 }\n");
	return omp;
}

const twoPlaces = numbered((line) => (line === 2 || line === 38 ? `changed ${line}` : undefined));
const split = (commits: readonly object[]) => text(JSON.stringify(commits));
const topAndBottom = split([
	{
		type: "fix",
		summary: "change the bottom",
		changes: [{ path: "a.ts", hunks: [2] }],
		dependencies: [2],
	},
	{
		type: "feat",
		summary: "change the top",
		changes: [{ path: "a.ts", hunks: [1] }, { path: "b.ts" }],
		rationale: "apart",
	},
]);
const subjects = (omp: OmpProject) => omp.files.git("log", "--format=%s");

verifies(
	"cli:sub:commit-split",
	async () => {
		await using omp = await repository([topAndBottom, topAndBottom]);
		await omp.files.write("a.ts", twoPlaces);
		await omp.files.write("b.ts", "b changed\n");
		await omp.files.git("add", "-A");
		await omp.files.write("b.ts", "b changed, and more\n");
		const tree = await omp.files.git("write-tree");
		const index = await omp.files.git("ls-files", "-s");

		// A hook that refuses the second commit takes back the first.
		await omp.files.write(".git/hooks/commit-msg", '#!/bin/sh\n! grep -q bottom "$1"\n');
		await chmod(join(omp.path, ".git/hooks/commit-msg"), 0o755);
		await omp.run(["trust", "allow"]);
		const refused = await omp.run(["commit"]);
		expect([refused.exitCode, await subjects(omp), await omp.files.git("ls-files", "-s")]).toEqual([
			1,
			"Start\n",
			index,
		]);
		await omp.files.write(".git/hooks/commit-msg", "#!/bin/sh\nexit 0\n");
		await omp.run(["trust", "allow"]);

		const run = await omp.run(["commit"]);
		expect(run.exitCode).toBe(0);
		expect(run.stdout).toContain("[1/2] feat: change the top\n  (apart)\n  a.ts, hunk 1 of 2\n  b.ts\n");
		expect(await subjects(omp)).toBe("fix: change the bottom\nfeat: change the top\nStart\n");
		expect(await omp.files.git("show", "HEAD^:a.ts")).toBe(numbered((line) => (line === 2 ? "changed 2" : undefined)));
		expect(await omp.files.git("rev-parse", "HEAD^{tree}")).toBe(tree);
		expect(await omp.files.git("status", "--porcelain")).toBe(" M b.ts\n");
		expect(await omp.files.read("b.ts")).toBe("b changed, and more\n");
	},
	60_000,
);

test("omp commit at a terminal: one commit of a split is made with what it needs; the rest stays staged", async () => {
	await using omp = await repository([topAndBottom]);
	await omp.files.write("a.ts", twoPlaces);
	await omp.files.write("b.ts", "b changed\n");
	await omp.files.git("add", "-A");
	await using terminal = ptyRun([...omp.command, "commit"], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Enter all 2 commits · 1-2 only that one · Esc cancel");
	await Bun.sleep(500);
	terminal.type("1");
	await terminal.waitFor("Committed");
	expect((await terminal.exit).code).toBe(0);
	expect(await subjects(omp)).toBe("feat: change the top\nStart\n");
	expect(await omp.files.git("status", "--porcelain")).toBe("M  a.ts\n");
	expect(await omp.files.read("a.ts")).toBe(twoPlaces);
}, 60_000);

test("omp commit: a split that leaves something out is asked for again, then there is one commit", async () => {
	const partial = split([
		{ type: "fix", summary: "one", changes: [{ path: "a.ts", hunks: [1] }] },
		{ type: "fix", summary: "two", changes: [{ path: "b.ts" }] },
	]);
	await using omp = await repository([partial, text(JSON.stringify({ type: "fix", summary: "both", changes: [] }))]);
	await omp.files.write("a.ts", twoPlaces);
	await omp.files.write("b.ts", "b changed\n");
	await omp.files.git("add", "-A");
	const run = await omp.run(["commit"]);
	expect([run.exitCode, await subjects(omp)]).toEqual([0, "fix: both\nStart\n"]);
	expect(JSON.stringify(omp.model.requests[1]?.messages)).toContain("in no commit: a.ts hunk 2");
}, 60_000);

test("omp commit: a formatter in a hook changes what is committed, and the next commit of the split follows it", async () => {
	await using omp = await repository([topAndBottom]);
	await omp.files.write("a.ts", twoPlaces);
	await omp.files.write("b.ts", "b changed\n");
	await omp.files.git("add", "-A");
	await omp.files.write(".git/hooks/pre-commit", "#!/bin/sh\nsed -i 's/^line 20$/LINE 20/' a.ts\ngit add a.ts\n");
	await chmod(join(omp.path, ".git/hooks/pre-commit"), 0o755);
	await omp.run(["trust", "allow"]);
	const run = await omp.run(["commit"]);
	expect([run.exitCode, run.stderr]).toEqual([0, expect.stringContaining("A hook changed commit 1: a.ts")]);
	expect(run.stderr).toContain("was left out");
	expect(await omp.files.git("status", "--porcelain")).toBe("");
	expect(await omp.files.git("show", "HEAD:a.ts")).toBe(twoPlaces.replace("line 20\n", "LINE 20\n"));
}, 60_000);

verifies(
	"cli:sub:commit-trivial",
	async () => {
		await using omp = await repository([], { "src/x.ts": "// old\nconst x = 1;\n", "bun.lock": "1\n" });
		const committed = async () => {
			await omp.files.git("add", "-A");
			expect((await omp.run(["commit", "--no-changelog"])).exitCode).toBe(0);
			return (await omp.files.git("log", "-1", "--format=%s")).trim();
		};
		await omp.files.write("src/x.ts", "// old\n  const x  = 1;\n");
		const spaces = await committed();
		await omp.files.write("src/x.ts", "// new\n  const x  = 1;\n");
		const comment = await committed();
		await omp.files.git("mv", "src/x.ts", "src/y.ts");
		const renamed = await committed();
		await omp.files.write("package.json", '{\n  "version": "1.0.0"\n}\n');
		await omp.files.git("commit", "-qam", "chore: version");
		await omp.files.write("package.json", '{\n  "version": "1.0.1"\n}\n');
		const version = await committed();
		await omp.files.write("bun.lock", "2\n");
		expect([spaces, comment, renamed, version, await committed()]).toEqual([
			"style: reformat x.ts",
			"docs: update comments in x.ts",
			"refactor: rename x.ts to y.ts",
			"chore: bump version to 1.0.1",
			"chore(deps): update bun.lock",
		]);
		expect(omp.model.requests).toEqual([]);
	},
	60_000,
);

verifies(
	"cli:sub:commit-lock-files",
	async () => {
		const commits = split([
			{ type: "build", summary: "add a package", changes: [{ path: "package.json" }] },
			{ type: "fix", summary: "change b", changes: [{ path: "b.ts" }] },
		]);
		await using omp = await repository([commits], { "bun.lock": "locked one\n" });
		await omp.files.write("package.json", '{ "dependencies": {} }\n');
		await omp.files.write("bun.lock", "locked two\n");
		await omp.files.write("b.ts", "b changed\n");
		await omp.files.git("add", "-A");
		expect((await omp.run(["commit", "--no-changelog"])).exitCode).toBe(0);
		expect(JSON.stringify(omp.model.requests)).not.toContain("locked two");
		expect(await omp.files.git("show", "--name-only", "--format=%s", "HEAD^")).toBe(
			"build: add a package\n\nbun.lock\npackage.json\n",
		);
	},
	60_000,
);

verifies(
	"cli:sub:commit-in-progress",
	async () => {
		const reply = text(JSON.stringify({ type: "chore", summary: "merge the other side" }));
		await using omp = await repository([reply]);
		await omp.files.git("checkout", "-qb", "other");
		await omp.files.write(
			"a.ts",
			numbered((line) => (line === 2 ? "theirs" : undefined)),
		);
		await omp.files.git("commit", "-qam", "theirs");
		await omp.files.git("checkout", "-q", "main");
		await omp.files.write("b.ts", "ours\n");
		await omp.files.git("commit", "-qam", "ours");
		await omp.files.git("merge", "-q", "--no-commit", "--no-ff", "other");
		const named = await omp.run(["commit", "a.ts"]);
		expect([named.exitCode, named.stderr]).toEqual([1, expect.stringContaining("A merge is in progress")]);
		const merged = await omp.run(["commit", "--no-changelog"]);
		expect([merged.exitCode, merged.stderr]).toEqual([0, expect.stringContaining("as a merge commit")]);
		expect((await omp.files.git("log", "-1", "--format=%P")).trim().split(" ")).toHaveLength(2);

		await omp.files.write(
			"a.ts",
			numbered((line) => (line === 2 ? "mine" : undefined)),
		);
		await omp.files.git("commit", "-qam", "mine");
		await omp.files.git("checkout", "-q", "other");
		await omp.files.write(
			"a.ts",
			numbered((line) => (line === 2 ? "again" : undefined)),
		);
		await omp.files.git("commit", "-qam", "again");
		await omp.files.git("rebase", "-q", "main").catch(() => "");
		await omp.files.git("checkout", "--theirs", "a.ts");
		await omp.files.git("add", "a.ts");
		const rebasing = await omp.run(["commit"]);
		expect([rebasing.exitCode, rebasing.stderr]).toEqual([
			1,
			expect.stringContaining("A rebase is in progress. Finish it with git rebase --continue"),
		]);
		await omp.files.git("rebase", "--abort");
		await omp.files.write("b.ts", "later\n");
		await omp.files.git("add", "-A");
		await omp.files.write(".git/index.lock", "");
		expect((await omp.run(["commit"])).stderr).toContain("Another git process holds the index");
		expect(omp.model.requests).toHaveLength(1);
	},
	60_000,
);

verifies(
	"cli:sub:commit-agent",
	async () => {
		const propose = { type: "feat", summary: "grow the file", details: ["more lines"], issue_refs: ["#7", "#99"] };
		await using omp = await repository([
			toolCall("git_overview", {}),
			toolCall("git_file_diff", { files: ["big.txt", "nowhere"] }),
			toolCall("git_hunk", { file: "big.txt", hunks: [1] }),
			toolCall("propose_commit", { ...propose, summary: "x".repeat(90) }),
			toolCall("propose_commit", propose),
		]);
		await omp.files.write("big.txt", `fixes #7\n${"a line of some length to fill the diff\n".repeat(3000)}`);
		await omp.files.write("b.ts", "b changed\n");
		await omp.files.git("add", "-A");
		const run = await omp.run(["commit", "--no-changelog"]);
		expect([run.exitCode, run.stdout]).toEqual([0, "feat: grow the file\n\n- more lines\n\nCloses #7\n"]);
		const results = JSON.stringify(omp.model.requests.at(-1)?.messages);
		for (const words of [
			"A big.txt: 1 hunks",
			"nowhere is not among the changes",
			"[hunk 1] @@",
			"at most 72 are allowed",
		])
			expect(results).toContain(words);
		expect(await omp.files.git("status", "--porcelain")).toBe("");
	},
	60_000,
);

test("omp commit follows a repository whose subjects have no types", async () => {
	await using omp = await repository([text(JSON.stringify({ type: "fix", summary: "Change the b file" }))]);
	for (const name of ["Add one", "Add two", "Change three", "Remove four", "Add five"])
		await omp.files.git("commit", "-q", "--allow-empty", "-m", name);
	await omp.files.write("b.ts", "b changed\n");
	await omp.files.git("add", "-A");
	const run = await omp.run(["commit", "--no-changelog"]);
	expect([run.exitCode, run.stdout]).toEqual([0, "Change the b file\n"]);
	expect(JSON.stringify(omp.model.requests[0])).toContain("This repository does not use types");
}, 60_000);

test("omp commit: 50 MB, binary files and files with odd names are committed as they are, and only named to the model", async () => {
	const commits = split([
		{ type: "chore", summary: "add the dump", changes: [{ path: "dump.sql" }, { path: "image.bin" }] },
		{ type: "fix", summary: "change b", changes: [{ path: "b.ts" }, { path: 'quo"ted ☃.md' }] },
	]);
	await using omp = await repository([commits]);
	const dump = "insert into t values (1);\n".repeat(2_000_000);
	const image = new Uint8Array(300_000).map((_, index) => (index * 7919) % 256);
	await omp.files.write("dump.sql", dump);
	await omp.files.write("image.bin", image);
	await omp.files.write("b.ts", "b changed\n");
	await omp.files.write('quo"ted ☃.md', "odd\n");
	await omp.files.git("add", "-A");
	const tree = await omp.files.git("write-tree");
	const run = await omp.run(["commit", "--no-changelog"]);
	expect([run.exitCode, await subjects(omp)]).toEqual([0, "fix: change b\nchore: add the dump\nStart\n"]);
	expect(await omp.files.git("rev-parse", "HEAD^{tree}")).toBe(tree);
	expect(await omp.files.git("status", "--porcelain")).toBe("");
	const sent = JSON.stringify(omp.model.requests);
	expect(sent).toContain("dump.sql");
	expect(sent).toContain("image.bin");
	expect(sent).not.toContain("insert into");
	expect(sent.length).toBeLessThan(200_000);
}, 60_000);

test("omp commit refuses during a cherry-pick and a revert, and says how to go on", async () => {
	await using omp = await repository([]);
	await omp.files.write("b.ts", "two\n");
	await omp.files.git("commit", "-qam", "two");
	await omp.files.write("b.ts", "three\n");
	await omp.files.git("commit", "-qam", "three");
	for (const operation of ["revert", "cherry-pick"]) {
		await omp.files.git(operation, operation === "revert" ? "HEAD^" : "HEAD^^").catch(() => "");
		await omp.files.write("b.ts", `resolved ${operation}\n`);
		await omp.files.git("add", "-A");
		const run = await omp.run(["commit"]);
		expect([operation, run.exitCode, run.stderr]).toEqual([
			operation,
			1,
			expect.stringContaining(`A ${operation} is in progress. Finish it with git ${operation} --continue`),
		]);
		await omp.files.git(operation, "--abort");
	}
	expect(omp.model.requests).toEqual([]);
}, 60_000);

test("omp commit: neither a file name nor a model can send sequences to the terminal or into a message", async () => {
	const sequence = "\x1b]0;owned\x07";
	const commits = split([
		{ type: "fix", summary: `change b${sequence}`, changes: [{ path: "b.ts" }], rationale: `apart${sequence}` },
		{ type: "feat", summary: "add a file", details: [`odd${sequence}`], changes: [{ path: `c${sequence}.ts` }] },
	]);
	await using omp = await repository([commits]);
	await omp.files.write("b.ts", "b changed\n");
	await omp.files.write(`c${sequence}.ts`, "c\n");
	await omp.files.git("add", "-A");
	const command = [...omp.command, "commit", "--no-changelog"];
	await using terminal = ptyRun(command, { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Enter all 2 commits");
	expect(terminal.output()).not.toContain("\x1b]0;owned");
	await Bun.sleep(500);
	terminal.type("\r");
	await terminal.waitFor("add a file");
	expect((await terminal.exit).code).toBe(0);
	expect(terminal.output()).not.toContain("\x1b]0;owned");
	expect(await omp.files.git("log", "--format=%B")).not.toContain("\x1b");
}, 60_000);

test("omp commit: Ctrl+C during a hook leaves HEAD, index and files as they were", async () => {
	await using omp = await repository([]);
	await omp.files.write(".env", "K=staged\n");
	await omp.files.write("b.ts", "b changed\n");
	await omp.files.git("add", "-A");
	await omp.files.write(".env", "K=worktree\n");
	await omp.files.write("package.json", '{\n\t"x": 1\n}\n');
	await omp.files.write(".git/hooks/pre-commit", "#!/bin/sh\ntouch .git/running\nsleep 60\n");
	await chmod(join(omp.path, ".git/hooks/pre-commit"), 0o755);
	await omp.run(["trust", "allow"]);
	const state = async () => [
		await omp.files.git("status", "--porcelain"),
		await omp.files.git("ls-files", "-s"),
		await omp.files.git("rev-parse", "HEAD"),
	];
	const before = await state();
	const command = [...omp.command, "commit", "--all", "--yes"];
	await using terminal = ptyRun(command, { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
	await until(() => omp.files.read(".git/running").then(() => true));
	terminal.type("\x03");
	expect((await terminal.exit).code).toBe(130);
	expect(terminal.history()).toContain("Interrupted. Nothing was committed");
	expect(await state()).toEqual(before);
	expect(await omp.files.git("show", ":.env")).toBe("K=staged\n");
}, 60_000);

test("omp commit: added lines that look like secrets are refused without a question, and asked about before a request", async () => {
	const reply = text(JSON.stringify({ type: "fix", summary: "add a key" }));
	await using omp = await repository([reply]);
	await omp.files.write("b.ts", `b\nconst key = "ghp_${"a1B2".repeat(9)}";\n`);
	await omp.files.git("add", "-A");
	for (const args of [["commit"], ["commit", "--yes"]]) {
		const run = await omp.run(args);
		expect([run.exitCode, run.stderr]).toEqual([1, expect.stringContaining("look like secrets: b.ts:2.")]);
	}
	expect(omp.model.requests).toEqual([]);
	const question = "These added lines look like secrets: b.ts:2. Commit them? y/n";
	for (const answer of ["n", "y"]) {
		await using terminal = ptyRun([...omp.command, "commit"], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
		await terminal.waitFor(question);
		await Bun.sleep(500);
		expect(omp.model.requests).toEqual([]);
		terminal.type(answer);
		if (answer === "n") expect((await terminal.exit).code).toBe(1);
		else await terminal.waitFor("Enter commit · e edit · Esc cancel");
	}
	expect(await subjects(omp)).toBe("Start\n");
}, 60_000);
