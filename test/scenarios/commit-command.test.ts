import { describe, expect, test } from "bun:test";
import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type Reply, text } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const changelog = "# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- An older fix\n\n## 1.0.0\n\n- First\n";
const files = { "src/a.ts": "one\n", "src/b.ts": "two\n", "docs/c.md": "three\n", "CHANGELOG.md": changelog };
const proposal = (more: object = {}) =>
	text(JSON.stringify({ type: "fix", scope: "src", summary: "keep the column", body: ["- it was lost"], ...more }));

async function repository(replies: readonly Reply[]): Promise<OmpProject> {
	const omp = await ompProject({ files, replies, git: true });
	await omp.home.write(".omp/agent/config.yml", "modelRoles: { commit: acme/a-2 }\n");
	return omp;
}

const requestText = (omp: OmpProject, index: number) => JSON.stringify(omp.model.requests[index]?.messages);
const indexOf = (omp: OmpProject) => readFile(join(omp.path, ".git/index"));

verifies(
	"cli:sub:commit",
	async () => {
		// Everything counts. The changelog gets its entry.
		const entries = {
			"CHANGELOG.md": { Fixed: ["The column is kept"], Added: ["A file"] },
			"../x.md": { Fixed: ["no"] },
		};
		await using omp = await repository([proposal({ changelog: entries })]);
		await omp.files.write("src/a.ts", "changed\n");
		await omp.files.write("src/new.ts", "new\n");
		const run = await omp.run(["commit", "--all", "-c", "Columns got lost"], { cwd: join(omp.path, "src") });
		expect([run.exitCode, run.stdout]).toEqual([0, "fix(src): keep the column\n\n- it was lost\n"]);
		expect(run.stderr).toContain(
			"● Committing all changes (2 files)\n  M src/a.ts\n  A src/new.ts\n● Resolving model…\n  └─ acme/a-2\n",
		);
		expect(await omp.files.git("log", "-1", "--format=%B")).toBe("fix(src): keep the column\n\n- it was lost\n\n");
		expect(await omp.files.git("status", "--porcelain")).toBe("");
		expect(await omp.files.read("CHANGELOG.md")).toBe(
			"# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A file\n\n### Fixed\n\n- An older fix\n- The column is kept\n\n## 1.0.0\n\n- First\n",
		);
		for (const words of ["Columns got lost", "+changed", "+new", "Earlier subjects:\\nStart"]) {
			expect(requestText(omp, 0)).toContain(words);
		}
		const again = await omp.run(["commit"]);
		expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("There is nothing to commit")]);
	},
	30_000,
);

verifies(
	"cli:sub:commit-dry-run",
	async () => {
		await using omp = await repository([
			proposal({ changelog: { "CHANGELOG.md": { Fixed: ["It"] } } }),
			proposal(),
			proposal(),
		]);
		await omp.files.write("src/a.ts", "staged\n");
		await omp.files.git("add", "src/a.ts");
		await omp.files.write("src/a.ts", "staged and more\n");
		await omp.files.write("docs/c.md", "not staged\n");
		const before = [await indexOf(omp), await omp.files.git("status", "--porcelain")];
		const dry = await omp.run(["commit", "--dry-run"]);
		expect([dry.exitCode, dry.stdout]).toEqual([0, "fix(src): keep the column\n\n- it was lost\n"]);
		expect(dry.stderr).toContain("● CHANGELOG.md: - It\n");
		expect([await indexOf(omp), await omp.files.git("status", "--porcelain")]).toEqual(before);
		expect(await omp.files.read("CHANGELOG.md")).toBe(changelog);
		// Only what is staged is looked at.
		expect(requestText(omp, 0)).not.toContain("not staged");

		// A hook that refuses leaves everything as it was.
		await omp.files.write(".git/hooks/pre-commit", "#!/bin/sh\ngit add -A\necho 'no commits today' >&2\nexit 1\n");
		await chmod(join(omp.path, ".git/hooks/pre-commit"), 0o755);
		expect((await omp.run(["commit"])).stderr).toContain("See omp trust");
		expect((await omp.run(["trust", "allow"])).stdout).toContain("Git hooks: .git/hooks");
		const refused = await omp.run(["commit"]);
		expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("no commits today")]);
		expect([await indexOf(omp), await omp.files.git("status", "--porcelain")]).toEqual(before);
		expect(await omp.files.git("log", "--format=%s")).toBe("Start\n");

		// Without it, only what was staged is committed.
		await omp.files.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 0\n");
		await omp.run(["trust", "allow"]);
		expect((await omp.run(["commit", "--no-changelog"])).exitCode).toBe(0);
		expect(await omp.files.git("show", "HEAD:src/a.ts")).toBe("staged\n");
		expect(await omp.files.git("status", "--porcelain")).toBe(" M docs/c.md\n M src/a.ts\n");
	},
	30_000,
);

test("omp commit asks once more for a message that cannot be used, and then writes a plain one or fails", async () => {
	const long = proposal({ summary: "x".repeat(80) });
	await using omp = await repository([text("Sure! Here is a commit."), proposal(), long, text("nothing"), long, long]);
	await omp.files.write("src/a.ts", "1\n");
	const second = await omp.run(["commit", "--yes"]);
	expect([second.exitCode, second.stdout]).toEqual([0, "fix(src): keep the column\n\n- it was lost\n"]);
	expect(requestText(omp, 1)).toContain("Your last answer could not be used");
	await omp.files.write("docs/c.md", "2\n");
	const plain = await omp.run(["commit", "--yes"]);
	expect([plain.exitCode, plain.stdout]).toEqual([0, "docs: update c.md\n"]);
	expect(plain.stderr).toContain("● Falling back to a generic message:");
	await omp.files.write("src/a.ts", "3\n");
	const none = await omp.run(["commit", "--yes"], { env: { PI_COMMIT_NO_FALLBACK: "1" } });
	expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining("There is no message: the first line has")]);
	expect(await omp.files.git("status", "--porcelain")).toBe(" M src/a.ts\n");
}, 30_000);

test("omp commit looks at many files one by one, and pushes", async () => {
	const each = Array.from({ length: 4 }, (_, number) => text(`File ${number} was reworded.`));
	await using omp = await repository([...each, proposal({ type: "docs", scope: "" })]);
	await omp.files.git("init", "-q", "--bare", "remote.git");
	await omp.files.write(".gitignore", "remote.git\n");
	await omp.files.git("remote", "add", "origin", join(omp.path, "remote.git"));
	await omp.files.git("config", "push.autoSetupRemote", "true");
	for (const path of ["src/a.ts", "src/b.ts", "docs/c.md"]) await omp.files.write(path, "changed\n");
	const run = await omp.run(["commit", "--all", "--push"], { env: { PI_COMMIT_MAP_REDUCE: "1" } });
	expect([run.exitCode, run.stdout]).toEqual([0, "docs: keep the column\n\n- it was lost\n"]);
	expect(run.stderr).toContain("● Looking at 4 files…");
	expect(requestText(omp, 4)).toContain("was reworded.");
	expect(requestText(omp, 4)).not.toContain("+changed");
	expect(await omp.files.git("-C", "remote.git", "log", "main", "-1", "--format=%s")).toBe("docs: keep the column\n");
}, 30_000);

test("omp commit refuses outside of a repository, with conflicts, and where git would run what is not trusted", async () => {
	await using none = await ompProject();
	expect(await none.run(["commit"])).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining("needs a git repository"),
	});
	await using omp = await repository([]);
	await omp.files.write("src/a.ts", "changed\n");
	await omp.files.git("config", "filter.x.clean", "touch ran");
	const refused = await omp.run(["commit"]);
	expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("that are not trusted")]);
	await omp.files.git("config", "--unset", "filter.x.clean");
	await omp.files.git("commit", "-qam", "here");
	await omp.files.git("checkout", "-q", "-b", "other", "HEAD^");
	await omp.files.write("src/a.ts", "other\n");
	await omp.files.git("commit", "-qam", "there");
	await omp.files.git("merge", "-q", "main").catch(() => "");
	const conflict = await omp.run(["commit"]);
	expect([conflict.exitCode, conflict.stderr]).toEqual([
		1,
		expect.stringContaining("Resolve the conflicts first: src/a.ts"),
	]);
	expect(omp.model.requests).toEqual([]);
}, 30_000);

const secret = "API_KEY=sk-live-1234";

verifies(
	"cli:sub:commit-nothing-staged",
	async () => {
		await using omp = await repository([proposal(), proposal(), proposal()]);
		await omp.files.write("src/a.ts", "changed\n");
		await omp.files.write("secret.env", secret);
		await omp.files.write("scratch.txt", "scratch");
		const unasked = await omp.run(["commit", "--no-changelog"]);
		expect([unasked.exitCode, unasked.stderr, omp.model.requests]).toEqual([
			1,
			expect.stringContaining("  M src/a.ts\n"),
			[],
		]);
		expect(unasked.stderr).toContain("Nothing is staged. Stage with git add");
		const run = await omp.run(["commit", "--yes", "--no-changelog"]);
		expect(run.stderr).toStartWith(
			[
				"● Nothing staged; changes of tracked files (1 file)",
				"  M src/a.ts",
				"● Left out, not tracked: scratch.txt, secret.env (--all takes them, or name a file)",
				"",
			].join("\n"),
		);
		expect(await omp.files.git("show", "--name-only", "--format=", "HEAD")).toBe("src/a.ts\n");

		const nothing = await omp.run(["commit"]);
		expect([nothing.exitCode, nothing.stderr]).toEqual([
			1,
			expect.stringContaining("Left out, not tracked: scratch.txt"),
		]);

		const all = await omp.run(["commit", "--all", "--no-changelog"]);
		expect(all.stderr).toContain("● Left out, may hold secrets: secret.env (name a file to commit it)\n");
		expect(await omp.files.git("show", "--name-only", "--format=", "HEAD")).toBe("scratch.txt\n");
		expect(await omp.files.git("status", "--porcelain")).toBe("?? secret.env\n");

		expect(JSON.stringify(omp.model.requests)).not.toContain("sk-live");
		expect((await omp.run(["commit", "secret.env", "--no-changelog"])).exitCode).toBe(0);
		expect(await omp.files.git("show", "--name-only", "--format=", "HEAD")).toBe("secret.env\n");
	},
	30_000,
);

test("omp commit leaves a staged secret staged, and commits only what is named", async () => {
	await using omp = await repository([proposal(), proposal()]);
	await omp.files.write(".env", secret);
	await omp.files.write("src/a.ts", "changed\n");
	await omp.files.git("add", "-A");
	await omp.files.write(".env", "later=1");
	const run = await omp.run(["commit", "--no-changelog"]);
	expect(run.stderr).toContain("● Left out, may hold secrets: .env");
	expect(await omp.files.git("show", "--name-only", "--format=", "HEAD")).toBe("src/a.ts\n");
	expect(await omp.files.git("status", "--porcelain")).toBe("AM .env\n");
	expect(await omp.files.git("show", ":.env")).toBe(secret);
	expect(JSON.stringify(omp.model.requests)).not.toContain("sk-live");

	await omp.files.write("src/a.ts", "again\n");
	await omp.files.write("src/b.ts", "again\n");
	await omp.files.git("add", "src/a.ts");
	expect((await omp.run(["commit", "b.ts", "--no-changelog"], { cwd: join(omp.path, "src") })).exitCode).toBe(0);
	expect(await omp.files.git("show", "--name-only", "--format=", "HEAD")).toBe("src/b.ts\n");
	expect(await omp.files.git("status", "--porcelain")).toBe("AM .env\nM  src/a.ts\n");
	const outside = await omp.run(["commit", "../x"]);
	expect([outside.exitCode, outside.stderr]).toEqual([1, expect.stringContaining("../x is not in this repository")]);
}, 30_000);

test("omp commit in a repository without a commit", async () => {
	await using omp = await ompProject({ files: { "a.ts": "one\n", id_rsa: "key" }, replies: [proposal()] });
	await omp.files.git("init", "-q", "-b", "main");
	await omp.files.git("config", "user.name", "T");
	await omp.files.git("config", "user.email", "t@example.org");
	await omp.files.git("add", "-A");
	const run = await omp.run(["commit"]);
	expect([run.exitCode, run.stderr]).toEqual([0, expect.stringContaining("may hold secrets: id_rsa")]);
	expect(await omp.files.git("show", "--name-only", "--format=", "HEAD")).toBe("a.ts\n");
	expect(await omp.files.git("status", "--porcelain")).toBe("A  id_rsa\n");
}, 30_000);

describe("omp commit at a terminal", () => {
	const staging = "Nothing is staged. Commit this change? y/n";
	const start = (omp: OmpProject, ...args: string[]) =>
		ptyRun([...omp.command, "commit", "--no-changelog", ...args], {
			cols: 100,
			rows: 30,
			cwd: omp.path,
			env: { ...omp.env, VISUAL: "sed -i 1s/column/row/" },
		});
	const question = "Enter commit · e edit · Esc cancel";
	const asked = async (terminal: PtyRun) => {
		await terminal.waitFor(question);
		await Bun.sleep(500);
	};

	test("it shows the files and asks; Esc cancels, e edits the message, Enter commits", async () => {
		await using omp = await repository([proposal(), proposal()]);
		await omp.files.write("src/a.ts", "changed\n");
		await using first = start(omp);
		await first.waitFor(staging);
		await Bun.sleep(500);
		first.type("y");
		await first.waitFor("Resolving model");
		// An early Enter is no answer.
		first.type("\r");
		await asked(first);
		expect(first.history()).toContain("M src/a.ts");
		expect(await omp.files.git("log", "--format=%s")).toBe("Start\n");
		first.type("\x1b");
		await first.waitFor("Not committed");
		expect((await first.exit).code).toBe(1);
		expect(await omp.files.git("status", "--porcelain")).toBe(" M src/a.ts\n");
		await using declined = start(omp);
		await declined.waitFor(staging);
		await Bun.sleep(500);
		declined.type("n");
		expect((await declined.exit).code).toBe(1);
		expect(omp.model.requests).toHaveLength(1);
		await omp.files.git("add", "-A");
		await using second = start(omp);
		await asked(second);
		second.type("e");
		await second.waitFor("keep the row");
		await until(() => second.history().split(question).length === 3);
		await Bun.sleep(500);
		second.type("\r");
		await second.waitFor("Committed");
		expect((await second.exit).code).toBe(0);
		expect(await omp.files.git("log", "-1", "--format=%s")).toBe("fix(src): keep the row\n");
	}, 30_000);

	test("--yes commits without asking", async () => {
		await using omp = await repository([proposal()]);
		await omp.files.write("src/a.ts", "changed\n");
		await using terminal = start(omp, "--yes");
		await terminal.waitFor("Committed");
		expect(terminal.history()).not.toContain(question);
	}, 30_000);
});
