// Puts a higher number into every file of a repository, again and again, until it is killed.
// After the first time it prints how many milliseconds that took.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf, putInPlace, stateOnDisk } from "../merge/merge-journal.ts";

const [root = "", base = ""] = process.argv.slice(2);
const paths = Array.from({ length: 12 }, (_, number) => `f${number}.txt`);
for (let begun = false; ; begun = true) {
	const started = performance.now();
	const next = Number(readFileSync(join(root, paths[0] ?? ""), "utf8")) + 1;
	const content = Buffer.from(`${next}\n`);
	const files = paths.map((path) => {
		const before = stateOnDisk(root, path);
		const after = { kind: "file", mode: 0o644, hash: hashOf(content) } as const;
		return { root, path, before, after, content };
	});
	await putInPlace(base, { files, refs: [] }, process.env);
	if (!begun) process.stdout.write(`${performance.now() - started}\n`);
}
