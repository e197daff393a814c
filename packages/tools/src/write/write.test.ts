import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { chmod, readdir, stat, symlink } from "node:fs/promises";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { runTool } from "@oh-my-pi/pi-testkit/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { openArchive } from "../archives/open-archive.ts";
import { storedZip, zipOf } from "../archives/testing/zip-of.ts";
import { SnapshotStore } from "../snapshots/snapshot-store.ts";
import { urlRouter } from "../urls/url-router.ts";
import { type WritePorts, writeTool } from "./write.ts";

function writing(project: Workspace, overrides: Partial<WritePorts> = {}) {
	const tool = writeTool({
		cwd: () => project.path,
		home: "/nowhere",
		now: () => Date.UTC(2024, 0, 2, 3, 4, 6),
		snapshots: new SnapshotStore(),
		display: { hashlineEdits: true, hashLines: true, lineNumbers: false },
		...overrides,
	});
	return (path: string, content: string) => runTool(tool, { path, content });
}

verifies("tools-files:write:create-and-replace", async () => {
	await using project = await workspace({ "a.txt": "old\n" });
	const write = writing(project);
	expect(await write("new/deep/b.txt", "héllo\n")).toEqual({
		content: "[new/deep/b.txt#220B]\nSuccessfully wrote 6 bytes to new/deep/b.txt",
		details: { resolvedPath: project.file("new/deep/b.txt") },
	});
	await write("[a.txt#1234]", "new\n");
	expect([await project.read("a.txt"), await project.read("new/deep/b.txt")]).toEqual(["new\n", "héllo\n"]);

	const plain = writing(project, { display: { hashlineEdits: false, hashLines: true, lineNumbers: true } });
	expect((await plain("a.txt", "x")).content).toBe("Successfully wrote 1 bytes to a.txt");
});

test("progress says what is under way", async () => {
	await using project = await workspace();
	const tool = writeTool({
		cwd: () => project.path,
		home: "/nowhere",
		now: () => 0,
		snapshots: new SnapshotStore(),
		display: { hashlineEdits: false, hashLines: false, lineNumbers: false },
	});
	const seen: unknown[] = [];
	await runTool(tool, { path: "a", content: "12345" }, { onProgress: ({ content }) => seen.push(content) });
	expect(seen).toEqual(["Writing 5 bytes to a..."]);
});

test("what was there keeps its mode, line ends, mark and link", async () => {
	await using project = await workspace({ "crlf.txt": "\ufeffa\r\nb\r\n", "bin.dat": new Uint8Array([0, 255]) });
	await chmod(project.file("crlf.txt"), 0o640);
	await symlink("crlf.txt", project.file("link"));
	const write = writing(project);
	await write("link", "b\nc\n");
	expect([await project.read("crlf.txt"), (await stat(project.file("crlf.txt"))).mode & 0o777]).toEqual([
		"\ufeffb\r\nc\r\n",
		0o640,
	]);
	await write("crlf.txt", "as\r\ngiven\n");
	expect(await project.read("crlf.txt")).toBe("as\r\ngiven\n");
	await write("bin.dat", "");
	expect(await project.read("bin.dat")).toBe("");
	await expect(write(".", "x")).rejects.toThrow("it is a directory");
	await expect(write("/dev/null", "x")).rejects.toThrow("it is not a regular file");
});

verifies("tools-files:write:strips-pasted-prefixes", async () => {
	await using project = await workspace();
	const write = writing(project);
	const note = "Note: auto-stripped hashline display prefixes from content before writing.";
	const cases: Array<[given: string, written: string, isStripped: boolean]> = [
		["[a.ts#12AB]\n1:one\n2:two\n", "one\ntwo\n", true],
		["7:one\n8:\n9:three", "one\n\nthree", true],
		["[a.ts#12AB]\nplain\n", "plain\n", true],
		["1:only", "1:only", false],
		["1:one\n3:three", "1:one\n3:three", false],
		["1:one\ntwo", "1:one\ntwo", false],
		["[section]\nkey=1\n", "[section]\nkey=1\n", false],
	];
	for (const [given, written, isStripped] of cases) {
		const { content } = await write("a.ts", given);
		expect([given, await project.read("a.ts"), String(content).includes(note)]).toEqual([given, written, isStripped]);
	}
});

test("what the disk refuses is said by the name of the file", async () => {
	await using project = await workspace({ "a.txt": "old" });
	await symlink("loop", project.file("loop"));
	const write = writing(project);
	const cases: Record<string, string> = {
		"a.txt/b": "Cannot write a.txt/b: a part of its path is a file; nothing was written.",
		"nul\0": "Cannot write nul\0: its name holds a NUL; nothing was written.",
		[`${"x".repeat(300)}`]: "its name is too long; nothing was written.",
		loop: "Cannot write loop: it leads through too many symbolic links; nothing was written.",
		"new/": "'new/' names a folder; add the name of the file.",
	};
	for (const [path, message] of Object.entries(cases)) await expect(write(path, "y")).rejects.toThrow(message);
	expect((await readdir(project.path)).sort()).toEqual(["a.txt", "loop"]);
});

verifies("tools-files:write:unknown-scheme", async () => {
	await using project = await workspace();
	const written: string[] = [];
	const urls = urlRouter(() => [
		{ scheme: "artifact", resolve: async () => ({ text: "" }) },
		{
			scheme: "vault",
			resolve: async () => ({ text: "" }),
			write: async (url, content) => {
				written.push(`${url} ${content}`);
				return `Stored ${url}`;
			},
		},
	]);
	const write = writing(project, { urls });
	await expect(write("nope://x", "y")).rejects.toThrow(
		"Unknown URI-like write target 'nope://x'. Known schemes: artifact://, vault://. Prefix the path with './' to write it as a filesystem path.",
	);
	await expect(write("https://example.com", "y")).rejects.toThrow("Unknown URI-like write target");
	await expect(write("artifact://1", "y")).rejects.toThrow("Cannot write 'artifact://1': artifact:// is read-only.");
	expect((await write("vault://key", "y")).content).toBe("Stored vault://key");
	await write("./nope://x", "y");
	expect([written, await project.read("nope:/x")]).toEqual([["vault://key y"], "y"]);
});

verifies("tools-files:write:selector-shaped-name", async () => {
	await using project = await workspace({ "odd:5": "x" });
	const write = writing(project);
	for (const path of ["foo.txt:10-20", "foo.txt:raw", "a.ts:1-2; b.ts:5", "foo.txt:9-3"]) {
		await expect(write(path, "")).rejects.toThrow(`Refusing to write an empty file named '${path}'`);
	}
	await write("odd:5", "");
	await write("empty.txt", "");
	await write("foo.txt:10-20", "content");
	expect((await readdir(project.path)).sort()).toEqual(["empty.txt", "foo.txt:10-20", "odd:5"]);
});

verifies("tools-files:write:shebang-executable", async () => {
	await using project = await workspace({ "there.sh": "x" });
	await chmod(project.file("there.sh"), 0o640);
	const write = writing(project);
	const output = await write("run.sh", "#!/bin/sh\n");
	expect(output.content).toEndWith("Successfully wrote 10 bytes to run.sh\n[Notice: Made executable via chmod +x]");
	expect(output.details).toEqual({ resolvedPath: project.file("run.sh"), madeExecutable: true });
	expect((await write("run.sh", "#!/bin/bash\n")).details).toEqual({ resolvedPath: project.file("run.sh") });
	await write("there.sh", "#!/bin/sh\n");
	expect((await stat(project.file("there.sh"))).mode & 0o777).toBe(0o750);
});

test("generated files and plan mode are minded", async () => {
	await using project = await workspace({ "a.pb.go": "x", "local/notes.md": "" });
	await expect(writing(project)("a.pb.go", "y")).rejects.toThrow("Cannot modify auto-generated file: a.pb.go");
	const write = writing(project, { isTreeReadOnly: () => true, localRoot: () => project.file("local") });
	for (const path of ["a.txt", "a.zip:b"]) {
		await expect(write(path, "y")).rejects.toThrow("Plan mode: the working tree is read-only.");
	}
	expect((await write("local://go-plan.md", "# Go\n")).content).toEndWith(
		"Successfully wrote 5 bytes to local://go-plan.md",
	);
	expect(await project.read("local/go-plan.md")).toBe("# Go\n");
	await symlink(project.path, project.file("local/out"));
	for (const path of ["local://../a", "local://out/a", "local://out/new/a"]) {
		await expect(write(path, "y")).rejects.toThrow(`'${path}' does not name a file inside local://`);
	}
});

describe("archives", () => {
	verifies("tools-files:write:archive-member", async () => {
		await using project = await workspace({
			"a.zip": storedZip({ "dir/a.txt": "one", "b.txt": "two" }, { comment: "kept" }),
		});
		const write = writing(project);
		expect((await write("a.zip:dir/a.txt", "changed ✓")).content).toBe("Successfully wrote 9 bytes to a.zip:dir/a.txt");
		await write("a.zip:./new//c.txt", "three");
		expect(await membersOf(project.file("a.zip"))).toEqual({
			"dir/a.txt": "changed ✓",
			"b.txt": "two",
			"new/c.txt": "three",
		});
		expect(await Bun.file(project.file("a.zip")).text()).toEndWith("kept");

		for (const name of ["made/new.zip", "new.tar", "new.tar.gz", "new.jar"]) {
			await write(`${name}:x/y.txt`, "first");
			await write(`${name}:${"long/".repeat(30)}z.txt`, "second");
			await write(`${name}:x/y.txt`, "third");
			expect([name, await membersOf(project.file(name))]).toEqual([
				name,
				{ "x/y.txt": "third", [`${"long/".repeat(30)}z.txt`]: "second" },
			]);
		}
		expect((await readdir(project.path)).sort()).toEqual(["a.zip", "made", "new.jar", "new.tar", "new.tar.gz"]);
	});

	requires("tar")("members that are not touched keep mode, owner and kind", async () => {
		await using project = await workspace({
			"d/run.sh": "#!/bin/sh\n",
			[`d/${"n".repeat(120)}`]: "long",
			"d/c.txt": "c",
		});
		await chmod(project.file("d/run.sh"), 0o755);
		await symlink("run.sh", project.file("d/link"));
		await runCommand(["tar", "-czf", "a.tgz", "d"], { cwd: project.path });
		const listing = async () => {
			const { stdout } = await runCommand(["tar", "-tvzf", "a.tgz"], { cwd: project.path });
			return stdout.split("\n").filter((line) => !line.endsWith("d/c.txt"));
		};
		const before = await listing();
		await writing(project)("a.tgz:d/c.txt", "changed");
		expect(await listing()).toEqual(before);
		const { stdout } = await runCommand(["tar", "-xOzf", "a.tgz", "d/c.txt"], { cwd: project.path });
		expect(stdout).toBe("changed");
	});

	verifies("tools-files:write:archive-errors", async () => {
		const before = zipOf({ "dir/a.txt": "one" });
		const bad = { "bad.zip": "no archive", "bad.tar": "x".repeat(600), "short.tar": "nope", "bad.tgz": "nope" };
		await using project = await workspace({
			"a.zip": before,
			...bad,
			"full.tar": `${"x".repeat(124)}0000000`.padEnd(512),
		});
		const write = writing(project);
		const cases: Record<string, string> = {
			"a.zip:../x": "Archive path cannot contain '..'",
			"a.zip:x/../../y": "Archive path cannot contain '..'",
			"a.zip:dir/": "Archive write path must target a file, not a directory",
			"a.zip:dir": "Archive write path must target a file, not a directory",
			"a.zip": "Archive write path must target a file inside the archive",
			"a.zip:": "Archive write path must target a file inside the archive",
			"bad.zip:x": "The ZIP archive is damaged",
			"bad.tar:x": "The tar archive is damaged",
			"short.tar:x": "The tar archive is damaged",
			"full.tar:x": "The tar archive is damaged",
			"bad.tgz:x": "The gzip archive is damaged, so it cannot be rewritten.",
			"a.zip:dir/a.txt/b": "Archive member 'dir/a.txt' is a file, so nothing can be put into it",
		};
		for (const [path, message] of Object.entries(cases)) await expect(write(path, "y")).rejects.toThrow(message);
		for (const [name, text] of Object.entries(bad)) expect(await project.read(name)).toBe(text);
		expect(new Uint8Array(await Bun.file(project.file("a.zip")).bytes())).toEqual(new Uint8Array(before));
	});
});

verifies("tools-files:write:sqlite-row", async () => {
	await using project = await workspace({ "plain.db": "no database\n" });
	{
		using made = new Database(project.file("a.db"), { create: true });
		made.run("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, tags TEXT, active INT DEFAULT 1)");
		made.run("CREATE TABLE log (line TEXT)");
		made.run('CREATE TABLE "odd ""name" (k TEXT PRIMARY KEY, v)');
		made.run("CREATE TABLE pair (a, b, PRIMARY KEY (a, b))");
		made.run("CREATE TABLE bare (k PRIMARY KEY) WITHOUT ROWID");
		made.run("CREATE TABLE said (x TEXT DEFAULT 'WITHOUT ROWID')");
		made.run('CREATE TABLE "co:lon" (x)');
		made.run("CREATE VIEW names AS SELECT name FROM users");
	}
	const write = writing(project);
	const said = async (path: string, content: string) => (await write(path, content)).content;
	expect(await said("a.db:users", "{name: 'Ann', tags: ['x', 1], active: true}")).toBe("Inserted row into users");
	expect(await said("a.db:users", "{}")).toBe("Inserted row into users");
	expect(await said("a.db:users:2", '{"name": "Bob", "active": null}')).toBe("Updated row '2' in users");
	expect(await said("a.db:users:9", '{"name": "x"}')).toBe("No row updated in users for key '9'");
	expect(await said("a.db:log", '{"line": "one"}')).toBe("Inserted row into log");
	expect(await said("a.db:log:1", '{"line": "two"}')).toBe("Updated row '1' in log");
	expect(await said('a.db:odd "name', '{"k": "a:b", "v": 1}')).toBe('Inserted row into odd "name');
	expect(await said('a.db:odd "name:a:b', " \n")).toBe("Deleted row 'a:b' from odd \"name");
	expect(await said("a.db:log:7", "")).toBe("No row deleted from log for key '7'");
	expect(await said("a.db:said", "{}")).toBe("Inserted row into said");
	expect(await said("a.db:said:1", "{x: '9007199254740993'}")).toBe("Updated row '1' in said");
	expect(await said("a.db:CO:LON", "{x: 5000000000}")).toBe("Inserted row into co:lon");
	expect(await said("a.db:co:lon:1", "")).toBe("Deleted row '1' from co:lon");
	{
		using database = new Database(project.file("a.db"), { readonly: true });
		expect(database.query("SELECT * FROM users").all()).toEqual([
			{ id: 1, name: "Ann", tags: '["x",1]', active: 1 },
			{ id: 2, name: "Bob", tags: null, active: null },
		]);
		expect(database.query("SELECT * FROM log").all()).toEqual([{ line: "two" }]);
	}
	const errors: Array<[path: string, content: string, message: string]> = [
		["a.db:users", "[1]", "SQLite write content must be a JSON object"],
		["a.db:users", "name", "SQLite write content must be a JSON object"],
		["a.db:users", "{nope: 1}", "SQLite table 'users' has no column named 'nope'"],
		["a.db:users:1", "{}", "An update needs at least one column"],
		["a.db:nope", "{}", "SQLite table 'nope' not found. Tables: bare, co:lon"],
		["a.db:names", "{}", "SQLite view 'names' has no rows of its own; write to its table"],
		["a.db:log", "{line: 9007199254740993}", "too large to be read exactly; write it in quotes"],
		["plain.db:users", "{}", "'plain.db' is not a SQLite database, so it has no rows to write"],
		["a.db:users?where=x", "{}", "SQLite write paths do not support query parameters"],
		["a.db?q=SELECT 1", "{}", "SQLite write paths do not support query parameters"],
		["a.db", "{}", "SQLite write path must target a table"],
		["a.db:users:", "{}", "SQLite row writes require a non-empty row key"],
		["a.db:pair:1", "{a: 1}", "composite primary key"],
		["a.db:bare:1", "{k: 1}", "WITHOUT ROWID"],
		["missing.db:users", "{}", "SQLite database 'missing.db' not found"],
	];
	for (const [path, content, message] of errors) await expect(write(path, content)).rejects.toThrow(message);
	await write("plain.db", "still plain\n");
	expect([await project.read("plain.db"), (await readdir(project.path)).sort()]).toEqual([
		"still plain\n",
		["a.db", "plain.db"],
	]);
});

test("a file outside the workspace is asked about", async () => {
	await using project = await workspace();
	const tool = writeTool({
		cwd: () => project.path,
		home: "/home/ann",
		roots: () => ["/srv/extra"],
		now: () => 0,
		snapshots: new SnapshotStore(),
		display: { hashlineEdits: false, hashLines: false, lineNumbers: false },
	});
	const approval = (path: string) =>
		typeof tool.approval === "function" ? tool.approval({ path, content: "" }) : tool.approval;
	expect(["a", "a.zip:b", "/srv/extra/x", "local://x", `[${project.path}/b#1234]`].map(approval)).toEqual(
		Array(5).fill("write"),
	);
	expect(["../a", "~/a", "../a.zip:b"].map(approval)).toEqual(
		["../a", "~/a", "../a.zip"].map((path) => ({
			tier: "write",
			reason: `Writes outside the workspace: ${path}`,
			override: true,
		})),
	);
});

test("the contract with the model is small and stays as it is", async () => {
	await using project = await workspace();
	const { name, prompt, parameters } = writeTool({
		cwd: () => project.path,
		home: "/",
		now: () => 0,
		snapshots: new SnapshotStore(),
		display: { hashlineEdits: false, hashLines: false, lineNumbers: false },
	});
	expect({ name, prompt, parameters }).toMatchSnapshot();
	expect(Buffer.byteLength(prompt + JSON.stringify(parameters))).toBeLessThan(900);
});

async function membersOf(path: string): Promise<Record<string, string>> {
	await using archive = await openArchive(path);
	const members = await Promise.all(
		[...archive.members.keys()].map(
			async (name) => [name, new TextDecoder().decode(await archive.read(name))] as const,
		),
	);
	return Object.fromEntries(members);
}
