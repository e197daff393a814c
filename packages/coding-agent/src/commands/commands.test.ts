import { describe, expect, test } from "bun:test";
import { readFile, stat } from "node:fs/promises";
import type { LazyStore } from "@oh-my-pi/pi-ai/auth/store/lazy-store";
import { says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import { Features } from "../workbench/features.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import type { SessionJobs } from "../workbench/session-jobs.ts";
import { builtInCommands } from "./built-in-commands.ts";
import { builtInCommands as registry } from "./commands.ts";
import { parseExportArguments } from "./conversation/export.ts";
import { runLine } from "./run-line.ts";
import { jobsCommand } from "./sessions/jobs.ts";
import { findTodo } from "./sessions/todo/find-todo.ts";
import { parseTodoMarkdown, todoMarkdown } from "./sessions/todo/todo-markdown.ts";
import { currentNotes, versionNotes } from "./system/changelog.ts";
import { testSession } from "./testing/test-session.ts";

/** Commands one after the other in a session in a folder of its own. */
async function inSession(options: Parameters<typeof testSession>[1] = {}, given: Partial<OpenedConversation> = {}) {
	const place = await workspace();
	const talk = testSession([says("First answer."), says("Second answer.")], { folder: place.path, ...options });
	const session = partly<OpenedConversation>("session", Object.assign(talk.session, given));
	const commands = registry();
	const run = async (line: string) => {
		const outcome = await runLine(line, session, commands);
		return outcome?.output ?? outcome?.prompt;
	};
	return { ...talk, place, session, run, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

const textCommands = builtInCommands.filter(({ run }) => run !== undefined);

test("every command has a name of its own, a description and a group", () => {
	const names = textCommands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
	expect(new Set(names).size).toBe(names.length);
	for (const { summary } of textCommands) expect(summary).toMatch(/^[A-Z].*[^.]$/);
});

describe("/todo", () => {
	const list = [
		{
			name: "Build",
			tasks: [
				{ content: "write the parser", status: "in_progress" as const },
				{ content: "write the printer", status: "pending" as const },
			],
		},
		{ name: "Ship", tasks: [{ content: "tag it", status: "blocked" as const, blocker: "no access" }] },
	];

	test("Markdown says the same both ways", () => {
		const text = todoMarkdown(list);
		expect(text).toBe(
			"# Build\n- [/] write the parser\n- [ ] write the printer\n# Ship\n- [!] tag it (blocked: no access)",
		);
		expect(parseTodoMarkdown(text)).toEqual(list);
		expect(parseTodoMarkdown("* [X] done\n+ [-] given up\n- no box\nprose")).toEqual([
			{
				name: "Tasks",
				tasks: [
					{ content: "done", status: "completed" },
					{ content: "given up", status: "abandoned" },
					{ content: "no box", status: "pending" },
				],
			},
		]);
	});

	test("a few letters are enough when they fit one thing", () => {
		expect(findTodo(list, "print")).toEqual({ task: "write the printer" });
		expect(findTodo(list, "ship")).toEqual({ phase: "Ship" });
		expect(findTodo(list, "")).toEqual({ all: true });
		expect(() => findTodo(list, "write")).toThrow('"write" could be "write the parser" or "write the printer"');
		expect(() => findTodo(list, "zzz")).toThrow('No todo matches "zzz".');
	});

	test("the list is made, changed, written and read, and the model hears of it", async () => {
		await using omp = await inSession();
		expect(await omp.run("/todo")).toBe("No todos.");
		expect(await omp.run("/todo append buy milk")).toBe("# Tasks\n- [/] buy milk");
		expect(await omp.run('/todo append "Second phase" "write a letter"')).toBe(
			"# Tasks\n- [/] buy milk\n# Second phase\n- [ ] write a letter",
		);
		expect(await omp.run("/todo append tasks sell it")).toContain("- [/] buy milk\n- [ ] sell it");
		expect(await omp.run("/todo start letter")).toContain("- [/] write a letter");
		expect(await omp.run("/todo done milk")).toContain("- [x] buy milk");
		expect(await omp.run("/todo drop sell")).toContain("- [-] sell it");
		expect(await omp.run("/todo export")).toBe(`Todos written to ${omp.place.path}/TODO.md.`);
		expect(await omp.run("/todo rm tasks")).toBe("# Second phase\n- [/] write a letter");
		expect(await omp.run("/todo import")).toContain("- [x] buy milk");
		await expect(omp.run("/todo import missing.md")).rejects.toThrow("File not found: ");
		await expect(omp.run("/todo nonsense")).rejects.toThrow("Usage: /todo");
		await expect(omp.run("/todo edit")).rejects.toThrow("needs a terminal");
		await omp.conversation.submit({ type: "prompt", text: "go" });
		const told = JSON.stringify(omp.requests[0]?.context.messages);
		expect(told).toContain("The user has changed the todo list");
	});
});

describe("/context and /dump", () => {
	test("the window is told part by part, and the parts fill it", async () => {
		await using omp = await inSession();
		await omp.conversation.submit({ type: "prompt", text: "hello" });
		const output = (await omp.run("/context")) ?? "";
		const names = ["System prompt", "Tools", "Context files", "Messages", "Free", "Compaction reserve"];
		for (const name of names) expect(output).toContain(name);
		const cells = output.match(/[▣▤▥▦■□▨](?= [▣▤▥▦■□▨]|$)/gm) ?? [];
		expect(cells.length).toBe(100);
		expect(output).toMatch(/^test\/scripted · \d+% \([\d,]+\/200,000\)/);
	});

	test("everything that was said is dumped, and the next request is a file for nobody else", async () => {
		await using omp = await inSession();
		expect(await omp.run("/dump")).toBe("No messages to dump yet.");
		await omp.conversation.submit({ type: "prompt", text: "hello ``` there" });
		const output = (await omp.run("/dump")) ?? "";
		for (const part of ["# System prompt", "test/scripted", "## noop", "## user\n\nhello", "First answer."]) {
			expect(output).toContain(part);
		}
		const path = /^Request: (.*)$/m.exec(output)?.[1] ?? "";
		expect(path).toEndWith(`omp-llm-request-${omp.conversation.log.id}.json`);
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({
			model: "test/scripted",
			systemPrompt: ["You are under test."],
			messages: [{ role: "user" }, { role: "assistant" }],
		});
	});
});

describe("folders", () => {
	test("are added, listed and taken out again, and the model hears of it", async () => {
		await using omp = await inSession();
		await using other = await workspace();
		expect(await omp.run(`/add-dir ${other.path}`)).toBe(`Added ${other.path}.`);
		expect(await omp.run(`/add-dir ${other.path}`)).toBe(`${other.path} belongs to the session already.`);
		expect(await omp.run("/dirs")).toBe(`${omp.place.path} (working folder)\n${other.path}`);
		await expect(omp.run("/add-dir nowhere")).rejects.toThrow("Directory not found: ");
		await expect(omp.run("/add-dir")).rejects.toThrow("Usage: /add-dir <path>");
		expect(await omp.run(`/remove-dir ${other.path}`)).toBe(`Removed ${other.path}.`);
		await expect(omp.run(`/remove-dir ${other.path}`)).rejects.toThrow("was not added");
		expect(omp.conversation.log.header.additionalDirectories).toBeUndefined();
		await omp.conversation.submit({ type: "prompt", text: "go" });
		expect(JSON.stringify(omp.requests[0]?.context.messages)).toContain("The workspace now consists of these folders");
	});
});

describe("the others", () => {
	test("/fast says what it is, and refuses where there is none", async () => {
		await using omp = await inSession();
		expect(await omp.run("/fast status")).toBe("Fast mode is off.");
		await expect(omp.run("/fast on")).rejects.toThrow("Fast mode is unavailable for the current model.");
		await expect(omp.run("/fast maybe")).rejects.toThrow("Usage: /fast");
	});

	test("/fresh forgets what the provider remembers", async () => {
		await using omp = await inSession();
		await omp.conversation.submit({ type: "prompt", text: "one" });
		omp.requests[0]?.options.providerSessionState?.set("cursor", 1);
		expect(await omp.run("/fresh")).toBe("Fresh provider session started (1 provider states pruned).");
		await omp.conversation.submit({ type: "prompt", text: "two" });
		expect(omp.requests[1]?.options.sessionId).not.toBe(omp.requests[0]?.options.sessionId);
	});

	test("/compact and /shake say when there is nothing to do", async () => {
		await using omp = await inSession();
		expect(await omp.run("/compact")).toBe("Nothing to compact (no messages yet)");
		expect(await omp.run("/shake")).toBe("Nothing to shake.");
		await omp.conversation.submit({ type: "prompt", text: "short" });
		await expect(omp.run("/compact remote keep it")).rejects.toThrow("No summary endpoint is set");
		await expect(omp.run("/compact")).rejects.toThrow("Nothing to compact (session too small)");
		await expect(omp.run("/shake everything")).rejects.toThrow("Usage: /shake");
	});

	test("/jobs lists what runs and what has run", async () => {
		const job = { id: "bg_1", type: "bash", ownerId: "Main", label: "make\nall", startedAt: 0 } as const;
		const now = Date.UTC(2026, 10, 15);
		const jobs = () => [
			{ ...job, status: "completed" as const, settledAt: 2500 },
			{ ...job, id: "bg_2", status: "running" as const, startedAt: now - 65_000 },
		];
		await using omp = await inSession({}, { jobs });
		expect(await omp.run("/jobs")).toBe(
			"bg_1  completed  3s    bash: make all\nbg_2  running    1m5s  bash: make all\n\n/jobs log <id> shows output, /jobs stop <id> ends one",
		);
	});

	test("/jobs shows what one has printed, and ends it", async () => {
		const board = new JobBoard({ now: () => 0 });
		const workbench = partly<OpenedConversation["workbench"]>("workbench", { jobs: board as SessionJobs });
		await using omp = await inSession({}, { workbench });
		const ownerId = omp.conversation.id;
		Object.assign(omp.session, { jobs: () => board.list(ownerId) });
		const { run, session } = omp;
		board.start({
			type: "process",
			id: "web",
			label: "npm run dev",
			ownerId,
			run: ({ signal, report }) => {
				report("listening\n");
				return new Promise((resolve) =>
					signal.addEventListener("abort", () => resolve({ text: "Process web was stopped.", isError: false })),
				);
			},
		});
		expect(await run("/jobs log web")).toMatch(/^web {2}running {2}\d+.* {2}process: npm run dev\nlistening$/);
		expect(await jobsCommand.complete?.("stop ", session)).toEqual([{ name: "stop web", summary: "npm run dev" }]);
		expect(await run("/jobs stop web")).toBe("Stopped web.");
		expect(await run("/jobs stop web")).toBe("web has ended already.");
		expect(await run("/jobs log web")).toContain("\nProcess web was stopped.");
		expect(await jobsCommand.complete?.("stop ", session)).toEqual([]);
		await expect(run("/jobs log nope")).rejects.toThrow("No job has the id nope. See /jobs.");
		await expect(run("/jobs stop")).rejects.toThrow("Usage: /jobs [log|stop <id>]");
	});

	test("/export takes a path in quotes, and one only", () => {
		expect(parseExportArguments('--themes "my page.html"')).toEqual({
			path: "my page.html",
			withThemes: true,
			isRedacted: false,
		});
		expect(parseExportArguments("--redact")).toEqual({ withThemes: false, isRedacted: true });
		for (const copy of ["copy", "--copy"])
			expect(() => parseExportArguments(copy)).toThrow("Use /dump to copy the text");
		for (const odd of ["a b", "--what"])
			expect(() => parseExportArguments(odd)).toThrow("Usage: /export [--themes] [--redact] [path]");
	});

	test("/export cannot write what is only in memory", async () => {
		await using omp = await inSession();
		await expect(omp.run("/export")).rejects.toThrow("Cannot export in-memory session to HTML");
	});

	test("/changelog tells the newest notes first", async () => {
		await using omp = await inSession();
		expect(versionNotes("# Changelog\n\n## 2.0\n\n- b\n\n## 1.0\n\n- a\n")).toEqual(["2.0\n\n- b", "1.0\n\n- a"]);
		expect(currentNotes(["Unreleased\n\n- c", "2.0\n\n- b", "1.1\n\n- a", "1.0 – 2026\n\n- a"])).toBe(
			"Unreleased\n\n- c\n\n2.0\n\n- b\n\nEarlier: 1.1, 1.0 (/changelog full)",
		);
		expect(currentNotes(["Unreleased\n\n- c"])).toBe("Unreleased\n\n- c");
		expect(await omp.run("/changelog")).toContain("- ");
		await expect(omp.run("/changelog please")).rejects.toThrow("Usage: /changelog [full]");
	});

	test("/force names the tool, and sends what follows", async () => {
		await using omp = await inSession();
		expect(await runLine("/force:noop do it", omp.session, registry())).toEqual({
			output: "Next turn forced to use noop.",
			prompt: "do it",
		});
		await expect(omp.run("/force nothing")).rejects.toThrow("Unknown tool: nothing. Tools: noop");
	});

	test("/usage has nothing to show without a login", async () => {
		const store = partly<LazyStore>("store", { current: undefined, remote: undefined, accounts: undefined });
		const registry = partly<OpenedConversation["registry"]>("registry", { store });
		const budget = partly<OpenedConversation["workbench"]["budget"]>("budget", { describeSpending: async () => "" });
		const workbench = partly<OpenedConversation["workbench"]>("workbench", { budget, features: new Features() });
		await using omp = await inSession({}, { registry, workbench });
		expect(await omp.run("/usage")).toBe("No usage data available.");
	});

	test("a prompt in a file is expanded, an unknown name is not ours", async () => {
		await using omp = await inSession({ files: { tidy: "Tidy $1" } });
		expect(await omp.run("/tidy up")).toBe("Tidy up");
		expect(await runLine("/unknown x", omp.session, registry())).toBeUndefined();
		expect(await runLine("/etc/hosts", omp.session, registry())).toBeUndefined();
	});
});
