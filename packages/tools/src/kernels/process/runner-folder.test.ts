import { expect, test } from "bun:test";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runnerFolder } from "./runner-folder.ts";

test("the files are written once, for this user only", () => {
	const files = { "a.py": `# ${crypto.randomUUID()}` };
	const folder = runnerFolder("omp-test-runner", files);
	expect(runnerFolder("omp-test-runner", files)).toBe(folder);
	expect([readdirSync(folder), statSync(folder).mode & 0o077, readFileSync(join(folder, "a.py"), "utf8")]).toEqual([
		["a.py"],
		0,
		files["a.py"],
	]);
	expect(runnerFolder("omp-test-runner", { "a.py": "other" })).not.toBe(folder);
});

test("files that were changed, or that others may change, are not used", () => {
	const files = { "a.py": `# ${crypto.randomUUID()}` };
	const folder = runnerFolder("omp-test-runner", files);
	writeFileSync(join(folder, "a.py"), "evil");
	const second = runnerFolder("omp-test-runner", files);
	expect([second === folder, readFileSync(join(second, "a.py"), "utf8")]).toEqual([false, files["a.py"]]);
	const open = { "b.py": `# ${crypto.randomUUID()}` };
	const writable = runnerFolder("omp-test-runner", open);
	chmodSync(writable, 0o777);
	expect(runnerFolder("omp-test-runner", open)).not.toBe(writable);
	expect(dirname(writable)).toBe(dirname(folder));
});
