import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { scanLog } from "../../scan/scan-log.ts";
import { MemoryStorage } from "../../storage/memory-storage.ts";
import type { StagedFile } from "../../storage/storage.ts";
import { Journal } from "./journal.ts";

const HEADER = '{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/"}\n';
const RENAMED = '{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/","title":"A longer header"}\n';
const line = (id: string) =>
	Buffer.from(`{"type":"custom","customType":"x","id":"${id}","parentId":null,"timestamp":"t"}\n`);

/** Storage on which a test decides what happens during a replacement. */
class SlowStorage extends MemoryStorage {
	whileFlushing = () => {};
	afterCommit = () => {};

	override stage(path: string): StagedFile {
		const staged = super.stage(path);
		return {
			...staged,
			flush: async () => {
				const work = this.whileFlushing;
				this.whileFlushing = () => {};
				work();
			},
			commit: () => {
				staged.commit();
				this.afterCommit();
			},
		};
	}
}

function begun() {
	const storage = new SlowStorage({ now: () => 0 });
	const journal = Journal.create(storage, "/a.jsonl", HEADER, [line("a"), line("b")]);
	const ids = () => {
		const reader = storage.openReader("/a.jsonl");
		return reader ? scanLog(reader).entries.map(({ id }) => id) : [];
	};
	return { storage, journal, ids };
}

describe("Journal.replaceHeader", () => {
	verifies("sessions:persist:atomic-rewrite", async () => {
		const { storage, journal, ids } = begun();
		let offset: number | undefined;
		storage.whileFlushing = () => {
			offset = journal.append(line("c"));
		};
		await journal.replaceHeader(RENAMED);
		journal.append(line("d"));
		expect([ids(), storage.readText("/a.jsonl")?.startsWith(RENAMED)]).toEqual([["a", "b", "c", "d"], true]);
		expect(journal.read(offset ?? -1, line("c").length)).toEqual(line("c"));
		expect(journal.outsideChange()).toBe("none");
	});

	test("starts over when the body is replaced during the sync", async () => {
		const { storage, journal, ids } = begun();
		storage.whileFlushing = () => journal.replaceBody([line("longer than before"), line("b")]);
		await journal.replaceHeader(RENAMED);
		expect([ids(), storage.readText("/a.jsonl")?.startsWith(RENAMED)]).toEqual([["longer than before", "b"], true]);
	});

	test("copies what another process wrote to the old file in the last moment", async () => {
		const { storage, journal, ids } = begun();
		const other = storage.openWriter("/a.jsonl", { create: false });
		storage.afterCommit = () => other.append(line("late"));
		await journal.replaceHeader(RENAMED);
		expect(ids()).toEqual(["a", "b", "late"]);
		expect(journal.outsideChange()).toBe("grown");
		expect(journal.takeGrowth().entries.map(({ id }) => id)).toEqual(["late"]);
		expect(journal.outsideChange()).toBe("none");
	});

	test("keeps the old file when it fails", async () => {
		const { storage, journal, ids } = begun();
		storage.whileFlushing = () => {
			throw new Error("disk full");
		};
		await expect(journal.replaceHeader(RENAMED)).rejects.toThrow("disk full");
		journal.append(line("c"));
		expect([ids(), storage.readText("/a.jsonl")?.startsWith(HEADER)]).toEqual([["a", "b", "c"], true]);
	});
});

test("Journal.replaceBody: unindexed lines of other processes are kept", () => {
	const { storage, journal, ids } = begun();
	storage.openWriter("/a.jsonl", { create: false }).append(line("theirs"));
	journal.replaceBody([line("a")]);
	expect([ids(), journal.outsideChange()]).toEqual([["a", "theirs"], "grown"]);
});
