import { describe, expect, test } from "bun:test";
import { appendFile, chmod, rename, symlink, truncate } from "node:fs/promises";
import { withoutPrivileges } from "@oh-my-pi/pi-testkit/isolation/without-privileges";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { splitSelector } from "../files/paths/selector.ts";
import { anchored, contentOf } from "./testing/read-in.ts";
import { planLines } from "./text/line-plan.ts";
import { readLines } from "./text/read-lines.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

describe("read of files that are no ordinary ones", () => {
	test("a huge sparse file is known as binary at once, and its beginning can be read", async () => {
		await using project = await workspace({ "huge.txt": lines(400), "hole.dat": "" });
		await truncate(project.file("huge.txt"), 4 * 1024 ** 3);
		await truncate(project.file("hole.dat"), 64 * 1024 ** 3);
		expect(await contentOf(project.path, "huge.txt", { defaultLimit: 2 })).toBe(
			"1|line 1\n2|line 2\n\n[Showing lines 1-2. Use :3 to continue]",
		);
		expect(await contentOf(project.path, "hole.dat")).toStartWith("[Cannot read binary file 'hole.dat' (64.0GB)");
		const raw = String(await contentOf(project.path, "hole.dat:raw"));
		expect(raw).toEndWith(". Use hole.dat:raw@16384 to continue]");
		expect(await contentOf(project.path, "hole.dat:1000")).toStartWith("[Cannot read binary file 'hole.dat' (64.0GB)");
		const { selector } = splitSelector("hole.dat:1000:raw");
		const options = { shown: "hole.dat", maxColumns: 0, lossy: true, maxSeekBytes: 1024 ** 2 };
		await expect(readLines(project.file("hole.dat"), planLines(selector, 300), options)).rejects.toThrow(
			"Line 1000 is not within the first 1.0MB of 'hole.dat', and further it is not looked for",
		);
	});

	test.skipIf(process.platform !== "linux")(
		"a file of the kernel that cannot be read says so by its name",
		async () => {
			await expect(contentOf("/tmp", "/proc/self/clear_refs")).rejects.toThrow("Cannot read '/proc/self/clear_refs': ");
		},
	);

	test("large files are read at the top, in the middle and at the end", async () => {
		await using project = await workspace();
		await project.write("big.txt", `${lines(1_000_000)}\n`);
		expect(await contentOf(project.path, "big.txt:raw:500000-500001")).toBe("line 500000\nline 500001");
		expect(await contentOf(project.path, "big.txt:999999")).toBe("999999|line 999999\n1000000|line 1000000");
		expect(await contentOf(project.path, "big.txt:2000000")).toContain("(1000000 lines total)");
		expect(await contentOf(project.path, "big.txt:1-1,1000000-1000000", { display: anchored })).toBe(
			"line 1\n…\nline 1000000",
		);
	});

	test("one endless line is shown by its beginning", async () => {
		await using project = await workspace({ "min.js": "x".repeat(6_000_000) });
		expect(await contentOf(project.path, "min.js")).toBe(
			`1|${"x".repeat(768)}…\n\n[Some lines truncated to 768 chars; whole lines: min.js:raw]`,
		);
	});

	test("characters that fall between two chunks stay whole", async () => {
		await using project = await workspace({ "wide.txt": `x${"✓".repeat(100)}\n`.repeat(20_000) });
		expect(await contentOf(project.path, "wide.txt:raw:19999-20000")).toBe(`x${"✓".repeat(100)}\nx${"✓".repeat(100)}`);
	});

	test("a device or pipe is refused instead of read for ever", async () => {
		await using project = await workspace();
		await runCommand(["mkfifo", project.file("pipe")]);
		for (const path of ["/dev/zero", "pipe", "pipe:raw", "pipe:conflicts"]) {
			await expect(contentOf(project.path, path)).rejects.toThrow("is not a regular file, so it cannot be read");
		}
	});

	test("files of the kernel have content though no size", async () => {
		await using project = await workspace();
		expect(await contentOf(project.path, "/proc/self/status")).toContain("1|Name:");
	});

	test("a file that grows while it is read ends where it did at first", async () => {
		await using project = await workspace({ "log.txt": "x\n".repeat(3_000_000) });
		let growing = true;
		const writer = (async () => {
			while (growing) await appendFile(project.file("log.txt"), "more\n".repeat(10_000));
		})();
		const content = await contentOf(project.path, "log.txt:raw:2999999-3000000");
		growing = false;
		await writer;
		expect(content).toBe("x\nx");
	});

	test("a folder shows links that lead to nothing, and each name on one line", async () => {
		await using project = await workspace({ "two\nlines\u001b[2J.txt": "x" });
		await symlink("nowhere", project.file("broken"));
		const listing = String(await contentOf(project.path, "."));
		const names = listing.split("\n").map((row) => row.replace(/ (?:just now|\d+[mhd] ago)$/, ""));
		expect(names.toSorted()).toEqual(["- broken broken link", "- two\\nlines\\u001b[2J.txt 1B", "."]);
	});

	test("loops of links and broken links are named", async () => {
		await using project = await workspace();
		await symlink("self", project.file("self"));
		await symlink("nowhere", project.file("broken"));
		await expect(contentOf(project.path, "self")).rejects.toThrow("Cannot read 'self': too many symbolic links");
		await expect(contentOf(project.path, "broken")).rejects.toThrow("Path 'broken' not found");
	});

	test("files and folders without permission are named", async () => {
		await using project = await workspace({ "locked/a.txt": "x", "open.txt": "x", "secret.txt": "x" });
		await chmod(project.file("secret.txt"), 0o000);
		await chmod(project.file("locked"), 0o000);
		const answers = await withoutPrivileges(project.path, () =>
			Promise.all(
				["open.txt", "secret.txt", "locked", "locked/a.txt"].map((path) =>
					contentOf(project.path, path).catch((error: Error) => error.message),
				),
			),
		);
		await chmod(project.file("locked"), 0o700);
		expect(answers).toEqual([
			"1|x",
			"Cannot read 'secret.txt': permission denied",
			"Cannot read 'locked': permission denied",
			"Cannot read 'locked/a.txt': permission denied",
		]);
	});

	test("a file replaced by a pipe between look and open does not hang", async () => {
		await using project = await workspace({ "a.txt": "x" });
		await runCommand(["mkfifo", project.file("pipe")]);
		const { openRegular } = await import("../files/open/open-regular.ts");
		await rename(project.file("pipe"), project.file("a.txt"));
		await expect(openRegular(project.file("a.txt"), "a.txt")).rejects.toThrow("is not a regular file");
	});
});
