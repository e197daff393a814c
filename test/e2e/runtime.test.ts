import { describe, expect } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type AtTerminal, atTerminal } from "./at-terminal.ts";

/** Generous, because tests run in parallel. */
const timeoutMs = 30_000;
const altUp = "\x1b[1;3A";

interface WayOut {
	readonly name: string;
	readonly draft?: string;
	readonly leave: (terminal: AtTerminal) => void;
	readonly code: number;
	readonly exit: { readonly kind: string; readonly reason: string };
}

const quit = { code: 0, exit: { kind: "normal", reason: "quit" } };
const waysOut: readonly WayOut[] = [
	{ name: "Ctrl+C twice", leave: ({ type }) => type("\x04"), ...quit },
	{ name: "/exit", leave: ({ type }) => type("/exit\r"), ...quit },
	{ name: "Ctrl+D", draft: "for later", leave: ({ type }) => type("\x04"), ...quit },
	{
		name: "SIGTERM",
		draft: "for later",
		leave: ({ kill }) => kill("SIGTERM"),
		code: 143,
		exit: { kind: "signal", reason: "sigterm" },
	},
	{
		name: "SIGHUP",
		draft: "for later",
		leave: ({ kill }) => kill("SIGHUP"),
		code: 129,
		exit: { kind: "signal", reason: "sighup" },
	},
];

describe.each(waysOut)("leaving by $name", ({ draft, leave, code, exit }) => {
	verifies(
		"tui:runtime:shutdown",
		async () => {
			await using omp = await ompProject({ replies: [text("Hello.")] });
			await using terminal = await atTerminal(omp);
			await terminal.say("hi", "Hello.");
			if (draft) await terminal.press(draft, `─ ${draft}`);
			leave(terminal);
			expect((await terminal.exit).code).toBe(code);
			const [session] = await omp.sessions();
			expect(session?.at(-1)).toMatchObject({ customType: "session_exit", data: exit });
			expect(JSON.stringify(session).split('"session_exit"')).toHaveLength(2);
			expect(terminal.screen()).toContain(`Resume this session with omp --resume ${session?.[0]?.id}`);
			expect(terminal.screen()).not.toContain("◫");
			expect(terminal.modes()).toMatchObject({ raw: false, alternateScreen: false, cursorHidden: false });
			expect(await drafts(omp.agentDir)).toEqual(draft ? [draft] : []);
		},
		timeoutMs,
	);
});

async function drafts(agentDir: string): Promise<string[]> {
	const root = join(agentDir, "sessions");
	const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith("draft.txt"));
	return Promise.all(names.map((name) => Bun.file(join(root, name)).text()));
}

verifies(
	"tui:runtime:rebuild",
	async () => {
		const plan = { op: "init", list: [{ phase: "Work", items: ["Paint the fence"] }] };
		const replies = [
			toolCall("todo", plan),
			text("Red it is."),
			text("Blue it is."),
			text("Elsewhere."),
			// Compaction may take more than one request.
			...Array.from({ length: 3 }, () => text("A short summary of everything.")),
		];
		await using omp = await ompProject({ replies });
		await omp.home.write(
			".omp/agent/config.yml",
			"doubleEscapeAction: branch\ntodo: { reminders: false }\ncompaction: { keepRecentTokens: 1 }\n",
		);
		await using terminal = await atTerminal(omp);
		/** Output above the editor since a position. */
		const since = (mark: string) => terminal.history().split(mark).at(-1) ?? "";
		await terminal.say("the color is red", "Red it is.");
		await terminal.say("the color is blue", "Blue it is.");
		await terminal.waitFor("Todos · 0/1");
		const id = String((await omp.sessions())[0]?.[0]?.id);

		await terminal.say("/new", "New session started");
		await until(() => !terminal.screen().includes("Todos ·"));
		await terminal.say("/plan", "Plan mode on");
		await terminal.waitFor("🗺 Plan");
		await terminal.say("hello", "Elsewhere.");
		const planned = String((await omp.sessions()).at(-1)?.[0]?.id);

		// Another session: its messages, its todo list, and plan mode off.
		await terminal.say(`/resume ${id}`, "Resumed session");
		await until(() => since("Resumed session").includes("Blue it is."));
		await terminal.waitFor("Todos · 0/1");
		expect(since("Resumed session")).toContain("the color is red");
		expect(since("Resumed session")).not.toContain("Elsewhere.");
		await until(() => !since("Resumed session").includes("🗺 Plan"));

		await terminal.say(`/resume ${planned}`, "Resumed session");
		await terminal.waitFor("🗺 Plan");
		await until(() => since("Resumed session").includes("Elsewhere."));
		await until(() => !since("Resumed session").includes("Todos ·"));
		await terminal.say(`/resume ${id}`, "Resumed session");
		await terminal.waitFor("Todos · 0/1");

		await terminal.say("/tree", "❯ • assistant: Blue it is.");
		await terminal.press(`${altUp}\r`, "Before: the color is blue");
		await until(() => since("Before: the color is blue").includes("Red it is."));
		expect(since("Before: the color is blue")).not.toContain("Blue it is.");
		terminal.type("\x15");

		await terminal.say("/branch", "Branch before");
		await terminal.press("\r", "Branched to a new session");
		await until(() => /─ the color is red/.test(terminal.screen()));
		expect(since("Branched to a new session")).not.toContain("Red it is.");
		terminal.type("\x15");

		await terminal.say(`/resume ${id}`, "Resumed session");
		await terminal.say("/compact", "◫ compacted");
		await terminal.press("\x0f", "A short summary of everything.");
	},
	timeoutMs,
);

verifies(
	"tui:component:render-fallback",
	async () => {
		const reply = toolCall("count", { i: "Counting", upTo: "forty-two" });
		await using omp = await ompProject({ replies: [reply, text("Done.")] });
		await omp.files.write("count.ts", extensionWithBrokenView);
		const command = [...omp.command, "-e", omp.files.file("count.ts"), "count"];
		await using terminal = ptyRun(command, { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
		await terminal.waitFor("Done.");
		expect(terminal.screen()).toContain("counted 42");
		expect(terminal.screen()).toContain('upTo="forty-two"');
		const folder = omp.home.file(".omp/logs");
		const [log = ""] = await until(async () => {
			const names = await readdir(folder).catch(() => []);
			return names.length > 0 && names;
		});
		const written = await Bun.file(join(folder, log)).text();
		expect(written.split("render: Error: a planted defect")).toHaveLength(2);
	},
	timeoutMs,
);

const extensionWithBrokenView = `export default (pi) => pi.registerTool({
	name: "count",
	label: "Count",
	description: "Counts.",
	parameters: { type: "object", properties: { upTo: { type: "string" } } },
	renderCall() { throw new Error("a planted defect"); },
	execute: async () => ({ content: [{ type: "text", text: "counted 42" }] }),
});
`;
