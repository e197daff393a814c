import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { createBashTool, createLocalBashOperations } from "./bash-tool.ts";
import { createEditTool } from "./edit-tool.ts";
import type { ToolResult } from "./folder-tool.ts";
import { createReadTool } from "./read-tool.ts";
import { createFindTool, createGrepTool, createLsTool } from "./search-tools.ts";
import { parseSkillBlock } from "./skill-block.ts";
import { createCodingTools, createReadOnlyTools } from "./tool-sets.ts";
import { createWriteTool } from "./write-tool.ts";

const textOf = ({ content }: ToolResult) =>
	content.map((part) => (part.type === "text" ? part.text : part.mimeType)).join("");

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

test("a prefix, another shell and a hook decide what bash runs", async () => {
	await using files = await workspace({ "bin/pip": "#!/bin/sh\necho pip is disabled\n", "sub/here.txt": "" });
	const run = async (options: Parameters<typeof createBashTool>[1], command: string) =>
		textOf(await createBashTool(files.path, options).execute("1", { command }));
	await Bun.$`chmod +x ${files.file("bin/pip")}`;
	expect(await run({ commandPrefix: `export PATH="${files.file("bin")}:$PATH"` }, "pip --version")).toBe(
		"pip is disabled",
	);
	expect(await run({ shellPath: "/bin/sh" }, "echo $0")).toBe("/bin/sh");
	const seen: string[] = [];
	const spawnHook = ({ command, env }: { command: string; env: object }) => {
		seen.push(command);
		return { command: `${command}; pwd`, cwd: files.file("sub"), env: { ...env, WHO: "hook" } };
	};
	expect(await run({ commandPrefix: "set -u", spawnHook }, "echo $WHO")).toBe(`hook\n${files.file("sub")}`);
	expect(seen).toEqual(["set -u\necho $WHO"]);
});

test("operations take the place of this machine in every tool", async () => {
	const asked: unknown[] = [];
	const note =
		<Args extends unknown[], Answer>(name: string, answer: (...args: Args) => Answer) =>
		async (...args: Args) => {
			asked.push([name, ...args.filter((arg) => typeof arg === "string")]);
			return answer(...args);
		};
	const file = "/far/a.txt";
	const bash = createBashTool("/far", {
		operations: {
			exec: note("exec", (_command, _cwd, { onData }) => {
				onData(Buffer.from("far away\n"));
				return { exitCode: 0 };
			}),
		},
	});
	const updates: string[] = [];
	const ran = await bash.execute("1", { command: "ls" }, undefined, (partial) => updates.push(textOf(partial)));
	expect([textOf(ran), updates]).toEqual(["far away", ["far away"]]);
	const access = note("access", () => {});
	const readFile = note("readFile", () => Buffer.from("one\n"));
	const writeFile = note("writeFile", () => {});
	expect(
		textOf(await createReadTool("/far", { operations: { access, readFile } }).execute("2", { path: "a.txt" })),
	).toBe("one\n");
	const mkdir = note("mkdir", () => {});
	await createWriteTool("/far", { operations: { writeFile, mkdir } }).execute("3", { path: "a.txt", content: "new" });
	const edit = createEditTool("/far", { operations: { access, readFile, writeFile } });
	await edit.execute("4", { path: "a.txt", oldText: "one", newText: "two" });
	const exists = note("exists", () => true);
	const find = createFindTool("/far", { operations: { exists, glob: note("glob", () => ["/far/a.txt", "b/c.txt"]) } });
	expect(textOf(await find.execute("5", { pattern: "*.txt" }))).toBe("a.txt\nb/c.txt");
	const stat = note("stat", (path: string) => ({ isDirectory: () => !path.endsWith(".txt") }));
	const ls = createLsTool("/far", { operations: { exists, stat, readdir: note("readdir", () => ["b", "a.txt"]) } });
	expect(textOf(await ls.execute("6", {}))).toBe("a.txt\nb/");
	expect(asked).toEqual([
		["exec", "ls", "/far"],
		...[
			["access", file],
			["readFile", file],
		],
		...[
			["mkdir", "/far"],
			["writeFile", file, "new"],
		],
		...[
			["access", file],
			["readFile", file],
			["writeFile", file, "two\n"],
		],
		...[
			["exists", "/far"],
			["glob", "*.txt", "/far"],
		],
		...[
			["exists", "/far"],
			["stat", "/far"],
			["readdir", "/far"],
			["stat", file],
			["stat", "/far/b"],
		],
	]);
});

test("local operations can be used by those of an extension", async () => {
	await using files = await workspace();
	const local = createLocalBashOperations();
	const operations: typeof local = {
		exec: (command, cwd, options) => local.exec(`echo wrapped; ${command}`, cwd, options),
	};
	const bash = createBashTool(files.path, { operations });
	expect(textOf(await bash.execute("1", { command: "echo it" }))).toBe("wrapped\nit");
	await expect(bash.execute("2", { command: "sleep 60", timeout: 0.05 })).rejects.toThrow(
		"wrapped\n\nCommand timed out after 0.05 seconds",
	);
});

test("grep, find and ls look at a folder, and images are read as images", async () => {
	const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
	await using files = await workspace({ "a.ts": "one\nneedle 1\nthree\n", "b/c.ts": "needle 2\n", "d.md": "Needle\n" });
	await Bun.write(files.file("p.png"), Buffer.from(png, "base64"));
	const grep = createGrepTool(files.path);
	expect(textOf(await grep.execute("1", { pattern: "needle" }))).toBe("a.ts:2: needle 1\nb/c.ts:1: needle 2");
	expect(textOf(await grep.execute("2", { pattern: "needle 1", context: 1, literal: true }))).toBe(
		"a.ts-1- one\na.ts:2: needle 1\na.ts-3- three",
	);
	expect(textOf(await grep.execute("3", { pattern: "NEEDLE", ignoreCase: true, glob: "*.md" }))).toBe("d.md:1: Needle");
	expect(textOf(await grep.execute("4", { pattern: "needle", limit: 1 }))).toContain("[1 matches limit reached]");
	expect(textOf(await grep.execute("5", { pattern: "haystack" }))).toBe("No matches found");
	await expect(grep.execute("6", { pattern: "(" })).rejects.toThrow("regex parse error");
	expect(textOf(await createFindTool(files.path).execute("7", { pattern: "*.ts" }))).toBe("a.ts\nb/c.ts");
	expect(textOf(await createLsTool(files.path).execute("8", {}))).toBe("a.ts\nb/\nd.md\np.png");
	expect(textOf(await createReadTool(files.path).execute("9", { path: "p.png" }))).toBe(
		"Read image file [image/png]image/png",
	);
});

test("sets of tools pass on the options of each", async () => {
	await using files = await workspace();
	const tools = createCodingTools(files.path, { bash: { commandPrefix: "echo first" } });
	expect(tools.map(({ name }) => name)).toEqual(["read", "bash", "edit", "write"]);
	expect(createReadOnlyTools(files.path).map(({ name }) => name)).toEqual(["read", "grep", "find", "ls"]);
	const ran = await tools[1]?.execute("1", { command: "echo second" } as never);
	expect(ran && textOf(ran)).toBe("first\nsecond");
});

test("tools have the names that packages of pi import, and can be registered as they are", async () => {
	const host = await import("./coding-agent-package.ts");
	const makers = ["Read", "Bash", "Edit", "Write", "Grep", "Find", "Ls"] as const;
	for (const name of makers) {
		const definition = host[`create${name}ToolDefinition`]("/far");
		expect(definition).toMatchObject({ name: name.toLowerCase(), execute: expect.any(Function) });
	}
	const names = (tools: ReadonlyArray<{ readonly name: string }>) => tools.map(({ name }) => name);
	expect(names(host.createCodingToolDefinitions("/far"))).toEqual(["read", "bash", "edit", "write"]);
	expect(names(host.createReadOnlyToolDefinitions("/far"))).toEqual(["read", "grep", "find", "ls"]);
	expect(Object.keys(host.createAllToolDefinitions("/far"))).toHaveLength(7);
});

test("parseSkillBlock reads the form of pi and what omp sends for /skill:name", () => {
	expect(parseSkillBlock('<skill name="pdf" location="/s/pdf/SKILL.md">\nRead it.\n</skill>\n\nMine too')).toEqual({
		name: "pdf",
		location: "/s/pdf/SKILL.md",
		content: "Read it.",
		userMessage: "Mine too",
	});
	const own =
		'The user invoked the skill "pdf". Follow it:\n\n<skill name="pdf">\nRead\nit.\n</skill>\n\nPaths in it are relative to /s/p.d.';
	expect(parseSkillBlock(`${own}\n\nMine too`)).toEqual({
		name: "pdf",
		location: "/s/p.d",
		content: "Read\nit.",
		userMessage: "Mine too",
	});
	expect(parseSkillBlock(own)?.userMessage).toBeUndefined();
	for (const other of ["hi", '<skill name="pdf">\nnever closed', 'see <skill name="pdf">\nx\n</skill>']) {
		expect(parseSkillBlock(other)).toBeNull();
	}
});
