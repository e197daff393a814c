import { expect, test } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { memberPath } from "./archive.ts";
import { findArchivePath } from "./archive-path.ts";
import { archiveKind, openArchive } from "./open-archive.ts";
import { storedZip, zipOf } from "./testing/zip-of.ts";

async function contentsOf(path: string): Promise<Record<string, string>> {
	await using archive = await openArchive(path);
	const contents: Record<string, string> = {};
	for (const [name, { bytes }] of archive.members) {
		const content = await archive.read(name);
		expect(content.length).toBe(bytes);
		contents[name] = new TextDecoder().decode(content);
	}
	return contents;
}

const files = { "a.txt": "one\n", "dir/b.txt": "two\n".repeat(1000), "dir/ü.txt": "three" };

test.each(["zip", "jar", "tar", "tar.gz", "tgz"])("the members of a .%s come out as they went in", async (ending) => {
	await using project = await workspace();
	const path = project.file(`x.${ending}`);
	if (archiveKind(path) === "zip") await project.write(`x.${ending}`, zipOf(files));
	else await Bun.Archive.write(path, files, ending === "tar" ? {} : { compress: "gzip" });
	expect(await contentsOf(path)).toEqual(files);
});

test("a stored member, a comment and a folder entry are no trouble", async () => {
	await using project = await workspace({
		"x.zip": storedZip({ "a.txt": "plain", "dir/": "" }, { comment: "PK\x05\x06?" }),
	});
	expect(await contentsOf(project.file("x.zip"))).toEqual({ "a.txt": "plain" });
});

test("an archive that unpacks itself is read behind its program, and one that lost members is damaged", async () => {
	const zip = zipOf(files);
	const shortened = Buffer.from(zip);
	shortened.writeUInt16LE(9, shortened.length - 12);
	await using project = await workspace({
		"self.zip": Buffer.concat([Buffer.from("#!/bin/sh\nexit\n"), zip]),
		"less.zip": shortened,
	});
	expect(await contentsOf(project.file("self.zip"))).toEqual(files);
	await expect(openArchive(project.file("less.zip"))).rejects.toThrow("the index of the archive is damaged");
});

test("members that would leave the archive are not there", async () => {
	await using project = await workspace({ "x.zip": zipOf({ "../evil.txt": "x", "/abs.txt": "y", "./a//b.txt": "z" }) });
	expect(await contentsOf(project.file("x.zip"))).toEqual({ "abs.txt": "y", "a/b.txt": "z" });
});

test.each([
	["x.zip", "no zip", "not a ZIP archive, or a damaged one"],
	["x.zip", "", "not a ZIP archive, or a damaged one"],
	["x.tgz", "no gzip", "the gzip data is damaged"],
])("%s holding %p is refused", async (name, content, message) => {
	await using project = await workspace({ [name]: content });
	await expect(openArchive(project.file(name))).rejects.toThrow(message);
});

test("a member that unpacks to far more than it says is refused", async () => {
	await using project = await workspace({
		"bomb.zip": zipOf({ "a.txt": new Uint8Array(65 * 1024 * 1024) }, { claimedBytes: 10 }),
	});
	await using archive = await openArchive(project.file("bomb.zip"));
	await expect(archive.read("a.txt")).rejects.toThrow("the member is too large; at most 64.0MB can be read");
});

test("a gzip that unpacks to far more than allowed is refused", async () => {
	await using project = await workspace();
	const chunk = Bun.gzipSync(new Uint8Array(64 * 1024 * 1024));
	await project.write("bomb.tgz", Buffer.concat(Array.from({ length: 5 }, () => chunk)));
	await expect(openArchive(project.file("bomb.tgz"))).rejects.toThrow("the archive is too large");
});

test("an empty tar has no members", async () => {
	await using project = await workspace({ "x.tar": new Uint8Array(10_240) });
	expect(await contentsOf(project.file("x.tar"))).toEqual({});
});

requires("tar")("long names, links and folders of a real tar", async () => {
	const long = `${"x".repeat(120)}.txt`;
	await using project = await workspace({ "d/f.txt": "hello\n", [`d/e/${long}`]: "deep\n" });
	await runCommand(["ln", "-s", "f.txt", "d/link"], { cwd: project.path });
	await runCommand(["tar", "czf", "x.tgz", "d"], { cwd: project.path });
	expect(await contentsOf(project.file("x.tgz"))).toEqual({ "d/f.txt": "hello\n", [`d/e/${long}`]: "deep\n" });
});

test.each([
	["dir/f.txt", "dir/f.txt"],
	["./dir//f.txt", "dir/f.txt"],
	["dir\\f.txt", "dir/f.txt"],
	["", ""],
	["a/../../etc/passwd", undefined],
])("the member %p is %p", (path, expected) => {
	expect(memberPath(path)).toBe(expected);
});

test("an archive path is taken apart at the archive that exists", async () => {
	await using project = await workspace({ "a.zip": "", "dir.zip/file.txt": "", "b:c.tar": "" });
	const base = { cwd: project.path, home: "/nowhere" };
	const split = async (path: string) => (await findArchivePath(path, base))?.inner;
	expect(
		await Promise.all(["a.zip", "a.zip:x/y.txt", "a.zip:x:y", "b:c.tar:z", "dir.zip/file.txt", "no.zip:x"].map(split)),
	).toEqual(["", "x/y.txt", "x:y", "z", undefined, undefined]);
});
