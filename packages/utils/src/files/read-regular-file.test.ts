import { expect, test } from "bun:test";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readRegularFile } from "./read-regular-file.ts";

async function inFolder(act: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "omp-regular-"));
	try {
		await act(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

test("a regular file is read, and a missing one is undefined", () =>
	inFolder(async (folder) => {
		await writeFile(join(folder, "a"), "grüße");
		await writeFile(join(folder, "empty"), "");
		expect(readRegularFile(join(folder, "a"))).toBe("grüße");
		expect(readRegularFile(join(folder, "empty"))).toBe("");
		expect(readRegularFile(join(folder, "missing"))).toBeUndefined();
		expect(readRegularFile(join(folder, "a", "below"))).toBeUndefined();
	}));

test("a FIFO, a device, a folder and a huge file are refused at once", () =>
	inFolder(async (folder) => {
		const fifo = join(folder, "fifo");
		expect(Bun.spawnSync(["mkfifo", fifo]).exitCode).toBe(0);
		const huge = join(folder, "huge");
		await writeFile(huge, "");
		await truncate(huge, 4 * 1024 ** 3);
		expect(() => readRegularFile(fifo)).toThrow("is not a regular file");
		expect(() => readRegularFile("/dev/zero")).toThrow("is not a regular file");
		expect(() => readRegularFile(folder)).toThrow(/is not a regular file|EISDIR/);
		expect(() => readRegularFile(huge)).toThrow("is larger than 1 MB");
	}));

test("a file without a known size is read up to the limit", () => {
	expect(readRegularFile("/proc/self/status")).toContain("VmRSS");
	expect(() => readRegularFile("/proc/self/status", 100)).toThrow("is larger than");
});
