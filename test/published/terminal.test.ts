import { expect, setDefaultTimeout } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { quietMs } from "../../packages/coding-agent/src/dialogs/open/typing-guard.ts";
import { atTerminal, rests } from "../e2e/at-terminal.ts";
import { extension, withPublished } from "./installed.ts";

setDefaultTimeout(60_000);

const yolo = ["--approval-mode", "yolo"];
const runs = (command: string) => toolCall("bash", { i: "Run", command });

withPublished("repeat-pi: lists earlier calls, and puts the chosen command into the editor", async () => {
	await using omp = await ompProject({ replies: [runs("echo first"), runs("echo second"), text("Ran both.")] });
	await using terminal = await atTerminal(omp, {
		args: [...extension("repeat-pi"), ...yolo],
		env: { EDITOR: "", VISUAL: "" },
	});
	await terminal.say("run them", "Ran both.");
	await terminal.say("/repeat", "Repeat tool call");
	expect(terminal.screen()).toContain("bash: echo second");
	await terminal.press("first", "Type to search: first");
	await until(() => !terminal.screen().includes("bash: echo second"));
	await terminal.press("\r", "Loaded bash command into editor");
	await until(() => terminal.screen().includes("!echo first"));
	terminal.type("\x04");
	await terminal.exit;
});

withPublished("repeat-pi: a file is written again, as changed in the editor of the user", async () => {
	const writes = toolCall("write", { i: "Write", path: "a.txt", content: "alpha\n" });
	await using omp = await ompProject({ replies: [writes, text("Wrote it.")] });
	await omp.home.write(
		"editor.sh",
		'#!/bin/sh\nprintf "editing on the terminal\\n"\nsleep 0.1\nprintf "beta\\n" > "$1"\n',
	);
	const env = { EDITOR: `sh ${omp.home.file("editor.sh")}`, VISUAL: "" };
	await using terminal = await atTerminal(omp, { args: [...extension("repeat-pi"), ...yolo], env });
	await terminal.say("write", "Wrote it.");
	await terminal.say("/repeat", "Repeat tool call");
	await terminal.press("\r", "Re-write same content");
	await terminal.press("\r", "editing on the terminal");
	await until(async () => (await omp.files.read("a.txt")) === "beta\n");
	// The screen is omp's again, and takes keys.
	await terminal.say("/repeat", "Repeat tool call");
	terminal.type("\x1b");
	await until(() => !terminal.screen().includes("Repeat tool call"));
	terminal.type("\x04");
	await terminal.exit;
});

withPublished("rpiv-todo: draws its calls and a widget above the editor", async () => {
	const replies = [
		toolCall("todo", { action: "create", subject: "Write the tests" }),
		toolCall("todo", { action: "update", id: 1, status: "in_progress", activeForm: "writing" }),
		text("Kept."),
	];
	await using omp = await ompProject({ replies });
	await using terminal = await atTerminal(omp, { args: [...extension("@juicesharp/rpiv-todo"), ...yolo] });
	await terminal.say("plan", "Kept.");
	await terminal.waitFor("Todos (0/1)");
	expect(terminal.screen()).toMatch(/◐.*Write the tests/);
	terminal.type("\x04");
	await terminal.exit;
});

withPublished("rpiv-ask-user-question: the model asks, and an answer is chosen or typed", async () => {
	const options = [
		{ label: "Red", description: "like roses" },
		{ label: "Blue", description: "like violets" },
	];
	const asks = () =>
		toolCall("ask_user_question", { questions: [{ question: "Which color?", header: "Color", options }] });
	await using omp = await ompProject({ replies: [asks(), text("First."), asks(), text("Second.")] });
	const args = [...extension("@juicesharp/rpiv-ask-user-question"), ...yolo];
	await using terminal = await atTerminal(omp, { args });
	await terminal.press("ask\r", "Enter to select");
	await Bun.sleep(quietMs + 200);
	await terminal.press("\x1b[B", "❯ 2. Blue");
	await terminal.press("\r", "First.");
	await rests(terminal);
	await terminal.press("ask\r", "Enter to select");
	await Bun.sleep(quietMs + 200);
	await terminal.press("\x1b[B\x1b[B", "❯ 3.");
	await terminal.press("green", "green");
	await terminal.press("\r", "Second.");
	const results = omp.model.requests.map((request) => JSON.stringify(request));
	expect(results[1]).toContain('\\"Which color?\\"=\\"Blue\\"');
	expect(results[3]).toContain('\\"Which color?\\"=\\"green\\"');
	terminal.type("\x04");
	await terminal.exit;
});

withPublished("rpiv-i18n: a language is chosen from a list and kept", async () => {
	await using omp = await ompProject();
	await using terminal = await atTerminal(omp, {
		args: extension("@juicesharp/rpiv-i18n"),
		env: { XDG_CONFIG_HOME: omp.home.file("config") },
	});
	await terminal.say("/languages", "UI Language");
	await terminal.press("\x1b[B", "→ English");
	await terminal.press("\r", "Language: en");
	expect(await omp.home.read("config/rpiv-i18n/locale.json")).toContain('"en"');
	terminal.type("\x04");
	await terminal.exit;
});

withPublished("pi-processes: a panel in place of the editor shows what runs, and draws calls", async () => {
	const starts = toolCall("process", { action: "start", name: "server", command: "echo listening; exec sleep 600" });
	await using omp = await ompProject({ replies: [starts, text("It runs.")] });
	await using terminal = await atTerminal(omp, { args: [...extension("@aliou/pi-processes"), ...yolo] });
	await terminal.say("start", "It runs.");
	expect(terminal.screen()).toContain("Process: start `server`");
	await terminal.say("/ps", "1/1 running");
	expect(terminal.screen()).toContain("listening");
	// An overlay above the panel.
	await terminal.press("?", "keybinds");
	terminal.type("\x1b");
	await until(() => !terminal.screen().includes("keybinds"));
	terminal.type("q");
	await until(() => !terminal.screen().includes("1/1 running"));
	terminal.type("\x04");
	await terminal.exit;
});
