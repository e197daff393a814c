import { expect, test } from "bun:test";
import { readdirSync, renameSync } from "node:fs";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { replaceFile } from "./replace-file.ts";

const refuse = () => {
	throw Object.assign(new Error("operation not permitted"), { code: "EPERM" });
};

test("replaceFile: a file that is open elsewhere on Windows is moved aside first", async () => {
	await using project = await workspace({ "a.jsonl": "old", temporary: "new" });
	let calls = 0;
	replaceFile(project.file("temporary"), project.file("a.jsonl"), (from, to) => {
		if (++calls === 1) refuse();
		renameSync(from, to);
	});
	expect(await project.read("a.jsonl")).toBe("new");
	expect(readdirSync(project.path)).toEqual(["a.jsonl"]);
});

test("replaceFile: when that fails, too, the old file is restored", async () => {
	await using project = await workspace({ "a.jsonl": "old", temporary: "new" });
	const attempt = () =>
		replaceFile(project.file("temporary"), project.file("a.jsonl"), (from, to) => {
			if (from.endsWith("temporary")) refuse();
			renameSync(from, to);
		});
	expect(attempt).toThrow("operation not permitted");
	expect(await project.read("a.jsonl")).toBe("old");
});
