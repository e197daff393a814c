import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryFiles } from "./temporary-files.ts";

function place() {
	const machine = mkdtempSync("/tmp/omp-test-files-");
	const folder = join(machine, "box", "tmp");
	let made: string | undefined;
	const files = new TemporaryFiles({
		folder() {
			mkdirSync(folder, { recursive: true });
			made = folder;
			return folder;
		},
		madeFolder: () => made,
	});
	return {
		machine,
		folder,
		files,
		isMade: () => made !== undefined,
		[Symbol.dispose]: () => rmSync(machine, { recursive: true }),
	};
}

test("temporary files: a path below /tmp and /var/tmp means a private file and is shown as it was written", () => {
	using at = place();
	const none = () => [];
	expect(at.files.findFile("/home/me/a", none)).toBe("/home/me/a");
	expect(at.isMade()).toBe(false);
	for (const path of ["/tmp/no-such-folder/a", "/var/tmp/no-such-file"]) {
		const file = at.files.findFile(path, none);
		expect(file).toStartWith(`${at.folder}/no-such`);
		expect(at.files.findName(file)).toBe(path);
		expect(at.files.findFile(file, none)).toBe(file);
	}
	expect(at.files.findName(join(at.folder, "x"))).toBe("/tmp/x");
	expect(at.files.findName("/home/me/a")).toBeUndefined();
});

test("temporary files: what only the machine has and what is visible stays; what was private once stays private", () => {
	using at = place();
	const visible = () => [join(at.machine, "seen")];
	const path = join(at.machine, "a.txt");
	writeFileSync(path, "");
	expect(at.files.findFile(path, visible)).toBe(path);
	expect(at.files.findFile(join(at.machine, "seen/new.txt"), visible)).toBe(join(at.machine, "seen/new.txt"));
	const other = join(at.machine, "b.txt");
	const file = at.files.findFile(other, visible);
	expect(file).toStartWith(at.folder);
	writeFileSync(other, "");
	expect(at.files.findFile(other, visible)).toBe(file);
});
