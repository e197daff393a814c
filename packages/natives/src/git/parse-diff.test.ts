import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type FileDiff, parseDiff } from "./parse-diff.ts";
import { unquotePath } from "./unquote-path.ts";

async function repository(files: Readonly<Record<string, string | Uint8Array>>): Promise<Workspace> {
	const project = await workspace();
	await project.git("init", "-q");
	put(project, files);
	await project.git("add", "-A");
	await project.git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "first");
	return project;
}

function put(project: Workspace, files: Readonly<Record<string, string | Uint8Array>>): void {
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(project.path, path)), { recursive: true });
		writeFileSync(join(project.path, path), content);
	}
}

async function staged(project: Workspace, ...options: string[]): Promise<readonly FileDiff[]> {
	await project.git("add", "-A");
	return parseDiff(await project.git("-c", "core.quotePath=false", ...options, "diff", "--cached", "-M"));
}

const modes = { oldMode: "100644", newMode: "100644" } as const;

describe("parseDiff reads what git prints about", () => {
	test("hunks, their counts and the missing line feed at the end", async () => {
		const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
		await using project = await repository({ "a.ts": lines.join("\n") });
		put(project, { "a.ts": lines.with(1, "new").with(29, "end").join("\n") });
		expect(await staged(project)).toEqual([
			{
				path: "a.ts",
				status: "M",
				isBinary: false,
				...modes,
				hunks: [
					{
						oldStart: 1,
						oldLines: 5,
						newStart: 1,
						newLines: 5,
						header: "@@ -1,5 +1,5 @@",
						lines: [" line 0", "-line 1", "+new", " line 2", " line 3", " line 4"],
					},
					{
						oldStart: 27,
						oldLines: 4,
						newStart: 27,
						newLines: 4,
						header: "@@ -27,4 +27,4 @@ line 25",
						lines: [
							" line 26",
							" line 27",
							" line 28",
							"-line 29",
							"\\ No newline at end of file",
							"+end",
							"\\ No newline at end of file",
						],
					},
				],
			},
		]);
	});

	test("paths with spaces, quotes, line feeds and other scripts, also when git has other prefixes", async () => {
		const paths = [
			"a b/c d.ts",
			'quo"te',
			"line\nfeed",
			"tab\tbed",
			"grüße 世界",
			"b/b",
			" lead",
			"x b/x",
			"back\\slash",
		];
		await using project = await repository(Object.fromEntries(paths.map((path) => [path, "one\n"])));
		put(project, Object.fromEntries(paths.map((path) => [path, "two\n"])));
		for (const options of [
			[],
			["-c", "core.quotePath=true"],
			["-c", "diff.noprefix=true"],
			["-c", "diff.mnemonicPrefix=true"],
		]) {
			const found = await staged(project, ...options);
			expect(found.map(({ path }) => path).sort()).toEqual(paths.toSorted());
			expect(found.every(({ status, hunks }) => status === "M" && hunks.length === 1)).toBeTrue();
		}
	});

	test("new, deleted, empty, renamed and binary files", async () => {
		const long = Array.from({ length: 20 }, (_, index) => `${index}\n`).join("");
		await using project = await repository({
			"old name": long,
			gone: "bye\n",
			bin: new Uint8Array([0, 1, 2]),
			r2: `${long}x`,
		});
		rmSync(join(project.path, "gone"));
		renameSync(join(project.path, "old name"), join(project.path, "new name"));
		renameSync(join(project.path, "r2"), join(project.path, "r3"));
		put(project, { bin: new Uint8Array([0, 3]), "empty b": "", fresh: "hi\n", r3: `${long}y\n` });
		const found = (await staged(project)).map(({ hunks, ...file }) => ({ ...file, hunks: hunks.length }));
		expect(found).toEqual([
			{ path: "bin", status: "M", isBinary: true, ...modes, hunks: 0 },
			{ path: "empty b", status: "A", isBinary: false, newMode: "100644", hunks: 0 },
			{ path: "fresh", status: "A", isBinary: false, newMode: "100644", hunks: 1 },
			{ path: "gone", status: "D", isBinary: false, oldMode: "100644", hunks: 1 },
			{ path: "new name", oldPath: "old name", status: "R", isBinary: false, hunks: 0 },
			{ path: "r3", oldPath: "r2", status: "R", isBinary: false, ...modes, hunks: 1 },
		]);
	});

	test("modes, links and files that became links", async () => {
		await using project = await repository({ "run me.sh": "true\n", "to-link": "text\n" });
		chmodSync(join(project.path, "run me.sh"), 0o755);
		rmSync(join(project.path, "to-link"));
		symlinkSync("elsewhere", join(project.path, "to-link"));
		symlinkSync("there", join(project.path, "link"));
		const found = (await staged(project)).map(({ hunks, ...file }) => ({ ...file, hunks: hunks.length }));
		expect(found).toEqual([
			{ path: "link", status: "A", isBinary: false, newMode: "120000", hunks: 1 },
			{ path: "run me.sh", status: "M", isBinary: false, oldMode: "100644", newMode: "100755", hunks: 0 },
			{ path: "to-link", status: "T", isBinary: false, oldMode: "100644", newMode: "120000", hunks: 2 },
		]);
	});

	test("carriage returns, and content that looks like a diff", async () => {
		await using project = await repository({ "a.txt": "one\r\n-- a/x\ndiff --git a/x b/x\n" });
		put(project, { "a.txt": "two\r\n++ b/x\n@@ -1 +1 @@\n" });
		const [file, ...more] = await staged(project);
		expect(more).toEqual([]);
		expect(file?.hunks[0]?.lines).toEqual([
			"-one\r",
			"--- a/x",
			"-diff --git a/x b/x",
			"+two\r",
			"+++ b/x",
			"+@@ -1 +1 @@",
		]);
	});
});

test("parseDiff skips what is around a diff, and reads one that is cut off as far as it goes", () => {
	const diff = "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ fn()\n-a\n+b\n c\n";
	const [whole] = parseDiff(`commit 123\n\n    subject\n\n${diff}\n-- \n2.40\ncommit 124\n`);
	expect(whole?.hunks.map(({ lines }) => lines)).toEqual([["-a", "+b", " c"]]);
	for (let length = 0; length < diff.length; length++) {
		expect(parseDiff(diff.slice(0, length)).length).toBe(length < "diff --git ".length ? 0 : 1);
	}
	expect(parseDiff("* Unmerged path x\n")).toEqual([]);
	expect(parseDiff("diff --cc a b\nindex 1,2..3\n--- a/a b\n+++ b/a b\n@@@ -1,1 -1,1 +1,2 @@@\n++x\n")).toMatchObject([
		{ status: "M", hunks: [] },
	]);
});

test("parseDiff reads 50 MB in one pass", () => {
	const one = `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,20 +1,20 @@\n${`-${"x".repeat(80)}\n+${"y".repeat(80)}\n`.repeat(20)}`;
	// 50 MB: a quadratic step would take minutes.
	const files = parseDiff(one.repeat(Math.ceil(50_000_000 / one.length)));
	expect(files.length).toBe(Math.ceil(50_000_000 / one.length));
	// One long line, and one hunk with very many lines.
	expect(
		parseDiff(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+${"z".repeat(20_000_000)}\n`)[0]?.hunks.length,
	).toBe(1);
	const many = parseDiff(
		`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1,2000000 @@\n${"+abcdefghi\n".repeat(2_000_000)}`,
	);
	expect(many[0]?.hunks[0]?.lines.length).toBe(2_000_000);
}, 60_000);

test("unquotePath decodes escapes as bytes of UTF-8, and leaves other text alone", () => {
	expect(
		['"a\\tb"', '"\\303\\274"', '"q\\"q\\\\"', "plain", "with space\t", '"', '"ü\\n"', '"\\377"'].map(unquotePath),
	).toEqual(["a\tb", "ü", 'q"q\\', "plain", "with space", '"', "ü\n", "\ufffd"]);
});
