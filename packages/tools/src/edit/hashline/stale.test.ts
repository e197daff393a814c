import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { SnapshotStore } from "../../files/snapshots/snapshot-store.ts";
import { snapshotTag } from "../../files/snapshots/snapshot-tag.ts";
import { editing } from "../testing/editing.ts";
import { numbered } from "../testing/numbered.ts";

describe("a stale tag", () => {
	verifies("tools-files:hashline:stale-recovered", async () => {
		await using project = await editing({ a: numbered(10) });
		const header = await project.see("a");
		await project.hashline(`${header}\nPUT 1:\n+one\n+one and a half`);
		const own = await project.hashline(`${header}\nPUT 8:\n+eight`);
		expect(own.content).toContain(
			"Warnings:\nRecovered from a stale file hash using an earlier in-session snapshot (a prior edit in this session advanced the hash).",
		);
		await project.write("a", `someone's\n${await project.read("a")}`);
		const external = await project.hashline(`${header}\nCUT 5 @five\nPUT >$ @five`);
		expect(external.content).toContain(
			"Recovered from a stale file hash using a previous read snapshot (file changed externally between read and edit).",
		);
		await project.write("a", (await project.read("a")).replace("line 4\n", "LINE 4\n"));
		const beside = await project.hashline(`${header}\nPUT 3:\n+three`);
		expect(beside.content).toContain("Recovered by remapping stale line anchors to unchanged current lines");
		expect(await project.read("a")).toBe(
			"someone's\none\none and a half\nline 2\nthree\nLINE 4\nline 6\nline 7\neight\nline 9\nline 10\nline 5\n",
		);
	});

	verifies("tools-files:hashline:stale-rejected", async () => {
		await using project = await editing({ a: numbered(9) });
		const header = await project.see("a");
		const changed = numbered(9).replace("line 5\n", "other 5\n");
		await project.write("a", changed);
		await expect(project.hashline(`${header}\nPUT 5:\n+five\nPUT <1:\n+x`)).rejects.toThrow(
			[
				"Edit rejected for a: file changed between read and edit.",
				"Section is bound to #97CD, but the current file hashes to #D260. The lines it names are no longer certain; look at them below, or read the file again, and use #D260.",
				"*1:line 1",
				" 2:line 2",
				" 3:line 3",
				" 4:line 4",
				"*5:other 5",
				" 6:line 6",
				" 7:line 7",
			].join("\n"),
		);
		await expect(project.hashline("[a#FFFF]\nPUT 9:\n+x")).rejects.toThrow(
			[
				"Edit rejected for a: hash #FFFF is not from this session.",
				"The current file hashes to #D260. Copy the header from the latest read; never make up a hash.",
				" 7:line 7",
				" 8:line 8",
				"*9:line 9",
			].join("\n"),
		);
		await expect(project.hashline(`${header}\nREM`)).rejects.toThrow("Edit rejected for a");
		expect(await project.read("a")).toBe(changed);
	});

	test("every version that was shown stays usable", async () => {
		await using project = await editing({ a: numbered(40) });
		const header = await project.see("a");
		for (let line = 1; line <= 40; line += 4) await project.hashline(`${header}\nPUT ${line}:\n+changed ${line}`);
		expect((await project.read("a")).match(/changed/g)).toHaveLength(10);
	});

	test("a version that had to make room is not called made up, and one of another file names it", async () => {
		await using project = await editing({ a: numbered(9), b: "x\n" }, { snapshots: new SnapshotStore(100) });
		const header = await project.see("a");
		await project.write("a", numbered(10));
		await project.see("a");
		const other = await project.see("b");
		await expect(project.hashline(`${header}\nPUT 9:\n+x`)).rejects.toThrow(
			/: version #97CD was shown long ago and is no longer kept\.\nThe current file hashes to #(\w+)\. Look at the lines below, or read the file again, and use #\1\.\n/,
		);
		await expect(project.hashline(`${other.replace("[b", "[a")}\nPUT 9:\n+x`)).rejects.toThrow("belongs to b.");
	});

	test.each([
		["lines that are gone", numbered(9).replace("line 5\n", ""), "PUT 5:\n+x"],
		["lines that something came between", numbered(9).replace("line 5\n", "line 5\nnew\n"), "PUT 5.=6:\n+x"],
		["lines that now stand twice", `${numbered(9)}${numbered(9)}`, "PUT 5:\n+x"],
		["an insertion that was made already", numbered(9).replace("line 5\n", "line 5\nx\n"), "PUT >5:\n+x"],
	])("is refused for %s", async (_what, now, ops) => {
		await using project = await editing({ a: numbered(9) });
		const header = await project.see("a");
		await project.write("a", now);
		await expect(project.hashline(`${header}\n${ops}`)).rejects.toThrow("file changed between read and edit");
		expect(await project.read("a")).toBe(now);
	});

	test("another text that happens to have the same tag is noticed", async () => {
		await using project = await editing({ f: "one\ntwo\nthree\n" });
		const header = await project.see("f");
		let other = "";
		for (let count = 0; other === "" || snapshotTag(other) !== header.slice(-5, -1); count++)
			other = `uno\n${count}\ntres\n`;
		await project.write("f", other);
		await expect(project.hashline(`${header}\nPUT 2:\n+TWO`)).rejects.toThrow("file changed between read and edit");
		await expect(project.hashline(`${header}\nREM`)).resolves.toMatchObject({ content: "Deleted f" });
	});

	test("trailing blanks and line ends do not make one", async () => {
		await using project = await editing({ a: "one  \r\ntwo\r\n" });
		const header = await project.see("a");
		await project.write("a", "one\ntwo\n");
		await project.hashline(`${header}\nPUT 2:\n+2`);
		expect(await project.read("a")).toBe("one\n2\n");
	});
});

verifies("tools-files:hashline:seen-lines", async () => {
	await using project = await editing({ a: numbered(9) }, { enforceSeenLines: () => true });
	const tag = project.ports.snapshots.record(project.file("a"), numbered(9), [{ start: 1, end: 5 }]);
	await expect(project.hashline(`[a#${tag}]\nPUT 6:\n+x`)).rejects.toThrow(
		`Edit rejected for a: line 6 was not shown in full since #${tag}. Read it first: a:6`,
	);
	const output = await project.hashline(`[a#${tag}]\nPUT 5:\n+five\n+and more`);
	const next = String(output.content).split("\n")[0];
	// Lines seen before and lines just written can be named in the new version.
	await project.hashline(`${next}\nPUT 6:\n+more\nCUT 1`);
	await expect(project.hashline(`${next}\nPUT 9:\n+x`)).rejects.toThrow("line 9 was not shown");
});

test("lines that are replaced by number though they were never shown are named", async () => {
	await using project = await editing({ a: Array.from({ length: 80 }, (_, index) => `${index + 1}\n`).join("") });
	const text = await project.read("a");
	const tag = project.ports.snapshots.record(project.file("a"), text, [{ start: 1, end: 63 }]);
	const { content } = await project.hashline(`[a#${tag}]\nPUT 20.=77:\n+x`);
	expect(content).toContain("`PUT 20.=77:`: 14 of its 58 lines were never shown to you");
	const later = await project.see("a");
	expect((await project.hashline(`${later}\nPUT 5.=6:\n+y`)).content).not.toContain("never shown");
});
