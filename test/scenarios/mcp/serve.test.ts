import { describe, expect, test } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, failure, stalled, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { said, serveClient } from "./serve-client.ts";

/** In the sandbox processes have other numbers than outside. */
const ownNumbers = 'sandbox: { mode: "off" }\n';

const run = (command: string) => toolCall("bash", { i: "Run it", command });
const approve = { action: "accept", content: { value: "Approve" } } as const;
const all = ["--tools", "read,bash,write"];

const deploys = (name: string) =>
	`export default (pi) => pi.registerTool({ name: ${JSON.stringify(name)}, label: "Deploy", description: "Deploys", parameters: { type: "object", properties: {} }, execute: async () => ({ content: [{ type: "text", text: "deployed" }] }) })`;

function offeredIn(request: unknown): string[] {
	const { tools = [] } = request as { tools?: { name: string }[] };
	return tools.map(({ name }) => name);
}

describe("omp mcp serve", () => {
	verifies("mcp:serve:tools", async () => {
		await using omp = await ompProject({ files: { "a.txt": "hello\n" } });
		await using omps = await serveClient(omp);
		const { tools } = await omps.client.listTools();
		expect(tools.map(({ name }) => name)).toEqual(["read", "search", "find", "web_search", "ask"]);
		const [read] = tools;
		expect(read).toMatchObject({
			title: "Read",
			description: expect.stringContaining("Read a file"),
			inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
			annotations: { readOnlyHint: true },
		});
		expect(said(await omps.call("read", { path: "a.txt" }))).toContain("1:hello");
		expect(await omps.call("read", { path: "missing.txt" })).toMatchObject({ isError: true });
		expect(said(await omps.call("read", { nonsense: 1 }))).toContain("path");
		expect(omps.call("bash", { command: "true" })).rejects.toThrow("Unknown tool: bash");
		expect(omps.client.getServerVersion()).toMatchObject({ name: "omp" });
		await using more = await serveClient(omp, { args: all });
		const others = (await more.client.listTools()).tools;
		expect(others.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
			["read", true],
			["write", false],
			["bash", false],
			["ask", undefined],
		]);
		// Nothing of these calls is a session.
		expect(await omp.sessions()).toEqual([]);
	});

	verifies("mcp:serve:ask", async () => {
		await using omp = await ompProject({
			files: { "sub/a.txt": "hello\n" },
			replies: [toolCall("read", { i: "Look at it", path: "a.txt" }), text("It says hello.")],
		});
		await using omps = await serveClient(omp);
		const answer = await omps.call("ask", { prompt: "What is in a.txt?", cwd: "sub", model: "acme/a-2" });
		expect(said(answer)).toBe("It says hello.");
		expect(omps.progress).toEqual([{ progress: 1, message: "read: Look at it" }]);
		const [request] = omp.model.requests;
		expect(request).toMatchObject({ model: "a-2" });
		expect(JSON.stringify(omp.model.requests[1])).toContain("1:hello");
		const [lines] = await omp.sessions();
		expect(lines?.[0]).toMatchObject({ type: "session", id: answer._meta?.sessionId, cwd: omp.files.file("sub") });
	});

	test("a bad call of ask and a failing model are errors of the call", async () => {
		await using omp = await ompProject({ replies: [failure(401, "bad key")] });
		await using omps = await serveClient(omp);
		const refused = async (args: Record<string, unknown>) => {
			const result = await omps.call("ask", args);
			expect(result.isError).toBe(true);
			return said(result);
		};
		expect(await refused({})).toBe("prompt must be a text");
		expect(await refused({ prompt: "x", folder: "y" })).toContain('Unknown argument "folder"');
		expect(await refused({ prompt: "x", cwd: "/nowhere" })).toBe("cwd is not a folder: /nowhere");
		expect(await refused({ prompt: "x", model: "no-such-model" })).toContain("no-such-model");
		expect(await refused({ prompt: "x" })).toContain("bad key");
		expect(omp.model.requests).toHaveLength(1);
	});

	verifies("mcp:serve:limits", async () => {
		const replies = [
			run("echo 1 > made"),
			text("Not allowed."),
			run("echo 2 > made"),
			text("Nobody."),
			run("echo 3 > made"),
			text("Ran."),
		];
		await using omp = await ompProject({
			files: { ".omp/extensions/x.ts": deploys("untrusted") },
			replies,
		});
		await omp.home.write(".omp/agent/extensions/x.ts", deploys("deploy"));
		const made = () => Bun.file(omp.files.file("made")).exists();
		{
			await using readOnly = await serveClient(omp, { elicit: () => approve });
			expect(said(await readOnly.call("ask", { prompt: "Run it" }))).toBe("Not allowed.");
			expect(offeredIn(omp.model.requests[0])).toEqual(["read", "search", "find", "web_search"]);
			const { tools } = await readOnly.client.listTools();
			expect(tools.map(({ name }) => name)).toEqual(["read", "search", "find", "web_search", "ask"]);
			expect(readOnly.asked).toEqual([]);
			// What the project brings is not trusted.
			expect(readOnly.logged.join("\n")).toContain("omp trust");
		}
		{
			await using alone = await serveClient(omp, { args: all });
			expect(said(await alone.call("bash", { command: "echo 0 > made" }))).toContain("the user's approval");
			await alone.call("ask", { prompt: "Run it" });
			expect(JSON.stringify(omp.model.requests[3])).toContain("the user's approval");
			expect(await made()).toBe(false);
		}
		await using withUser = await serveClient(omp, { args: ["--tools", "bash,deploy"], elicit: () => approve });
		const { tools } = await withUser.client.listTools();
		expect(tools.map(({ name }) => name)).toEqual(["bash", "deploy", "ask"]);
		expect(said(await withUser.call("bash", { command: "echo direct" }))).toContain("direct");
		expect(said(await withUser.call("ask", { prompt: "Run it" }))).toBe("Ran.");
		expect(await made()).toBe(true);
		expect(withUser.asked.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Allow tool: bash\n[\s\S]*echo direct/),
			expect.stringMatching(/^Allow tool: bash\n[\s\S]*echo 3 > made/),
		]);
		expect(withUser.asked[0]).toMatchObject({
			requestedSchema: { properties: { value: { type: "string", enum: ["Approve", "Deny"] } }, required: ["value"] },
		});
	});

	test("a user who declines, a mode that the user has chosen, and a command in a prompt", async () => {
		await using omp = await ompProject({ replies: [text("A text like any other.")] });
		await using declines = await serveClient(omp, { args: all, elicit: () => ({ action: "decline" }) });
		expect(said(await declines.call("bash", { command: "echo no > made" }))).toContain("denied");
		await using yolo = await serveClient(omp, { args: [...all, "--yolo"] });
		expect(said(await yolo.call("bash", { command: "echo yes" }))).toContain("yes");
		expect(said(await yolo.call("ask", { prompt: "/model acme/a-2" }))).toBe("A text like any other.");
		expect(JSON.stringify(omp.model.requests[0])).toContain("/model acme/a-2");
		expect(await Bun.file(omp.files.file("made")).exists()).toBe(false);
	});

	verifies("mcp:serve:cancellation", async () => {
		await using omp = await ompProject({
			replies: [
				delivered(stalled(text("A long answer that never ends."), 2), { chunkChars: 3 }),
				run("echo $$ > pid; sleep 600"),
				text("Never asked for."),
			],
		});
		await omp.home.write(".omp/agent/config.yml", ownNumbers);
		const pid = () => omp.files.read("pid").catch(() => "");
		const isAlive = async () => {
			const number = Number(await pid());
			return number > 0 && isRunning(number);
		};
		{
			await using omps = await serveClient(omp, { args: [...all, "--yolo"] });
			const cancel = new AbortController();
			const cancelled = omps.call("ask", { prompt: "Talk" }, cancel.signal);
			await until(() => omp.model.requests.length === 1);
			cancel.abort("enough");
			await expect(cancelled).rejects.toThrow("enough");
			// The server goes on.
			expect(said(await omps.call("read", { path: "." }))).toBeString();
			const left = omps.call("ask", { prompt: "Run it" }).catch((error: Error) => error);
			await until(isAlive);
			const server = omps.pid;
			await omps.client.close();
			await left;
			await until(async () => !(await isAlive()));
			await until(() => server !== null && !isRunning(server));
		}
		expect(omp.model.requests).toHaveLength(2);
		const ends = (await omp.sessions()).map((lines) => lines.at(-1));
		expect(ends).toHaveLength(2);
	});

	test("a client that is gone without a word ends omp with all it runs", async () => {
		await using omp = await ompProject({ replies: [run("echo $$ > pid; sleep 600"), text("Never asked for.")] });
		await omp.home.write(".omp/agent/config.yml", ownNumbers);
		const child = Bun.spawn([...omp.command, "mcp", "serve", ...all, "--yolo"], {
			cwd: omp.path,
			env: omp.env,
			stdin: "pipe",
			stdout: "pipe",
			stderr: "inherit",
		});
		const call = { name: "ask", arguments: { prompt: "Run it" } };
		child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call })}\n`);
		await child.stdin.flush();
		const pid = async () => Number(await omp.files.read("pid").catch(() => ""));
		await until(async () => (await pid()) > 0);
		await child.stdin.end();
		await child.stdout.cancel();
		expect(await child.exited).toBe(0);
		expect(isRunning(await pid())).toBe(false);
		expect(omp.model.requests).toHaveLength(1);
	});

	test("omp connects to no servers while it is one, and starts a new session for each prompt", async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		const servers = { self: { command: "sh", args: ["-c", "touch started"] } };
		await omp.home.write(".omp/agent/mcp.json", JSON.stringify({ mcpServers: servers }));
		await using omps = await serveClient(omp, { args: ["--continue"] });
		expect(said(await omps.call("ask", { prompt: "First" }))).toBe("One.");
		expect(said(await omps.call("ask", { prompt: "Second" }))).toBe("Two.");
		expect(JSON.stringify(omp.model.requests[1])).not.toContain("First");
		expect(await omp.sessions()).toHaveLength(2);
		expect(await Bun.file(omp.files.file("started")).exists()).toBe(false);
	});

	test("an unknown tool in --tools, and a prompt on the command line, end it with the reason", async () => {
		await using omp = await ompProject();
		const unknown = await omp.run(["mcp", "serve", "--tools", "read,serach"], { stdin: "" });
		expect(unknown).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining("Did you mean search?") });
		// A client is answered before the tools are opened, which takes longer.
		const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}\n';
		expect(await omp.run(["mcp", "serve", "--tools", "read,serach"], { stdin: initialize })).toMatchObject({
			exitCode: 2,
			stdout: expect.stringContaining('"serverInfo"'),
			stderr: expect.stringContaining("Did you mean search?"),
		});
		expect(await omp.run(["mcp", "serve", "do it"])).toMatchObject({ exitCode: 2, stdout: "" });
		expect(await omp.run(["mcp", "serve", "--http", "99999"])).toMatchObject({ exitCode: 2, stdout: "" });
	});

	test("requests from a pipe that is closed at once are answered, and what is no message is named once", async () => {
		await using omp = await ompProject();
		const input = [
			"garbage",
			'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01","capabilities":{}}}',
			"[1,2",
			'{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
			'{"jsonrpc":"2.0","id":3,"method":"resources/list"}',
			'{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"arguments":[]}}',
			"",
		].join("\n");
		const { stdout, stderr, exitCode } = await omp.run(["mcp", "serve"], { stdin: input });
		const answers = stdout
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line))
			.sort((one, other) => one.id - other.id);
		expect(answers).toMatchObject([
			{ id: 1, result: { protocolVersion: "2025-11-25" } },
			{ id: 2, result: { tools: expect.any(Array) } },
			{ id: 3, error: { code: -32_601 } },
			{ id: 4, error: { code: -32_602 } },
		]);
		expect(stderr).toBe("The client sent a line that is no JSON-RPC message\n");
		expect(exitCode).toBe(0);
	});
});

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
