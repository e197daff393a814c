import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { type ClientApp, methods, RequestError } from "@agentclientprotocol/sdk/unstable";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { acpClient } from "@oh-my-pi/pi-testkit/servers/acp-client";
import { type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";

const capabilities = { fs: { readTextFile: false, writeTextFile: true } };
const conflict = "<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n";
const files = { "a.txt": "first\n", "b.ts": "oldName(1);\n", "c.txt": conflict };

/** A call of each tool that writes, after what it needs. */
const writers: ReadonlyArray<{ tool: string; path: string; replies: readonly Reply[] }> = [
	{ tool: "write", path: "new.txt", replies: [toolCall("write", { i: "w", path: "new.txt", content: "new\n" })] },
	{
		tool: "write over a file",
		path: "a.txt",
		replies: [toolCall("write", { i: "w", path: "a.txt", content: "over\n" })],
	},
	{
		tool: "edit",
		path: "a.txt",
		replies: [toolCall("edit", { i: "e", path: "a.txt", old_string: "first", new_string: "second" })],
	},
	{
		tool: "apply_patch",
		path: "a.txt",
		replies: [
			toolCall("apply_patch", {
				i: "p",
				input: "*** Begin Patch\n*** Update File: a.txt\n@@\n-first\n+second\n*** End Patch",
			}),
		],
	},
	{
		tool: "apply_patch in the shell",
		path: "made.txt",
		replies: [
			toolCall("bash", {
				i: "p",
				command: "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: made.txt\n+made\n*** End Patch\nEOF",
			}),
		],
	},
	{
		tool: "ast_edit",
		path: "b.ts",
		replies: [
			toolCall("ast_edit", { i: "a", ops: [{ pat: "oldName($A)", out: "newName($A)" }], paths: ["b.ts"] }),
			toolCall("resolve", { i: "r", action: "apply", reason: "right" }),
		],
	},
	{
		tool: "conflict",
		path: "c.txt",
		replies: [
			toolCall("read", { i: "r", path: "c.txt:conflicts" }),
			toolCall("write", { i: "w", path: "conflict://1", content: "one" }),
		],
	},
	{
		tool: "edit of a new folder's file",
		path: "deep/er/new.txt",
		replies: [toolCall("write", { i: "w", path: "deep/er/new.txt", content: "new\n" })],
	},
];

async function run(
	omp: OmpProject,
	onWrite: (params: { path: string; content: string }) => Promise<object> | object,
	more: (app: ClientApp) => ClientApp = (app) => app,
) {
	await using acp = await acpClient(omp, {
		args: ["--approval-mode", "yolo"],
		capabilities,
		more: (app) => more(app.onRequest(methods.client.fs.writeTextFile, ({ params }) => onWrite(params))),
	});
	await acp.prompt(await acp.newSession(), "Go");
	const states = acp.kinds("tool_call_update").flatMap(({ status }) => (status ? [status] : []));
	return { state: states.at(-1), last: JSON.stringify(omp.model.requests.at(-1)?.messages) };
}

describe("writes over ACP", () => {
	test.each(writers)(
		"$tool: a client that refuses keeps it from being written, in its words",
		async ({ path, replies }) => {
			await using omp = await ompProject({ files, replies, otherwise: () => text("Done.") });
			const asked: string[] = [];
			const { state, last } = await run(omp, (params) => {
				asked.push(params.path);
				throw new RequestError(-32603, "Internal error", { details: "Not while I am reviewing" });
			});
			expect(asked).toEqual([omp.files.file(path)]);
			expect(state).toBe("failed");
			expect(last).toContain("Not while I am reviewing");
			const before = (files as Record<string, string>)[path];
			const now = (await Bun.file(omp.files.file(path)).exists()) ? await omp.files.read(path) : undefined;
			expect(now).toBe(before);
			expect(await Array.fromAsync(new Bun.Glob("deep{,/**}").scan({ cwd: omp.path, onlyFiles: false }))).toEqual([]);
		},
	);

	test.each(writers)("$tool: a client that writes has the last word about the text", async ({ path, replies }) => {
		await using omp = await ompProject({ files, replies, otherwise: () => text("Done.") });
		const { state } = await run(omp, async (params) => {
			await writeFile(params.path, `${params.content}formatted\n`);
			return {};
		});
		expect(state).toBe("completed");
		expect(await omp.files.read(path)).toEndWith("formatted\n");
	});

	test.each(writers)("$tool: a client without the method leaves it to the disk", async ({ path, replies }) => {
		await using omp = await ompProject({ files, replies, otherwise: () => text("Done.") });
		const { state } = await run(omp, () => {
			throw RequestError.methodNotFound("fs/write_text_file");
		});
		expect(state).toBe("completed");
		expect(await omp.files.read(path)).not.toBe((files as Record<string, string>)[path] ?? "");
	});

	test("a second file that is refused takes back the first", async () => {
		const input =
			"*** Begin Patch\n*** Update File: a.txt\n@@\n-first\n+second\n*** Add File: z.txt\n+z\n*** End Patch";
		await using omp = await ompProject({ files, replies: [toolCall("apply_patch", { i: "p", input }), text("Done.")] });
		const { state, last } = await run(omp, async ({ path, content }) => {
			if (path.endsWith("z.txt")) throw new RequestError(-32000, "No new files");
			await writeFile(path, content);
			return {};
		});
		expect(state).toBe("failed");
		expect(last).toContain("z.txt was not written, the editor refused: No new files");
		expect([await omp.files.read("a.txt"), await Bun.file(omp.files.file("z.txt")).exists()]).toEqual([
			"first\n",
			false,
		]);
	});

	test("a row of a database is asked about as a permission", async () => {
		await using omp = await ompProject({
			replies: [toolCall("write", { i: "w", path: "a.db:users", content: '{"name": "Eve"}' }), text("Done.")],
		});
		using database = new Database(omp.files.file("a.db"));
		database.run("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)");
		await using acp = await acpClient(omp, { args: ["--yolo"], capabilities, permit: () => "reject_once" });
		await acp.prompt(await acp.newSession(), "Go");
		expect(acp.permissions.map(({ toolCall: { title } }) => title)).toEqual([`Write ${omp.files.file("a.db")}`]);
		expect(database.query("SELECT count(*) AS count FROM users").get()).toEqual({ count: 0 });
	});

	test("what is no text is asked about as a permission", async () => {
		await using omp = await ompProject({
			files,
			replies: [toolCall("write", { i: "w", path: "a.zip:in.txt", content: "x" }), text("Done.")],
		});
		await using acp = await acpClient(omp, {
			args: ["--approval-mode", "yolo"],
			capabilities,
			permit: () => "reject_once",
		});
		await acp.prompt(await acp.newSession(), "Go");
		expect(acp.permissions.map(({ toolCall: { title } }) => title)).toEqual([`Write ${omp.files.file("a.zip")}`]);
		expect(await Bun.file(omp.files.file("a.zip")).exists()).toBe(false);
	});
});
