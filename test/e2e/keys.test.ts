import { describe, expect, test } from "bun:test";
import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, failure, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type AppAction, appActions } from "../../packages/coding-agent/src/modes/interactive/keys/app-actions.data.ts";

/** Byte sequences of the default keys and of those that the tests bind. */
const keys: Readonly<Record<AppAction, string>> = {
	"app.interrupt": "\x1b",
	"app.clear": "\x03",
	"app.exit": "\x04",
	"app.suspend": "\x1a",
	"app.display.reset": "\x0c",
	"app.thinking.cycle": "\x1b[Z",
	"app.thinking.toggle": "\x14",
	"app.model.cycleForward": "\x10",
	"app.model.cycleBackward": "\x1b[112;6u",
	"app.model.select": "\x1bm",
	"app.model.selectTemporary": "\x1bp",
	"app.plan.toggle": "\x1bP",
	"app.approvals.cycle": "\x1bk",
	"app.agents.hub": "\x1ba",
	"app.message.followUp": "\x11",
	"app.message.dequeue": "\x1b[1;3A",
	"app.files.undo": "\x1bz",
	"app.files.redo": "\x1bZ",
	"app.retry": "\x1br",
	"app.history.search": "\x12",
	"app.tools.expand": "\x0f",
	"app.tools.toggleVisibility": "\x1b[111;6u",
	"app.editor.external": "\x07",
	"app.clipboard.pasteImage": "\x16",
	"app.clipboard.pasteTextRaw": "\x1b[118;6u",
	"app.clipboard.copyLine": "\x1bL",
	"app.clipboard.copyPrompt": "\x1bC",
	"app.session.new": "\x1b[15~",
	"app.session.tree": "\x1b[17~",
	"app.session.fork": "\x1b[18~",
	"app.session.resume": "\x1b[19~",
};

const ownKeys = [
	"app.session.new: f5",
	"app.session.tree: f6",
	"app.session.fork: f7",
	"app.session.resume: f8",
	"",
].join("\n");

const pressed = new Set<AppAction>();

async function started(omp: OmpProject, env: Record<string, string> = {}): Promise<PtyRun> {
	await omp.home.write(".omp/agent/keybindings.yml", ownKeys);
	const terminal = ptyRun([...omp.command], { cols: 100, rows: 40, cwd: omp.path, env: { ...omp.env, ...env } });
	await terminal.waitFor("Acme One");
	return terminal;
}

async function press(terminal: PtyRun, action: AppAction, seen: string | RegExp): Promise<void> {
	pressed.add(action);
	terminal.type(keys[action]);
	await terminal.waitFor(seen);
}

const gone = (terminal: PtyRun, words: string) => until(() => !terminal.screen().includes(words));

describe("keys, in a real terminal", () => {
	test("models, thinking and modes", async () => {
		await using omp = await ompProject();
		await using terminal = await started(omp);
		await press(terminal, "app.files.undo", "There is nothing to take back");
		await press(terminal, "app.files.redo", "There is nothing to put back");
		await press(terminal, "app.thinking.toggle", "Thinking blocks: hidden");
		await press(terminal, "app.tools.expand", "Tool results: in full");
		await press(terminal, "app.tools.toggleVisibility", "Tool calls: hidden");
		await press(terminal, "app.agents.hub", "No sub-agents yet.");
		terminal.type("\x1b");
		await gone(terminal, "No sub-agents yet.");
		await press(terminal, "app.model.select", "Models");
		terminal.type("\x1b");
		await gone(terminal, "All models");
		await press(terminal, "app.model.selectTemporary", "Switch Model");
		terminal.type("\x1b");
		await gone(terminal, "Switch Model");
		await press(terminal, "app.plan.toggle", "Plan mode on");
		await press(terminal, "app.plan.toggle", "Plan mode off");
		await press(terminal, "app.approvals.cycle", "ask before every edit and every command (always-ask)");
		await terminal.waitFor("ask all");
	});

	test("the approval modes end with the one that never asks, which has to be confirmed", async () => {
		await using omp = await ompProject();
		await omp.home.write(".omp/agent/config.yml", "tools:\n  approvalMode: write\n");
		await using terminal = await started(omp);
		await terminal.waitFor("ask commands");
		await press(terminal, "app.approvals.cycle", "(auto)");
		await press(terminal, "app.approvals.cycle", "Plan mode on");
		await press(terminal, "app.approvals.cycle", "Never ask?");
		expect(terminal.screen()).not.toMatch(/> yolo|yolo ─/);
		// Enter keeps asking.
		terminal.type("\r");
		await terminal.waitFor("(always-ask)");
		await terminal.waitFor("ask all");
		await press(terminal, "app.approvals.cycle", "(write)");
		await press(terminal, "app.approvals.cycle", "(auto)");
		await press(terminal, "app.approvals.cycle", "Plan mode on");
		await press(terminal, "app.approvals.cycle", "Never ask?");
		terminal.type("\x1b[B\r");
		await terminal.waitFor("Approvals for this run: never ask (yolo)");
	});

	test("cycling through roles and thinking levels", async () => {
		await using omp = await ompProject();
		const models = await readFile(join(omp.agentDir, "models.yml"), "utf8");
		await omp.home.write(".omp/agent/models.yml", models.replaceAll("maxTokens:", "reasoning: true, maxTokens:"));
		await omp.home.write(".omp/agent/config.yml", "modelRoles:\n  default: acme/a-1\n  slow: acme/a-2\n");
		await using terminal = await started(omp);
		await press(terminal, "app.model.cycleForward", "⬢ Acme Two");
		await press(terminal, "app.model.cycleBackward", "⬢ Acme One");
		const before = terminal.screen();
		pressed.add("app.thinking.cycle");
		terminal.type(keys["app.thinking.cycle"]);
		await until(() => /· (off|auto|min|low|med|high|xhigh|max)/.exec(terminal.screen())?.[1] !== level(before));
	});

	test("during a run: steer, follow up, dequeue, abort; retry after an error", async () => {
		const slow = delivered(text("a very slow answer"), { chunkChars: 1, chunkDelayMs: 400 });
		await using omp = await ompProject({ replies: [slow, failure(400, "not today"), text("Today after all.")] });
		await using terminal = await started(omp);
		terminal.type("begin\r");
		await terminal.waitFor("a v");
		terminal.type("and then this");
		await press(terminal, "app.message.followUp", "Queued for after this turn · 1");
		await press(terminal, "app.message.dequeue", "╰─ and then this");
		await press(terminal, "app.interrupt", "Interrupted");
		await press(terminal, "app.clear", "╰─  ");
		terminal.type("again\r");
		await terminal.waitFor("not today");
		await press(terminal, "app.retry", "Today after all.");
	});

	test("draft: clear, external editor, copy, paste, recall", async () => {
		await using programs = await clipboard("from the clipboard");
		await using omp = await ompProject({ replies: [text("One."), text("Two.")] });
		const env = {
			PATH: `${programs.path}:${process.env.PATH}`,
			WAYLAND_DISPLAY: "",
			DISPLAY: ":0",
			VISUAL: join(programs.path, "edit"),
		};
		await using terminal = await started(omp, env);
		terminal.type("a memorable prompt\r");
		await terminal.waitFor("One.");
		await press(terminal, "app.history.search", "Search History");
		await terminal.waitFor("a memorable prompt");
		terminal.type("\r");
		await terminal.waitFor("╰─ a memorable prompt");
		await press(terminal, "app.editor.external", "╰─ a memorable prompt, edited");
		await press(terminal, "app.clipboard.copyPrompt", /copied/i);
		await until(async () => (await programs.read("copied")).includes("a memorable prompt, edited"));
		await press(terminal, "app.clipboard.copyLine", /copied/i);
		await press(terminal, "app.clear", "╰─  ");
		await press(terminal, "app.clipboard.pasteTextRaw", "╰─ from the clipboard");
		// A second Ctrl+C so soon would exit.
		terminal.type("\x15");
		await terminal.waitFor("╰─  ");
		await press(terminal, "app.clipboard.pasteImage", "╰─ from the clipboard");
	});

	test("sessions, with custom keys", async () => {
		await using omp = await ompProject({ replies: [text("First answer."), text("Second answer.")] });
		await using terminal = await started(omp);
		terminal.type("remember blue\r");
		await terminal.waitFor("First answer.");
		await press(terminal, "app.session.fork", "Session forked to");
		await press(terminal, "app.session.tree", "user: remember blue");
		terminal.type("\x1b");
		await gone(terminal, "user: remember blue");
		await press(terminal, "app.session.new", "New session started");
		await press(terminal, "app.session.resume", "Resume Session");
		terminal.type("\x1b");
		await gone(terminal, "Resume Session");
	});

	test("terminal: redraw, suspend and resume, exit with a draft", async () => {
		await using omp = await ompProject({ replies: [toolCall("bash", { command: "echo once" }), text("Done.")] });
		await omp.home.write(".omp/agent/keybindings.yml", ownKeys);
		await using shell = ptyRun(["bash", "--norc", "-i"], { cols: 100, rows: 40, cwd: omp.path, env: omp.env });
		shell.type(`${omp.command.map((word) => `'${word}'`).join(" ")}\r`);
		await shell.waitFor("Acme One");
		shell.type("go\r");
		await shell.waitFor("Done.");
		const before = shell.output().length;
		pressed.add("app.display.reset");
		shell.type(keys["app.display.reset"]);
		await until(() => shell.output().slice(before).includes("\x1b[3J"));
		await press(shell, "app.suspend", "Stopped");
		shell.type("fg\r");
		await shell.waitFor(/Done\.[\s\S]*◫/);
		shell.type("a draft for later");
		await shell.waitFor("a draft for later");
		await press(shell, "app.exit", "Resume this session");
		shell.type("exit\r");
		expect((await shell.exit).signal).toBeNull();
	});

	test("a key file saved while omp runs is reloaded, and errors in it are reported", async () => {
		await using omp = await ompProject();
		await using terminal = await started(omp);
		await omp.home.write(".omp/agent/keybindings.yml", "app.history.search: f9\napp.nonsense: f10\n");
		await terminal.waitFor("Keyboard shortcuts reloaded");
		await terminal.waitFor("app.nonsense");
		terminal.type("\x1b[20~");
		await terminal.waitFor("Search History");
		terminal.type("\x1b");
		await gone(terminal, "Search History");
	});

	test("every action is covered", () => {
		expect([...pressed].sort()).toEqual((Object.keys(appActions) as AppAction[]).sort());
	});
});

const level = (screen: string) => /· (off|auto|min|low|med|high|xhigh|max)/.exec(screen)?.[1];

/** Fake clipboard and editor programs. */
async function clipboard(content: string) {
	const programs = await workspace({
		content,
		copied: "",
		xclip:
			'#!/bin/sh\ncase "$*" in\n*image*) exit 1;;\n*-o*) cat "$(dirname "$0")/content";;\n*) cat > "$(dirname "$0")/copied";;\nesac\n',
		edit: '#!/bin/sh\nprintf "%s, edited" "$(cat "$1")" > "$1"\n',
	});
	for (const name of ["xclip", "edit"]) await chmod(programs.file(name), 0o755);
	return programs;
}
