import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { FileStorage } from "./file-storage.ts";
import { MemoryStorage } from "./memory-storage.ts";
import type { Storage } from "./storage.ts";

const clock = { now: () => 1_800_000_000_000 };
const text = (bytes: string) => Buffer.from(bytes);
const folders: string[] = [];

afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "storage-")));
	folders.push(folder);
	return folder;
}

const implementations: Array<[string, () => { storage: Storage; root: string }]> = [
	["file storage", () => ({ storage: new FileStorage(clock), root: temporaryFolder() })],
	["memory storage", () => ({ storage: new MemoryStorage(clock), root: "/memory" })],
];

describe.each(implementations)("%s", (_name, make) => {
	test("a missing file is not an error", () => {
		const { storage, root } = make();
		const path = join(root, "none.jsonl");
		expect([storage.exists(path), storage.stat(path), storage.readText(path)]).toEqual([false, undefined, undefined]);
		expect([storage.openReader(path), storage.readTextSlices(path, 4, 4)]).toEqual([undefined, undefined]);
		expect(storage.list(join(root, "nowhere"))).toEqual([]);
	});

	test("appended bytes are readable at once, in order", async () => {
		const { storage, root } = make();
		const path = join(root, "deep/er/a.jsonl");
		const writer = storage.openWriter(path, { create: true });
		writer.append(text("one\n"));
		writer.append(text("two\n"));
		expect(storage.readText(path)).toBe("one\ntwo\n");
		await writer.flush();
		writer.fsync();
		expect([writer.size(), writer.getError()]).toEqual([8, undefined]);
		writer.close();
	});

	test("create refuses an existing file, open a missing one", () => {
		const { storage, root } = make();
		const path = join(root, "a.jsonl");
		expect(() => storage.openWriter(path, { create: false })).toThrow();
		storage.writeText(path, "x");
		expect(() => storage.openWriter(path, { create: true })).toThrow();
	});

	test("bytes can be read at any offset, overwritten and truncated", () => {
		const { storage, root } = make();
		const path = join(root, "a.jsonl");
		storage.writeText(path, "0123456789");
		const writer = storage.openWriter(path, { create: false });
		const target = Buffer.alloc(4);
		expect([writer.read(target, 3), target.toString()]).toEqual([4, "3456"]);
		expect(writer.read(target, 8)).toBe(2);
		writer.overwrite(text("AB"), 1);
		writer.truncate(6);
		writer.append(text("!"));
		expect(storage.readText(path)).toBe("0AB345!");
		writer.close();
	});

	test("a staged file becomes visible on commit, and old handles keep the old content", async () => {
		const { storage, root } = make();
		const path = join(root, "a.jsonl");
		storage.writeText(path, "old");
		const reader = storage.openReader(path);
		const staged = storage.stage(path);
		staged.append(text("new"));
		await staged.flush();
		expect(storage.readText(path)).toBe("old");
		staged.commit();
		const target = Buffer.alloc(3);
		reader?.read(target, 0);
		expect([storage.readText(path), target.toString()]).toEqual(["new", "old"]);
		expect(storage.stat(path)?.identity === reader?.identity).toBe(false);
		expect(storage.list(root)).toEqual(["a.jsonl"]);
		reader?.close();
	});

	test("a discarded stage leaves nothing", () => {
		const { storage, root } = make();
		const staged = storage.stage(join(root, "a.jsonl"));
		staged.append(text("new"));
		staged.discard();
		expect(storage.list(root)).toEqual([]);
	});

	test("slices return head and tail, or only the head when it is the whole file", () => {
		const { storage, root } = make();
		const path = join(root, "a.jsonl");
		storage.writeTextAtomic(path, "0123456789");
		expect(storage.readTextSlices(path, 2, 3)).toMatchObject({ size: 10, head: "01", tail: "789", skippedBytes: 5 });
		expect(storage.readTextSlices(path, 6, 4)).toMatchObject({ head: "0123456789", tail: "", skippedBytes: 0 });
		const bytes = storage.readSlices(path, 2, 3);
		expect([bytes?.head, bytes?.tail]).toEqual([Buffer.from("01"), Buffer.from("789")]);
	});

	test("a session is deleted together with its artifacts", () => {
		const { storage, root } = make();
		storage.writeText(join(root, "a.jsonl"), "log");
		storage.writeText(join(root, "a/0.bash.log"), "artifact");
		storage.copyDirectory(join(root, "a"), join(root, "b"));
		storage.deleteSessionWithArtifacts(join(root, "a.jsonl"));
		expect([storage.list(root), storage.readText(join(root, "b/0.bash.log"))]).toEqual([["b"], "artifact"]);
		storage.rename(join(root, "b"), join(root, "moved/c"));
		expect(storage.readText(join(root, "moved/c/0.bash.log"))).toBe("artifact");
	});

	test("a lock is held until it is released", () => {
		const { storage, root } = make();
		const path = join(root, "a.jsonl");
		storage.writeText(path, "");
		const first = storage.lock(path);
		const second = storage.lock(path);
		expect([first.kind, second.kind]).toEqual(["locked", "held"]);
		if (first.kind === "locked") first.lock.release();
		expect(storage.lock(path).kind).toBe("locked");
	});
});

verifies("sessions:api:storage-interface", () => {
	const calls = implementations.map(([, make]) => {
		const { storage, root } = make();
		const path = join(root, "s/a.jsonl");
		const writer = storage.openWriter(path, { create: true });
		writer.append(text("head\n"));
		writer.append(text("tail\n"));
		writer.close();
		storage.writeTextAtomic(join(root, "s/b.jsonl"), "b");
		storage.rename(join(root, "s/b.jsonl"), join(root, "s/c.jsonl"));
		const slices = storage.readTextSlices(path, 4, 5);
		storage.unlink(join(root, "s/c.jsonl"));
		storage.writeText(join(root, "s/a/0.bash.log"), "artifact");
		const before = storage.list(join(root, "s")).sort();
		storage.deleteSessionWithArtifacts(path);
		return [slices?.head, slices?.tail, storage.stat(path), before, storage.list(join(root, "s"))];
	});
	expect(calls[0]).toEqual(["head", "tail\n", undefined, ["a", "a.jsonl"], []]);
	expect(calls[1]).toEqual(calls[0] ?? []);
});

verifies("sessions:disk:permissions", () => {
	const root = temporaryFolder();
	const storage = new FileStorage(clock);
	storage.openWriter(join(root, "agent/sessions/a.jsonl"), { create: true }).close();
	storage.writeTextAtomic(join(root, "agent/b"), "x");
	const mode = (path: string) => statSync(join(root, path)).mode & 0o777;
	expect([mode("agent"), mode("agent/sessions"), mode("agent/sessions/a.jsonl"), mode("agent/b")]).toEqual([
		0o700, 0o700, 0o600, 0o600,
	]);
});
