import { expect, test } from "bun:test";
import { chmod, readdir, stat, symlink } from "node:fs/promises";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { SnapshotStore } from "../files/snapshots/snapshot-store.ts";
import { snapshotTag } from "../files/snapshots/snapshot-tag.ts";
import { urlRouter } from "../urls/url-router.ts";
import { writePorts, writing } from "./testing/writing.ts";
import { writeTool } from "./write.ts";

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

test("whoever is asked sees a new file as it will be, and of one that is there what becomes of it", async () => {
	await using project = await workspace({ "a.txt": "one\ntwo\nthree\n", "b.bin": "\0\0", folder: "" });
	const asked = (path: string, content: string) =>
		writeTool(writePorts(project)).approvalDetails?.({ path, content }) ?? [];
	expect(asked("new.txt", "x\ny\n")).toEqual(["Path: new.txt", "x", "y", ""]);
	expect(asked("a.txt", "one\n2\nthree\n")).toEqual(["Overwrites: a.txt", " 1|one", "-2|two", "+2|2", " 3|three"]);
	expect(asked("a.txt", "one\ntwo\nthree\n")).toEqual([
		"Overwrites: a.txt",
		"Nothing changes: the file has this content.",
	]);
	expect(asked("b.bin", "x")).toEqual([
		"Overwrites: b.bin",
		"What is there now is not shown: it is no text, or too large.",
		"x",
	]);
	const long = asked("a.txt", "line of text\n".repeat(5000));
	expect(long.at(-1)).toMatch(/^… and \d+ more rows$/);
});

test("replacing a file that was not read is said", async () => {
	await using project = await workspace({ "a.txt": "one\ntwo\n", empty: "" });
	const write = writing(project);
	expect((await write("a.txt", "x\n")).content).toEndWith(
		"\nNote: the file was there and had not been read in this session; 2 lines (8B) were replaced.",
	);
	expect((await write("a.txt", "y\n")).content).not.toContain("Note:");
	expect((await write("empty", "y\n")).content).not.toContain("Note:");
});

test("replacing a file of which only some lines were shown is said", async () => {
	const text = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join("");
	await using project = await workspace({ "a.txt": text, "b.txt": text });
	const snapshots = new SnapshotStore();
	const write = writing(project, { snapshots });
	snapshots.record(project.file("a.txt"), text, [{ start: 3, end: 6 }]);
	snapshots.record(project.file("b.txt"), text, "all");
	expect((await write("a.txt", "x\n")).content).toEndWith(
		"\nNote: of this file only 4 of 40 lines had been shown; 40 lines (310B) were replaced.",
	);
	expect((await write("b.txt", "x\n")).content).not.toContain("Note:");
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
	const { content } = await write("crlf.txt", "as\r\ngiven\n");
	const written = await project.read("crlf.txt");
	expect(written).toBe("\ufeffas\r\ngiven\n");
	expect(content).toStartWith(`[crlf.txt#${snapshotTag(written)}]`);
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
		"nul\0": "Cannot write nul\\u0000: its name holds a NUL; nothing was written.",
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
	expect(["a", "a.zip:b", "/srv/extra/x", `[${project.path}/b#1234]`].map(approval)).toEqual(Array(4).fill("write"));
	// Notes of the session are asked about in no mode.
	expect(approval("local://x")).toBe("read");
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
