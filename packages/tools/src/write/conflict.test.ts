import { expect, test } from "bun:test";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { ConflictIndex } from "../files/conflicts/conflict-index.ts";
import { scanConflicts } from "../files/conflicts/scan-conflicts.ts";
import { SnapshotStore } from "../files/snapshots/snapshot-store.ts";
import { writeTool } from "./write.ts";

const conflict = (name: string) =>
	`<<<<<<< HEAD\n${name} ours\n||||||| base\n${name} base\n=======\n${name} theirs\n>>>>>>> other\n`;

async function merging(project: Workspace, ...paths: string[]) {
	const conflicts = new ConflictIndex();
	for (const path of paths) {
		conflicts.register(project.file(path), scanConflicts((await project.read(path)).split(/\r?\n/)));
	}
	const tool = writeTool({
		cwd: () => project.path,
		home: "/",
		now: () => 0,
		snapshots: new SnapshotStore(),
		display: { hashlineEdits: true, hashLines: true, lineNumbers: false },
		conflicts,
	});
	return (path: string, content: string) => runTool(tool, { path, content });
}

verifies("tools-files:write:conflict", async () => {
	const text = `top\n${conflict("one")}middle\n${conflict("two")}end\n`;
	await using project = await workspace({ f: text, g: conflict("three"), h: conflict("four") });
	const write = await merging(project, "f", "g", "h");
	expect((await write("conflict://2", "@ours\nand\n@theirs\n")).content).toBe(
		"[f#5719]\nResolved conflict #2 at lines 10–16 in f.",
	);
	expect(await project.read("f")).toBe(`top\n${conflict("one")}middle\ntwo ours\nand\ntwo theirs\nend\n`);

	// It has moved, but there is only one that reads so.
	await project.write("f", `new\n${await project.read("f")}`);
	await write("conflict://1", "@base");
	expect(await project.read("f")).toBe("new\ntop\none base\nmiddle\ntwo ours\nand\ntwo theirs\nend\n");

	await expect(write("conflict://1", "@ours")).rejects.toThrow(
		"Conflict #1 not found. It is resolved already or its file changed; re-read the file to get a current id.",
	);
	await expect(write("conflict://9", "@ours")).rejects.toThrow("Conflict #9 not found.");
	await expect(write("conflict://3/ours", "x")).rejects.toThrow("is read-only. Write to conflict://3");

	const all = await write("conflict://*", "@both");
	expect(all.content).toBe(
		[
			"Resolved 2 conflicts across 2 files:",
			"- conflict #3 at lines 1–7 in g",
			"- conflict #4 at lines 1–7 in h",
			"Snapshots:",
			"[g#DF1B]",
			"[h#BFEF]",
		].join("\n"),
	);
	expect(all.isError).toBeUndefined();
	expect([await project.read("g"), await project.read("h")]).toEqual([
		"three ours\nthree theirs\n",
		"four ours\nfour theirs\n",
	]);
	await expect(write("conflict://*", "@both")).rejects.toThrow("There is no conflict to resolve.");
});

test("each conflict can be decided in its own way, all of a file or none of it", async () => {
	const f = `${conflict("one")}${conflict("two")}`;
	await using project = await workspace({ f, g: conflict("three") });
	const write = await merging(project, "f", "g");
	await project.write("f", f.replace("two theirs", "changed by hand"));
	const output = await write("conflict://*", "1: @ours\n2: @theirs\n3: mine\n");
	expect(output.isError).toBe(true);
	expect(output.content).toContain("Resolved 1 conflict across 1 file:\n- conflict #3 at lines 1–7 in g");
	expect(output.content).toContain("Failed:\n- Conflict #2 not found.");
	expect([await project.read("f"), await project.read("g")]).toEqual([
		f.replace("two theirs", "changed by hand"),
		"mine\n",
	]);
	await expect(write("conflict://*", "7: @ours")).rejects.toThrow("Conflict #7 not found.");
});

test("a side that is not there and line ends of other systems", async () => {
	const twoWay = "<<<<<<< a\r\nx\r\n=======\r\ny\r\n>>>>>>> b\r\n";
	await using project = await workspace({ f: `${twoWay}end\r\n` });
	const write = await merging(project, "f");
	await expect(write("conflict://1", "@base")).rejects.toThrow("this is no three-way conflict");
	await write("conflict://1", "@both");
	expect(await project.read("f")).toBe("x\r\ny\r\nend\r\n");
});

test("thousands of conflicts are decided at once, and none twice", async () => {
	const block = (index: number) => `<<<<<<< a\n${index}\n=======\n${index + 1}\n>>>>>>> b\nbetween\n`;
	await using project = await workspace({ f: Array.from({ length: 3000 }, (_, index) => block(index)).join("") });
	const write = await merging(project, "f");
	await expect(write("conflict://*", "1: @ours\n2: @ours\n1: @theirs")).rejects.toThrow(
		"Conflict #1 is decided twice; give one line for each.",
	);
	await write("conflict://*", "@theirs");
	expect(await project.read("f")).toBe(Array.from({ length: 3000 }, (_, index) => `${index + 1}\nbetween\n`).join(""));
});
