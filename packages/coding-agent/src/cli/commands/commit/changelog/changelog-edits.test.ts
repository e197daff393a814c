import { expect, test } from "bun:test";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { proposedChanges } from "../changes/repository-changes.ts";
import { changelogEdits, governingChangelogs } from "./changelog-edits.ts";

const changelog = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## 1.0\n\n- y\n";
const latin1 = (text: string) => Buffer.from(text, "latin1");

async function governing(project: Workspace, paths: readonly string[] = ["a"]): Promise<readonly string[]> {
	return governingChangelogs(await proposedChanges(project.path, process.env, { all: false, paths }));
}

async function edited(content: string | Buffer, change: { entries?: object; removed?: readonly string[] }) {
	await using project = await workspace({ a: "1\n", "CHANGELOG.md": content }, { git: true });
	const proposal = { "CHANGELOG.md": { entries: { ...change.entries }, removed: change.removed ?? [] } };
	const edits = changelogEdits(proposal, ["CHANGELOG.md"], project.path);
	expect(edits.map(({ before }) => Buffer.from(before))).toEqual(edits.map(() => Buffer.from(content)));
	return edits.map(({ after }) => Buffer.from(after).toString("latin1"));
}

test("a changelog with changes of its own, staged or not, is left alone", async () => {
	const mine = changelog.replace("- x\n", "- x\n- mine\n");
	for (const [index, worktree] of [
		[mine, mine],
		[changelog, mine],
		[mine, changelog],
	] as const) {
		await using project = await workspace({ a: "1\n", "CHANGELOG.md": changelog }, { git: true });
		await project.write("a", "2\n");
		expect(await governing(project)).toEqual(["CHANGELOG.md"]);
		await project.write("CHANGELOG.md", index);
		await project.git("add", "CHANGELOG.md");
		await project.write("CHANGELOG.md", worktree);
		expect(await governing(project)).toEqual([]);
	}
});

test("a changelog that is marked as unchanged or in a folder with an odd name", async () => {
	await using project = await workspace(
		{ a: "1\n", "CHANGELOG.md": changelog, "[odd]/a": "1\n", "[odd]/CHANGELOG.md": changelog },
		{ git: true },
	);
	await project.write("a", "2\n");
	await project.write("[odd]/a", "2\n");
	expect(await governing(project, ["."])).toEqual(["CHANGELOG.md", "[odd]/CHANGELOG.md"]);
	await project.git("update-index", "--assume-unchanged", "CHANGELOG.md");
	await project.write("CHANGELOG.md", "mine\n");
	expect(await governing(project, ["."])).toEqual(["[odd]/CHANGELOG.md"]);
});

test("a changelog that is not UTF-8 is not changed", async () => {
	expect(await edited(latin1(changelog.replace("# Ch", "# caf\xe9 Ch")), { entries: { Added: ["new"] } })).toEqual([]);
	await using project = await workspace({ a: "1\n", "CHANGELOG.md": latin1("caf\xe9\n") }, { git: true });
	await project.write("a", "2\n");
	expect(await governing(project)).toEqual([]);
});

test("a byte order mark and line endings stay, and added lines have the ending of the file", async () => {
	const crlf = changelog.replaceAll("\n", "\r\n");
	expect(await edited(crlf, { entries: { Added: ["new"], Fixed: ["f"] } })).toEqual([
		"# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- f\n\n### Added\n\n- x\n- new\n\n## 1.0\n\n- y\n".replaceAll(
			"\n",
			"\r\n",
		),
	]);
	expect(await edited(crlf, { removed: ["x"] })).toEqual([crlf.replace("- x\r\n", "")]);
	expect(await edited("# Changelog\r\n", { entries: { Added: ["new"] } })).toEqual([
		"# Changelog\r\n\r\n## [Unreleased]\r\n\r\n### Added\r\n\r\n- new\r\n",
	]);
	const mixed = changelog.replace("- y\n", "- y\r\n");
	expect(await edited(mixed, { entries: { Added: ["new"] } })).toEqual([mixed.replace("- x\n", "- x\n- new\n")]);
	expect(await edited(`\ufeff${changelog}`, { entries: { Added: ["new"] } })).toEqual([
		`\xef\xbb\xbf${changelog.replace("- x\n", "- x\n- new\n")}`,
	]);
});
