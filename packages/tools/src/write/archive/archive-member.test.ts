import { describe, expect } from "bun:test";
import { chmod, readdir, symlink } from "node:fs/promises";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { openArchive } from "../../formats/archives/open-archive.ts";
import { storedZip, zipOf } from "../../formats/archives/testing/zip-of.ts";
import { writing } from "../testing/writing.ts";

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

async function membersOf(path: string): Promise<Record<string, string>> {
	await using archive = await openArchive(path);
	const members = await Promise.all(
		[...archive.members.keys()].map(
			async (name) => [name, new TextDecoder().decode(await archive.read(name))] as const,
		),
	);
	return Object.fromEntries(members);
}
