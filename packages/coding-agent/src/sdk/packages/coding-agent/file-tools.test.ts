import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { createBashTool, createEditTool, createReadTool, createWriteTool, type ToolResult } from "./file-tools.ts";

const textOf = ({ content }: ToolResult) => content.map(({ text }) => text).join("");

test("files are written, changed and read relative to the folder of the tool", async () => {
	await using files = await workspace();
	await createWriteTool(files.path).execute("1", { path: "a/b.txt", content: "one\ntwo\nthree\n" });
	expect(await files.read("a/b.txt")).toBe("one\ntwo\nthree\n");
	const edit = createEditTool(files.path);
	const { details } = await edit.execute("2", { path: "a/b.txt", oldText: "two", newText: "2" });
	expect(details).toEqual({ firstChangedLine: 2 });
	const edits = [
		{ oldText: "three", newText: "3" },
		{ oldText: "one", newText: "1" },
	];
	await edit.execute("3", { path: "a/b.txt", edits });
	expect(await files.read("a/b.txt")).toBe("1\n2\n3\n");
	const read = createReadTool(files.path);
	expect(textOf(await read.execute("4", { path: "a/b.txt", offset: 2, limit: 1 }))).toBe(
		"2\n\n[2 more lines. Use offset=3.]",
	);
	await expect(read.execute("5", { path: "a/b.txt", offset: 9 })).rejects.toThrow("beyond the end");
});

test("an edit that does not fit changes nothing", async () => {
	await using files = await workspace({ "a.txt": "aa b\n" });
	const edit = createEditTool(files.path);
	const tried = (edits: Array<{ oldText: string; newText: string }>) => edit.execute("1", { path: "a.txt", edits });
	await expect(tried([{ oldText: "a", newText: "x" }])).rejects.toThrow("more than once");
	await expect(tried([{ oldText: "c", newText: "x" }])).rejects.toThrow("Could not find");
	const both = [
		{ oldText: "aa b", newText: "x" },
		{ oldText: " b", newText: "y" },
	];
	await expect(tried(both)).rejects.toThrow("same text");
	expect(await files.read("a.txt")).toBe("aa b\n");
});

test("commands run in the folder; failing, aborted and late ones throw with what they printed", async () => {
	await using files = await workspace({ "a.txt": "" });
	const bash = createBashTool(files.path);
	expect(textOf(await bash.execute("1", { command: "ls; echo no >&2" }))).toBe("a.txt\nno");
	await expect(bash.execute("2", { command: "echo so; exit 3" })).rejects.toThrow("so\n\nCommand exited with code 3");
	await expect(bash.execute("3", { command: "sleep 60", timeout: 0.05 })).rejects.toThrow("timed out after 0.05");
	const controller = new AbortController();
	const running = bash.execute("4", { command: "sleep 60 & wait" }, controller.signal);
	controller.abort();
	await expect(running).rejects.toThrow("Command aborted");
});
