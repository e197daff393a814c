import { expect, test } from "bun:test";
import { emptyFacts } from "@oh-my-pi/pi-natives/disk/file-facts";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { type BytePath, toBytePath } from "../contract/node-state.ts";
import { KnownFiles, nothing } from "./known-files.ts";
import { dumpKnownFiles, loadKnownFiles } from "./known-files-dump.ts";

const bytes = (name: string) => Buffer.from(name, "latin1");

test("entries are found by path after thousands of additions and removals, and after writing and loading", () => {
	const random = seeded(1);
	const known = new KnownFiles(16);
	const root = known.add(nothing, bytes("/work/tree"));
	known.columns.mode[root] = 0o040755;
	const expected = new Map<string, string>();
	for (let step = 0; step < 20_000; step++) {
		const name = `file ${random.below(3000)} \xff`;
		const path = `/work/tree/${name}` as BytePath;
		const entry = known.lookUp(path);
		expect(entry !== nothing).toBe(expected.has(path));
		if (entry !== nothing && random.oneIn(2)) {
			known.remove(entry);
			expected.delete(path);
		} else {
			const at = entry === nothing ? known.add(root, bytes(name)) : entry;
			const ref = random.oneIn(2)
				? (`s:${step.toString(16).padStart(64, "0")}` as const)
				: (`g:${step.toString(16).padStart(40, "a")}` as const);
			known.setFacts(at, { ...emptyFacts(), mode: 0o100644, size: step * 2 ** 20 });
			known.setContent(at, ref);
			expected.set(path, `${ref} ${step * 2 ** 20}`);
		}
	}
	const link = known.add(root, bytes("link"));
	known.columns.mode[link] = 0o120777;
	known.targets.set(link, toBytePath("zü"));
	const loaded = loadKnownFiles(Buffer.concat(dumpKnownFiles(known)));
	if (!loaded) throw new Error("It was not loaded");
	for (const files of [known, loaded]) {
		expect(files.count).toBe(expected.size + 2);
		const found = files.children(files.lookUp(toBytePath("/work/tree"))).map((entry) => files.path(entry));
		expect(found.length).toBe(expected.size + 1);
		for (const [path, facts] of expected) {
			const entry = files.lookUp(path as BytePath);
			expect(`${files.content(entry)} ${files.columns.size[entry]}`).toBe(facts);
		}
		expect(files.targets.get(files.lookUp(toBytePath("/work/tree/link")))).toBe(toBytePath("zü"));
	}
});

test("a dump that is cut off is not loaded", () => {
	const known = new KnownFiles();
	known.columns.mode[known.add(nothing, bytes("/a"))] = 0o040755;
	const dump = Buffer.concat(dumpKnownFiles(known));
	expect(loadKnownFiles(dump)).toBeDefined();
	for (let length = 0; length < dump.length; length++) expect(loadKnownFiles(dump.subarray(0, length))).toBeUndefined();
});
