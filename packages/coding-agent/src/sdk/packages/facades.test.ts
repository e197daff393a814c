import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { createAgentSession, SessionManager, Settings } from "../entries/embedded-entry.ts";

/** What extensions import. */
const packageName = "@oh-my-pi/pi-coding-agent";

/** What an extension with these imports puts into `globalThis.seen` when it is loaded. */
async function seenBy(source: string): Promise<unknown> {
	await using files = await workspace({ "extension.ts": source, "a.txt": "alpha\n", "b.md": "# beta\n" });
	const { session, extensionsResult } = await createAgentSession({
		cwd: files.path,
		agentDir: files.file("agent"),
		settings: Settings.inMemory(),
		sessionManager: SessionManager.inMemory(files.path),
		additionalExtensionPaths: [files.file("extension.ts")],
		disableExtensionDiscovery: true,
	});
	await session.dispose();
	if (extensionsResult.errors.length > 0) throw new Error(extensionsResult.errors[0]?.error);
	return (globalThis as { seen?: unknown }).seen;
}

test("zod is the real one: it checks values and describes itself", async () => {
	const seen = await seenBy(`import { z } from "zod";
		export default () => {
			const schema = z.object({ name: z.string() });
			globalThis.seen = [schema.parse({ name: "a" }), schema.safeParse({}).success, z.toJSONSchema(schema).required];
		};`);
	expect(seen).toEqual([{ name: "a" }, false, ["name"]]);
});

test("arktype that is not installed is named, with what to do", async () => {
	expect(seenBy('import { type } from "arktype"; export default () => {};')).rejects.toThrow(
		/Cannot find the package arktype, .*\. Install it beside the extension, or use pi\.arktype/,
	);
});

test("pi-utils, pi-agent-core and pi-ai have the names that extensions import", async () => {
	const seen =
		await seenBy(`import { formatBytes, isEnoent, parseFrontmatter, readLines, Snowflake, $env } from "@oh-my-pi/pi-utils";
		import { estimateTokens, serializeConversation } from "@oh-my-pi/pi-agent-core";
		import { EventStream, AuthStorage, getEnvApiKey } from "@oh-my-pi/pi-ai";
		import { padding, sliceByColumn, replaceTabs } from "@oh-my-pi/pi-tui";
		export default async () => {
			const message = { role: "user", content: "hello there", timestamp: 0 };
			const lines = [];
			for await (const line of readLines(new Blob(["a\\nb"]).stream())) lines.push(line);
			globalThis.seen = {
				bytes: formatBytes(2048), enoent: isEnoent(Object.assign(new Error(), { code: "ENOENT" })),
				front: parseFrontmatter("---\\na: 1\\n---\\ntext").frontmatter, lines,
				time: Snowflake.getTimestamp(Snowflake.next(1800000000000)), path: $env.PATH !== undefined,
				tokens: estimateTokens(message) > 0, text: serializeConversation([message]).includes("hello there"),
				ai: [typeof EventStream, typeof AuthStorage.create, getEnvApiKey("nobody")],
				tui: [padding(2), sliceByColumn("abcdef", 1, 3), replaceTabs("\\t").trim()],
			};
		};`);
	expect(seen).toEqual({
		bytes: "2.0KB",
		enoent: true,
		front: { a: 1 },
		lines: ["a", "b"],
		time: 1_800_000_000_000,
		path: true,
		tokens: true,
		text: true,
		ai: ["function", "function", undefined],
		tui: ["  ", "bcd", ""],
	});
});

test("pi-natives searches, runs commands, highlights and converts", async () => {
	const seen =
		await seenBy(`import { grep, glob, fuzzyFind, executeShell, Shell, highlightCode, htmlToMarkdown, visibleWidth, listDescendants } from "@oh-my-pi/pi-natives";
		import { dirname } from "node:path";
		export default async () => {
			const path = import.meta.dirname;
			const found = await grep({ pattern: "alp.a", path, glob: "*.txt" });
			const files = await glob({ pattern: "*.md", path });
			const [best] = (await fuzzyFind({ query: "bmd", path })).matches;
			let output = "";
			const run = await executeShell({ command: "echo hi; exit 3" }, (text) => { output += text; });
			let kept = "";
			await using shell = new Shell();
			await shell.run({ command: "WORD=kept" });
			await shell.run({ command: "echo $WORD" }, (text) => { kept += text; });
			const late = await executeShell({ command: "sleep 60", timeoutMs: 50 });
			const aborted = await executeShell({ command: "sleep 60", signal: AbortSignal.abort() });
			globalThis.seen = {
				found: found.matches.map(({ lineNumber, line }) => [lineNumber, line]), files: files.matches, best: best.path,
				run, output, kept, late: late.timedOut, aborted, html: await htmlToMarkdown("<p>Some <b>bold</b> text</p>"),
				code: await highlightCode("const a = 1", "ts", (text, kind) => kind === "keyword" ? "<" + text + ">" : text),
				width: visibleWidth("ab"), children: await listDescendants(1 << 30),
			};
		};`);
	expect(seen).toMatchObject({
		found: [[1, "alpha"]],
		files: [{ path: "b.md" }],
		best: "b.md",
		run: { exitCode: 3, cancelled: false, timedOut: false },
		output: "hi\n",
		kept: "kept\n",
		late: true,
		aborted: { cancelled: true, timedOut: false },
		html: expect.stringContaining("**bold**"),
		code: expect.stringContaining("<const>"),
		width: 2,
		children: [],
	});
});

test("tools by class and by name work in the folder of their session", async () => {
	const seen = await seenBy(`import { createTools, ReadTool, BUILTIN_TOOLS, getLanguageFromPath } from "${packageName}";
		export default async () => {
			const cwd = import.meta.dirname;
			const { content } = await new ReadTool({ cwd }).execute("1", { path: "a.txt" });
			globalThis.seen = [content[0].text.includes("alpha"), createTools({ cwd }, ["bash", "ls"]).map(({ name }) => name), Object.keys(BUILTIN_TOOLS).length, getLanguageFromPath("a.py")];
		};`);
	expect(seen).toEqual([true, ["bash", "ls"], 7, "python"]);
});
