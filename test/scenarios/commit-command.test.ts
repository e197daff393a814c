import { expect, test } from "bun:test";
import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/omp-project";
import { type Reply, text } from "@oh-my-pi/pi-testkit/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const changelog = "# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- An older fix\n\n## 1.0.0\n\n- First\n";
const files = { "src/a.ts": "one\n", "src/b.ts": "two\n", "docs/c.md": "three\n", "CHANGELOG.md": changelog };
const proposal = (more: object = {}) =>
	text(JSON.stringify({ type: "fix", scope: "src", summary: "keep the column", body: ["- it was lost"], ...more }));

async function repository(replies: readonly Reply[]): Promise<OmpProject> {
	const omp = await ompProject({ files, replies });
	await omp.files.git("init", "-q", "-b", "main");
	await omp.files.git("config", "user.name", "T");
	await omp.files.git("config", "user.email", "t@example.org");
	await omp.files.git("add", "-A");
	await omp.files.git("commit", "-qm", "first");
	await omp.home.write(".omp/agent/config.yml", "modelRoles: { commit: acme/a-2 }\n");
	return omp;
}

const requestText = (omp: OmpProject, index: number) => JSON.stringify(omp.model.requests[index]?.messages);
const indexOf = (omp: OmpProject) => readFile(join(omp.path, ".git/index"));

verifies(
	"cli:sub:commit",
	async () => {
		// Nothing is staged: everything counts. The changelog gets its entry.
		const entries = {
			"CHANGELOG.md": { Fixed: ["The column is kept"], Added: ["A file"] },
			"../x.md": { Fixed: ["no"] },
		};
		await using omp = await repository([proposal({ changelog: entries })]);
		await omp.files.write("src/a.ts", "changed\n");
		await omp.files.write("src/new.ts", "new\n");
		const run = await omp.run(["commit", "-c", "Columns got lost"], { cwd: join(omp.path, "src") });
		expect([run.exitCode, run.stdout]).toEqual([0, "fix(src): keep the column\n\n- it was lost\n"]);
		expect(run.stderr).toContain(
			"● Nothing staged; committing all changes (2 files)\n● Resolving model…\n  └─ acme/a-2\n",
		);
		expect(await omp.files.git("log", "-1", "--format=%B")).toBe("fix(src): keep the column\n\n- it was lost\n\n");
		expect(await omp.files.git("status", "--porcelain")).toBe("");
		expect(await omp.files.read("CHANGELOG.md")).toBe(
			"# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A file\n\n### Fixed\n\n- An older fix\n- The column is kept\n\n## 1.0.0\n\n- First\n",
		);
		for (const words of ["Columns got lost", "+changed", "+new", "Earlier subjects:\\nfirst"]) {
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
		expect(await omp.files.git("log", "--format=%s")).toBe("first\n");

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
	const second = await omp.run(["commit"]);
	expect([second.exitCode, second.stdout]).toEqual([0, "fix(src): keep the column\n\n- it was lost\n"]);
	expect(requestText(omp, 1)).toContain("Your last answer could not be used");
	await omp.files.write("docs/c.md", "2\n");
	const plain = await omp.run(["commit"]);
	expect([plain.exitCode, plain.stdout]).toEqual([0, "docs: update c.md\n"]);
	expect(plain.stderr).toContain("● Falling back to a generic message:");
	await omp.files.write("src/a.ts", "3\n");
	const none = await omp.run(["commit"], { env: { PI_COMMIT_NO_FALLBACK: "1" } });
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
	const run = await omp.run(["commit", "--push"], { env: { PI_COMMIT_MAP_REDUCE: "1" } });
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
