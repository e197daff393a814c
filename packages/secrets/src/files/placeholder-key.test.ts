import { expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadPlaceholderKey } from "./placeholder-key.ts";

function folder() {
	const path = mkdtempSync(join(tmpdir(), "omp-key-"));
	return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

test("key: is made once, with 32 bytes that only the user can read", () => {
	using place = folder();
	const path = join(place.path, "agent", "secret-placeholder.key");
	const first = loadPlaceholderKey(path);
	expect(first.warning).toBeUndefined();
	expect(statSync(path).mode & 0o777).toBe(0o600);
	expect([...readFileSync(path)]).toEqual([...first.key]);
	chmodSync(path, 0o644);
	expect([...loadPlaceholderKey(path).key]).toEqual([...first.key]);
	expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("key: one that cannot be written, or is damaged, is replaced for this process with a warning", () => {
	using place = folder();
	const file = join(place.path, "file");
	writeFileSync(file, "short");
	const damaged = loadPlaceholderKey(file);
	expect(damaged.key).toHaveLength(32);
	expect(damaged.warning).toContain("it has 5 bytes instead of 32; remove it, and a new one is made");
	const below = loadPlaceholderKey(join(file, "secret-placeholder.key"));
	expect(below.key).toHaveLength(32);
	expect(below.warning).toContain("cannot be used");
	expect(readFileSync(file, "utf8")).toBe("short");
});
