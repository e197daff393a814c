import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { listSessionFiles } from "./list-session-files.ts";

test("session files: one folder that cannot be read hides only its own", async () => {
	await using home = await workspace({
		"a/one.jsonl": "",
		"locked/secret.jsonl": "",
		"z/two.jsonl": "",
		"z/two/sub.jsonl": "",
		"z/notes.txt": "",
	});
	const listed = listSessionFiles(home.path, (folder) => {
		if (folder.endsWith("locked")) throw Object.assign(new Error("permission denied"), { code: "EACCES" });
		return readdirSync(folder, { withFileTypes: true });
	});
	expect(listed).toEqual({
		paths: ["a/one.jsonl", "z/two.jsonl", "z/two/sub.jsonl"].map((name) => home.file(name)),
		problems: [`${home.file("locked")}: permission denied`],
	});
});

test("session files: no folder yet is no problem", async () => {
	await using home = await workspace();
	expect(listSessionFiles(home.file("none"))).toEqual({ paths: [], problems: [] });
});
