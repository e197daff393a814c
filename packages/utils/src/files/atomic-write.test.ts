import { expect, test } from "bun:test";
import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atomicWrite } from "./atomic-write.ts";

test("atomicWrite: replaces the file, keeps it private and leaves no temporary file", async () => {
	const folder = await mkdtemp(join(tmpdir(), "atomic-"));
	const path = join(folder, "a.yml");
	await writeFile(path, "old");
	await atomicWrite(path, "new");
	expect(await readFile(path, "utf8")).toBe("new");
	expect((await stat(path)).mode & 0o777).toBe(0o600);
	expect(await readdir(folder)).toEqual(["a.yml"]);
});

test("atomicWrite: fails in a missing folder and leaves no temporary file", async () => {
	const folder = await mkdtemp(join(tmpdir(), "atomic-"));
	await expect(atomicWrite(join(folder, "gone", "a.yml"), "new")).rejects.toThrow("ENOENT");
	expect(await readdir(folder)).toEqual([]);
});
