import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { contentOf, readIn } from "./testing/read-in.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

describe("which file a path means", () => {
	verifies("tools-files:path:literal-name-wins", async () => {
		await using project = await workspace({ "odd:2": "odd", odd: "one\ntwo" });
		expect(await contentOf(project.path, "odd:2")).toBe("1|odd");
	});

	verifies("tools-files:read:not-found", async () => {
		await using project = await workspace({ "a.txt": "x" });
		for (const path of ["missing.txt", "a.txt/deeper", "gone.txt:5", "one two three", "nul\0byte", "x".repeat(5000)]) {
			await expect(contentOf(project.path, path)).rejects.toThrow(`Path '${path}' not found`);
		}
	});

	test("what is not found comes with what was probably meant", async () => {
		await using project = await workspace({ "src/index.ts": "x", "a.txt": "x" });
		await symlink("nowhere", project.file("broken"));
		const selectors = "is no selector: use :5, :5-20, :5+10, :5-9,30-40, :raw or :conflicts.";
		const hints: Record<string, string> = {
			"src/indx.ts": "Path 'src/indx.ts' not found. Did you mean 'src/index.ts'?",
			"a.txt:RAW": `Path 'a.txt:RAW' not found. 'a.txt' is there, but ':RAW' ${selectors}`,
			"a.txt:-5": `Path 'a.txt:-5' not found. 'a.txt' is there, but ':-5' ${selectors}`,
			"broken:5": "Path 'broken:5' not found. It is a symbolic link that leads to nothing.",
			"far/away": "Path 'far/away' not found",
		};
		for (const [path, message] of Object.entries(hints)) {
			await expect(contentOf(project.path, path)).rejects.toThrow(new Error(message));
		}
	});

	verifies("tools-files:path:suffix-recovery", async () => {
		await using project = await workspace({
			"packages/core/src/util/path.ts": "found\n",
			"a/same.ts": "",
			"b/same.ts": "",
			"node_modules/x/lib.ts": "",
			"caf\u0065\u0301.txt": "accents apart",
			"it\u2019s.txt": "curly",
			"Shot 3\u202fPM.png.txt": "narrow",
		});
		const { content, details } = await runTool(readIn(project.path), { path: "src/util/path.ts:1" });
		expect(content).toBe(
			"[Path 'src/util/path.ts' not found; resolved to 'packages/core/src/util/path.ts' via suffix match]\n1|found",
		);
		expect(details?.suffixResolution).toEqual({ from: "src/util/path.ts", to: "packages/core/src/util/path.ts" });
		expect(await contentOf(project.path, "/core/src/util/path.ts")).toContain("1|found");
		for (const path of ["same.ts", "lib.ts", "th.ts"])
			await expect(contentOf(project.path, path)).rejects.toThrow("not found");
		expect(await contentOf(project.path, "caf\u00e9.txt")).toBe("1|accents apart");
		expect(await contentOf(project.path, "it's.txt")).toBe("1|curly");
		expect(await contentOf(project.path, "Shot 3 PM.png.txt")).toBe("1|narrow");
	});

	verifies("tools-files:read:several-paths", async () => {
		await using project = await workspace({ "a.txt": "A", "b.txt": "B", "with space.txt": "S", "long.txt": lines(9) });
		const { content, details } = await runTool(readIn(project.path), { path: "a.txt, b.txt; nope.txt" });
		expect(content).toBe(
			"Note: interpreted as 3 paths: a.txt, b.txt, nope.txt\n\n1|A\n\n1|B\n\n[Could not read nope.txt: Path 'nope.txt' not found]",
		);
		expect(details?.displayReadTargets).toEqual(["a.txt", "b.txt", "nope.txt"]);
		expect(await contentOf(project.path, "a.txt:1-1 long.txt", { defaultLimit: 2 })).toBe(
			"Note: interpreted as 2 paths: a.txt:1-1, long.txt\n\n1|A\n\n1|line 1\n2|line 2\n\n[Showing lines 1-2 of 9. Use :3 to continue]",
		);
		expect(await contentOf(project.path, "with space.txt")).toBe("1|S");
	});

	test("file URLs are paths", async () => {
		await using project = await workspace({ "a b.txt": "one\ntwo" });
		expect(await contentOf(project.path, `file://${project.path}/a%20b.txt:2`)).toBe("2|two");
	});
});
