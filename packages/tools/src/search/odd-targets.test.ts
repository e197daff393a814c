import { describe, expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import type { Ripgrep } from "@oh-my-pi/pi-natives/ripgrep/ripgrep";
import { withoutPrivileges } from "@oh-my-pi/pi-testkit/isolation/without-privileges";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { snapshotTag } from "../files/snapshots/snapshot-tag.ts";
import { zipOf } from "../formats/archives/testing/zip-of.ts";
import { urlRouter } from "../urls/url-router.ts";
import type { SearchParams } from "./execute.ts";
import { anchored, ripgrep, textOf } from "./testing/search-in.ts";

describe("search of what is no plain file", () => {
	verifies("tools-files:search:archives-and-urls", async () => {
		await using project = await workspace({
			"x.zip": zipOf({ "src/a.ts": "needle a\n", "src/b.ts": "needle b\n", "c.ts": "needle c\n" }),
			"notes.md": "needle in notes\n",
		});
		const urls = urlRouter(() => [
			{ scheme: "skill", resolve: async () => ({ text: "one\nNEEDLE\nthree\n" }) },
			{ scheme: "rule", resolve: async () => ({ text: `${"a".repeat(60)}!\n` }) },
			{ scheme: "local", resolve: async () => ({ text: "", backingPath: project.file("notes.md") }) },
			{
				scheme: "omp",
				resolve: async (url) => ({ text: `needle of ${url}\n` }),
				list: async () => ["omp://a.md", "omp://b.md"],
			},
		]);
		const find = (params: SearchParams) => textOf(project.path, params, { urls });
		expect(await find({ pattern: "needle", path: "x.zip:src" })).toBe(
			"# x.zip:src/\n## a.ts\n*1|needle a\n\n## b.ts\n*1|needle b",
		);
		expect(await find({ pattern: "needle", path: "x.zip:c.ts:1-2" })).toBe("[x.zip:c.ts]\n*1|needle c");
		expect(await find({ pattern: "needle", path: "skill://x", case: false })).toBe(
			"[skill://x]\n 1|one\n*2|NEEDLE\n 3|three",
		);
		expect(await find({ pattern: "three", path: "skill://x:1-2" })).toBe("No matches found");
		expect(await find({ pattern: "needle", path: "local://notes.md" })).toBe("[local://notes.md]\n*1|needle in notes");
		expect(await find({ pattern: "needle", path: "omp://" })).toContain("*1|needle of omp://b.md");
		await project.write("y.zip", zipOf({ "c.ts": "needle y\n" }));
		expect(await find({ pattern: "needle", path: "x.zip:c.ts; y.zip" })).toBe(
			"# x.zip:c.ts\n*1|needle c\n\n# y.zip:c.ts\n*1|needle y",
		);
		// A backtracking engine would not be done with this one today.
		expect(await find({ pattern: "(a+)+$", path: "rule://x" })).toBe("No matches found");
		await expect(find({ pattern: "x", path: "skill://*" })).rejects.toThrow(
			"Glob patterns are not supported for internal URLs: skill://*",
		);
		await expect(find({ pattern: "(", path: "skill://x" })).rejects.toThrow("Invalid regex: ");
		await expect(find({ pattern: "x", path: "x.zip:../etc" })).rejects.toThrow("Cannot search archive member(s)");
		await expect(find({ pattern: "x", path: "x.zip:nope" })).rejects.toThrow("Path not found: x.zip:nope");
	});

	test("what may not be looked into is an error, not a search without matches", async () => {
		await using project = await workspace({ secret: "x", "locked/a.txt": "x", "open.txt": "x" });
		await chmod(project.file("secret"), 0);
		await chmod(project.file("locked"), 0);
		const search = (path: string) =>
			textOf(project.path, { pattern: "x", path }).catch((error: Error) => error.message);
		const refused = await withoutPrivileges(project.path, () =>
			Promise.all(["secret", "locked", "locked/*.txt"].map(search)),
		);
		// With privileges again: ripgrep may be in a home folder that only root can enter.
		const answers = [...refused, await search("open.txt")];
		await chmod(project.file("locked"), 0o700);
		expect(answers).toEqual([
			"Cannot search 'secret': permission denied",
			"Cannot search 'locked': permission denied",
			"Cannot search 'locked': permission denied",
			"[open.txt]\n*1|x",
		]);
	});

	test("a pipe is refused instead of read for ever", async () => {
		await using project = await workspace();
		await runCommand(["mkfifo", project.file("pipe")]);
		await expect(textOf(project.path, { pattern: "x", path: "pipe" })).rejects.toThrow("not a regular file");
		expect(await textOf(project.path, { pattern: "x" })).toBe("No matches found");
	});

	test("a file that changes between search and display gets no anchors", async () => {
		await using project = await workspace({ "a.txt": "needle\n" });
		let calls = 0;
		const meddling: Ripgrep = {
			async run(args, options) {
				const end = await ripgrep.run(args, options);
				if (++calls === 2) await project.write("a.txt", "something\nelse\n");
				return end;
			},
		};
		expect(await textOf(project.path, { pattern: "needle" }, { display: anchored, ripgrep: meddling })).toBe(
			"[a.txt]\n*1|needle",
		);
	});

	test("odd encodings, line ends and unreadable files", async () => {
		await using project = await workspace({
			"bom.txt": "\ufeffneedle bom\n",
			"crlf.txt": "needle crlf\r\nnext\r\n",
			"latin.txt": new Uint8Array([...Buffer.from("needle "), 0xe9, 0x0a]),
			"utf16.txt": new Uint8Array([0xff, 0xfe, ...Buffer.from("needle 16\n", "utf16le")]),
			"locked.txt": "needle",
		});
		await chmod(project.file("locked.txt"), 0o000);
		const content = await textOf(project.path, { pattern: "needle" }, { display: anchored, contextAfter: 0 });
		const tags = await Promise.all(
			["bom.txt", "crlf.txt"].map(async (path) => snapshotTag(await Bun.file(project.file(path)).text())),
		);
		expect(content).toContain("# latin.txt\n*1|needle \ufffd");
		expect(content).toContain("# utf16.txt\n*1|needle 16");
		expect(content).toContain(`# crlf.txt#${tags[1]}\n*1:needle crlf`);
		expect(content).toMatch(/# bom\.txt#[0-9A-F]{4}\n\*1:needle bom/);
		await chmod(project.file("locked.txt"), 0o600);
	});
});
