import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { failure, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

const lines = (output: string) =>
	output
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));

/** The last user message of a request, without the reminder in the first one. */
function lastUserText(request: Record<string, unknown> | undefined): string {
	const messages = (request?.messages ?? []) as Array<{
		role: string;
		content: Array<{ type: string; text?: string }>;
	}>;
	const content = messages.findLast((message) => message.role === "user")?.content ?? [];
	return content
		.map((block) => block.text ?? "")
		.join("")
		.replace(/<system-reminder>.*?<\/system-reminder>/s, "");
}

describe("print mode", () => {
	verifies("cli:print:text", async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "look", command: "echo hi" }), text("All done.")],
		});
		const result = await omp.run(["-p", "say hi"]);
		expect(result).toEqual({ stdout: "All done.\n", stderr: "", exitCode: 0 });
	});

	verifies("cli:print:json", async () => {
		await using omp = await ompProject({
			replies: [toolCall("bash", { i: "look", command: "echo hi" }), text("Done.")],
		});
		const { stdout } = await omp.run(["--mode", "json", "-p", "go"]);
		const [header, ...events] = lines(stdout);
		expect(header).toEqual({
			type: "session",
			version: 3,
			id: expect.any(String),
			timestamp: expect.any(String),
			cwd: omp.path,
		});
		const kinds = events.map((event) => event.type).filter((type, index, all) => type !== all[index - 1]);
		expect(kinds).toEqual([
			"agent_start",
			"turn_start",
			"message_start",
			"message_end",
			"message_start",
			"message_update",
			"message_end",
			"tool_execution_start",
			"tool_execution_update",
			"tool_execution_end",
			"message_start",
			"message_end",
			"turn_end",
			"turn_start",
			"message_start",
			"message_update",
			"message_end",
			"turn_end",
			"agent_end",
		]);
		expect(events.at(-1)).toMatchObject({ isTerminal: true, messages: { length: 4 } });
	});

	verifies("rpc-sdk-acp:print:json-update-slim", async () => {
		await using omp = await ompProject({ replies: [toolCall("bash", { i: "x", command: "true" }), text("Done.")] });
		const { stdout } = await omp.run(["--mode", "json", "-p", "go"]);
		const updates = lines(stdout).filter((event) => event.type === "message_update");
		expect(updates.map((event) => Object.keys(event).toSorted())).toEqual(
			updates.map(() => ["assistantMessageEvent", "type"]),
		);
		expect(updates.filter((event) => "partial" in event.assistantMessageEvent)).toEqual([]);
		expect(updates.find((event) => event.assistantMessageEvent.type === "text_end").assistantMessageEvent).toEqual({
			type: "text_end",
			contentIndex: 0,
			content: "Done.",
		});
	});

	verifies("sessions:disk:session-dir", async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two."), text("Three.")] });
		await omp.run(["-p", "first", "--session-dir", "kept"]);
		await omp.run(["-p", "second"], { env: { PI_CODING_AGENT_SESSION_DIR: omp.files.file("kept") } });
		const kept = (await readdir(omp.files.file("kept"))).filter((name) => name.endsWith(".jsonl"));
		expect(kept).toHaveLength(2);
		expect(await omp.sessions()).toEqual([]);
		await omp.run(["-p", "third"]);
		const [elsewhere] = await omp.sessions();
		const searched = await omp.run(["-p", "--resume", String(elsewhere?.[0]?.id), "x", "--session-dir", "kept"]);
		expect(searched).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("not found") });
	});

	verifies("cli:input:several-messages", async () => {
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		const { stdout } = await omp.run(["-p", "first", "second"]);
		expect(stdout).toBe("Two.\n");
		expect(omp.model.requests.map(lastUserText)).toEqual(["first", "second"]);
	});

	verifies("cli:input:file-argument", async () => {
		await using omp = await ompProject({ files: { "a.ts": "let a;", "b.md": "# B" }, replies: [text("ok")] });
		await omp.run(["-p", "@b.md", "compare", "@a.ts"]);
		expect(lastUserText(omp.model.requests[0])).toBe(
			`<file name="${join(omp.path, "b.md")}">\n# B\n</file>\n<file name="${join(omp.path, "a.ts")}">\nlet a;\n</file>\ncompare`,
		);
	});

	verifies("cli:input:directory-argument", async () => {
		await using omp = await ompProject({ files: { "src/a.ts": "x", "bin.dat": "\0\0" }, replies: [text("ok")] });
		await omp.run(["-p", "@src", "what is this?"]);
		expect(lastUserText(omp.model.requests[0])).toContain("- a.ts 1B just now");
		const missing = await omp.run(["-p", "@nope.ts", "x"]);
		expect(missing).toEqual({
			stdout: "",
			stderr: `Error: File not found: ${join(omp.path, "nope.ts")}\n`,
			exitCode: 1,
		});
		const binary = await omp.run(["-p", "@bin.dat", "x"]);
		expect(binary.stderr).toBe(`Error: Cannot attach a binary file: ${join(omp.path, "bin.dat")}\n`);
	});

	verifies("cli:input:piped-stdin", async () => {
		await using omp = await ompProject({ replies: [text("one"), text("two")] });
		await omp.run(["-p", "review this"], { stdin: "the diff\n" });
		await omp.run(["-p"], { stdin: "just this" });
		expect(omp.model.requests.map(lastUserText)).toEqual(["the diff\n\nreview this", "just this"]);
	});

	verifies("cli:input:non-tty-is-print", async () => {
		await using omp = await ompProject({ replies: [text("plain")] });
		const { stdout } = await omp.run(["hello"]);
		expect(stdout).toBe("plain\n");
	});

	verifies("cli:input:no-prompt", async () => {
		await using omp = await ompProject();
		const result = await omp.run(["-p"]);
		expect(result.exitCode).toBe(2);
		expect(result.stderr).toStartWith("Error: no prompt given.");
	});

	verifies("cli:print:unknown-command", async () => {
		await using omp = await ompProject({
			files: { ".omp/commands/tidy.md": "Tidy up $1 please" },
			replies: Array.from({ length: 4 }, () => text("A reply.")),
		});
		const asText = "To send it as text, put a space before it.";
		const refused: ReadonlyArray<readonly [args: string[], message: string]> = [
			[["-p", "/nonsense"], `Unknown command /nonsense. omp -p /help lists what there is. ${asText}`],
			[["-p", "/tidi src"], `Unknown command /tidi. Did you mean /tidy? ${asText}`],
			[["-p", "/theme"], `/theme needs a terminal: start omp without -p. ${asText}`],
			[
				["--mode", "json", "-p", "/nonsense now"],
				`Unknown command /nonsense. omp -p /help lists what there is. ${asText}`,
			],
		];
		for (const [args, message] of refused) {
			expect(await omp.run(args)).toMatchObject({ stderr: `Error: ${message}\n`, exitCode: 2 });
		}
		expect(omp.model.requests).toEqual([]);
		expect(await omp.sessions()).toEqual([]);
		const help = await omp.run(["-p", "/help"]);
		expect(help).toMatchObject({ stderr: "", exitCode: 0 });
		expect(help.stdout).toMatch(/^ {2}\/context .*Show context usage/m);
		expect(help.stdout).toMatch(/^ {2}\/tidy /m);
		const sent = ["/etc/hosts says what?", "// why?", " /nonsense"];
		for (const line of sent) expect((await omp.run(["-p", line])).stdout).toBe("A reply.\n");
		await omp.run(["--trust", "-p", "/tidy src"]);
		expect(omp.model.requests.map(lastUserText)).toEqual([...sent, "Tidy up src please"]);
	});

	verifies("slash-commands:dispatch:unknown-words", async () => {
		await using omp = await ompProject();
		const refused: ReadonlyArray<readonly [line: string, message: string]> = [
			["/context now", '/context takes no words after it; got "now".'],
			["/status now", '/status takes no words after it; got "now".'],
			["/session frob", "Unknown: /session frob."],
			["/usage frob", "Usage: /usage"],
			["/fast frob", "Usage: /fast"],
			["/shake frob", "Usage: /shake"],
			["/jobs frob", "Usage: /jobs"],
			["/trust frob", "Unknown action: frob."],
			["/changelog frob", "Usage: /changelog"],
			["/extensions frob", "Unknown action: frob."],
			["/plugins frob", "Usage: /plugins"],
			["/mcp frob", 'unknown action "frob".'],
			["/ssh frob", 'Expected action to be one of: list, add, remove; got "frob"'],
			["/lsp frob", 'unknown action "frob".'],
			["/advisor frob", "Usage: /advisor"],
			["/marketplace frob", 'Unknown action "frob".'],
			["/agents frob", "Unknown action: frob."],
			["/todo frob", "Usage: /todo"],
			["/stats frob", "Usage: /stats"],
			["/session info frob", "Unknown: /session info frob."],
			["/usage show frob", "Usage: /usage"],
		];
		for (const [line, message] of refused) {
			const { stdout, stderr, exitCode } = await omp.run(["-p", line]);
			expect([line, stdout, stderr, exitCode]).toEqual([line, "", expect.stringContaining(`Error: ${message}`), 1]);
		}
		expect(omp.model.requests).toEqual([]);
	});

	verifies("slash-commands:config:status", async () => {
		await using omp = await ompProject();
		const status = await omp.run(["-p", "--approval-mode", "write", "/status"]);
		expect(status.stdout).toMatch(
			/^Model: acme\/a-1 \(Acme One\).*\nSession: [0-9a-f-]+\nFolder: .*\nApprovals: write \(ask before .*\)\nSandbox: /,
		);
		expect((await omp.run(["-p", "--sandbox", "off", "/status"])).stdout).toEndWith("\nSandbox: off\n");
		expect((await omp.run(["-p", "--sandbox", "off", "/sandbox"])).stdout).toStartWith("The sandbox is off");
		const config = "sandbox: { hosts: [example.com], outside: [git push] }\n";
		await omp.home.write(".omp/agent/config.yml", config);
		const sandbox = (await omp.run(["-p", "/sandbox"])).stdout;
		expect(sandbox).toStartWith("Sandbox: workspace (");
		for (const part of [
			`May be written:\n  ${omp.path}\n`,
			"Hosts, unasked:\n  example.com\n",
			"Outside the sandbox, unasked:\n  git push\n",
			"Refused in this session: nothing so far\n",
		]) {
			expect(sandbox).toContain(part);
		}
		expect((await omp.run(["-p", "/permissions"])).stdout).toStartWith("Mode: ");
		expect((await omp.run(["-p", "/checkpoint"])).stdout).toBe("No turn of this branch has changed files.\n");
	});

	verifies("cli:print:error-exit", async () => {
		const replies = [failure(400, "the model is out to lunch"), failure(400, "still out")];
		await using omp = await ompProject({ replies });
		const asText = await omp.run(["-p", "hi"]);
		expect(asText).toMatchObject({ stdout: "", exitCode: 1 });
		expect(asText.stderr).toContain("the model is out to lunch");
		const asJson = await omp.run(["--mode", "json", "-p", "hi"]);
		expect(asJson.exitCode).toBe(1);
		expect(lines(asJson.stdout).at(-1).messages.at(-1)).toMatchObject({ stopReason: "error" });
	});

	verifies("cli:print:thoughts", async () => {
		const reply = text("Answer.", { thinking: "Let me see." });
		await using omp = await ompProject({ replies: [reply, reply] });
		expect((await omp.run(["-p", "why", "--print-thoughts"])).stdout).toBe("Let me see.\n\nAnswer.\n");
		expect((await omp.run(["-p", "why"])).stdout).toBe("Answer.\n");
	});

	verifies("cli:print:sigint", async () => {
		for (const [signal, exitCode] of [
			["SIGINT", 130],
			["SIGTERM", 143],
		] as const) {
			await using omp = await ompProject({
				replies: [toolCall("bash", { i: "wait", command: "echo begun > mark; sleep 600" })],
			});
			const child = Bun.spawn([...omp.command, "-p", "wait"], { cwd: omp.path, env: omp.env, stdin: "ignore" });
			await until(async () => (await readdir(omp.path)).includes("mark"));
			child.kill(signal);
			expect(await child.exited).toBe(exitCode);
			const [session] = await omp.sessions();
			expect(session?.at(-1)).toMatchObject({
				customType: "session_exit",
				data: { kind: "signal", reason: signal.toLowerCase(), pendingToolCalls: [{ toolName: "bash" }] },
			});
		}
	});

	verifies("cli:print:closed-pipe", async () => {
		const long = "word ".repeat(40_000);
		await using omp = await ompProject({ replies: [text(long)] });
		const shell = `"$0" "$@" --mode json -p go | head -n 1 >/dev/null; echo "\${PIPESTATUS[0]}"`;
		const child = Bun.spawn(["bash", "-c", shell, ...omp.command], {
			cwd: omp.path,
			env: omp.env,
			stdin: "ignore",
			stderr: "pipe",
		});
		expect((await new Response(child.stdout).text()).trim()).toBe("0");
		expect(await new Response(child.stderr).text()).toBe("");
	});

	verifies("cli:flag:no-session", async () => {
		await using omp = await ompProject({ replies: [text("gone")] });
		await omp.run(["-p", "hi", "--no-session", "--continue"]);
		expect(await omp.sessions()).toEqual([]);
	});

	verifies("cli:flag:tools", async () => {
		await using omp = await ompProject({ replies: [text("a"), text("b")] });
		await omp.run(["-p", "hi", "--tools", "read"]);
		await omp.run(["-p", "hi", "--no-tools"]);
		const offered = omp.model.requests.map(({ tools }) =>
			(tools as Array<{ name: string }> | undefined)?.map(({ name }) => name),
		);
		expect(offered).toEqual([["read"], undefined]);
		const wrong = await omp.run(["-p", "hi", "--tools", "raed"]);
		expect(wrong).toMatchObject({
			exitCode: 2,
			stderr: expect.stringContaining("Unknown tool in --tools: raed. Valid tools: "),
		});
	});

	verifies("cli:flag:system-prompt", async () => {
		await using omp = await ompProject({ files: { "extra.md": "Speak French." }, replies: [text("a")] });
		await omp.run(["-p", "hi", "--system-prompt", "You are a parrot.", "--append-system-prompt", "extra.md"]);
		const system = omp.model.requests[0]?.system as Array<{ text: string }>;
		expect(system[0]?.text).toBe("You are a parrot.\n\nSpeak French.");
		expect(system[1]?.text).toStartWith("<workstation>");
	});

	verifies("cli:flag:cwd", async () => {
		await using omp = await ompProject({ files: { "sub/x.txt": "" }, replies: [text("a")] });
		const { stdout } = await omp.run(["--mode", "json", "-p", "hi", "--cwd", "sub"]);
		expect(lines(stdout)[0].cwd).toBe(join(omp.path, "sub"));
		const missing = await omp.run(["-p", "hi", "--cwd", "nowhere"]);
		expect(missing).toMatchObject({
			exitCode: 1,
			stderr: `Error: Directory not found: ${join(omp.path, "nowhere")}\n`,
		});
	});

	test("the reply goes to stdout, and the key is not printed", async () => {
		await using omp = await ompProject({ replies: [toolCall("bash", { i: "look", command: "env" }), text("Seen.")] });
		const { stdout } = await omp.run(["--mode", "json", "-p", "show the environment"], {
			env: { ANTHROPIC_API_KEY: "sk-ant-private" },
		});
		const written = JSON.stringify(await omp.sessions());
		expect(omp.model.exchanges[0]?.headers["x-api-key"]).toBe("acme-secret-key");
		for (const secret of ["sk-ant-private"]) {
			expect(stdout).not.toContain(secret);
			expect(written).not.toContain(secret);
		}
	});
});

describe("sessions from the command line", () => {
	test("--continue resumes the last session of the folder", async () => {
		await using omp = await ompProject({ replies: [text("The number is 7."), text("It was 7.")] });
		await omp.run(["-p", "remember 7"]);
		await omp.run(["-p", "-c", "what was it?"]);
		const sessions = await omp.sessions();
		expect(sessions).toHaveLength(1);
		const messages = (omp.model.requests[1]?.messages ?? []) as Array<{ role: string }>;
		const roles = messages.map((message) => message.role);
		expect(roles).toEqual(["user", "assistant", "user"]);
	});
});

describe("--resume", () => {
	verifies("cli:session:resume-not-found", async () => {
		await using omp = await ompProject();
		const result = await omp.run(["-p", "--resume", "abcd1234", "hi"]);
		expect(result).toMatchObject({ stdout: "", exitCode: 1 });
		expect(result.stderr).toStartWith('Error: Session "abcd1234" not found.');
		const word = await omp.run(["--resume", "nope", "-p", "hi"]);
		expect(word).toMatchObject({ stdout: "", exitCode: 1 });
		expect(word.stderr).toStartWith('Error: Session "nope" not found: ');
	});

	verifies("sessions:resume:by-prefix", async () => {
		await using omp = await ompProject({ replies: [text("one"), text("two"), text("three")] });
		await omp.run(["-p", "first"]);
		await omp.run(["-p", "second"]);
		const [oldest] = await omp.sessions();
		const id = String(oldest?.[0]?.id);
		const { exitCode } = await omp.run(["-p", "--resume", id.slice(0, 13).toUpperCase(), "more"]);
		expect(exitCode).toBe(0);
		expect((await omp.sessions()).map((session) => session.length)).toEqual([10, 7]);
	});

	verifies("sessions:resume:no-tty", async () => {
		await using omp = await ompProject({ files: { "other/x": "" }, replies: [text("one")] });
		await omp.run(["-p", "first"]);
		const [session] = await omp.sessions();
		const result = await omp.run(["-p", "--resume", String(session?.[0]?.id), "hi"], { cwd: join(omp.path, "other") });
		expect(result.exitCode).toBe(1);
		expect(result.stderr).toContain("--cwd");
		expect(result.stderr).toContain("--fork");
	});
});

describe("offline guide", () => {
	test("the offline guide lists the files of the folder", async () => {
		await using omp = await ompProject({ files: { "one.txt": "1", "two.txt": "22" }, connected: false });
		const { stdout, exitCode } = await omp.run(["-p", "list the files here"]);
		expect(exitCode).toBe(0);
		expect(stdout).toContain("one.txt");
		expect(stdout).toContain("two.txt");
	});

	test.each([
		["read a.txt", "hello world"],
		["search world", "1:hello world"],
		["find *.txt", "a.txt"],
		["run echo $((6*7))", "42"],
		["what can you do", "replace OLD with NEW in FILE"],
		["compose a symphony", "not a language model"],
	])("the offline guide answers %p", async (request, expected) => {
		await using omp = await ompProject({ files: { "a.txt": "hello world\n" }, connected: false });
		expect((await omp.run(["-p", request])).stdout).toContain(expected);
	});

	test("the offline guide creates a file and replaces text in it", async () => {
		await using omp = await ompProject({ connected: false });
		await omp.run(["-p", "create notes.txt with hello & goodbye"]);
		expect(await omp.files.read("notes.txt")).toBe("hello & goodbye\n");
		await omp.run(["-p", "replace hello & with /*x*/ \\ in notes.txt"]);
		expect(await omp.files.read("notes.txt")).toBe("/*x*/ \\ goodbye\n");
	});
});

describe("a failure in print mode", () => {
	test.each([
		[
			"a wrong key",
			failure(401, "invalid x-api-key", { type: "authentication_error" }),
			"401 invalid x-api-key. The key came from ACME_KEY (named in models.yml). Check the provider's apiKey in models.yml.",
		],
		[
			"no quota",
			failure(400, "Your credit balance is too low"),
			"400 Your credit balance is too low. Check the plan and billing at the provider, or choose another one with --model (omp models lists them).",
		],
		[
			"an unknown model",
			failure(404, "model: a-1", { type: "not_found_error" }),
			"404 model: a-1. Choose another one with --model (omp models lists them).",
		],
	])("%s is said in one line with what helps", async (_, reply, line) => {
		await using omp = await ompProject({ replies: [reply] });
		await omp.home.write(".omp/agent/config.yml", "retry: { maxRetries: 0 }\n");
		const { stderr, exitCode } = await omp.run(["-p", "hi"]);
		expect(stderr).toBe(`${line}\n`);
		expect(exitCode).toBe(1);
	});

	test("a retry is said at once, and maxRetries counts requests", async () => {
		const overloaded = failure(529, "Overloaded");
		await using omp = await ompProject({ replies: [overloaded, overloaded, overloaded, overloaded] });
		await omp.home.write(".omp/agent/config.yml", "retry: { maxRetries: 1, baseDelayMs: 1 }\n");
		const { stderr } = await omp.run(["-p", "--no-session", "hi"]);
		expect(stderr.split("\n")[0]).toBe("Retrying (1/1) in 1 s: 529 Overloaded");
		expect(omp.model.requests).toHaveLength(2);
	});
});
