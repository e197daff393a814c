import { describe, expect, test } from "bun:test";
import { says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { copyableTexts } from "../conversation/queries/copyable-texts.ts";
import { assistant, user } from "../conversation/testing/history.ts";
import type { Ask, Dialog } from "../dialogs/contract/dialog.ts";
import { scriptedLines } from "../dialogs/testing/scripted-lines.ts";
import { builtInCommands } from "./built-in-commands.ts";
import type { Command } from "./contract/command.ts";
import type { ScreenPorts } from "./contract/screen-ports.ts";
import { btwCommand } from "./conversation/btw.ts";
import { clearCommand } from "./conversation/clear.ts";
import { copyCommand } from "./conversation/copy.ts";
import { dropCommand } from "./conversation/drop.ts";
import { dumpCommand } from "./conversation/dump.ts";
import { handoffCommand } from "./conversation/handoff.ts";
import { newCommand } from "./conversation/new.ts";
import { parseLoop } from "./model/loop.ts";
import { forkCommand } from "./sessions/fork.ts";
import { todoCommand } from "./sessions/todo.ts";
import { keyGroups } from "./system/hotkeys.ts";
import { failed } from "./testing/failed-reply.ts";
import { runAtScreen, testScreen } from "./testing/test-screen.ts";
import { testSession } from "./testing/test-session.ts";

/** Answers one dialog after the other. */
function answering(...answers: unknown[]): { ask: Ask; titles: string[] } {
	const titles: string[] = [];
	const ask = (async ({ title }: { title: string }) => {
		titles.push(title);
		return answers.shift();
	}) as Ask;
	return { ask, titles };
}

function atTerminal(answers: Parameters<typeof testSession>[0], given: Partial<ScreenPorts> = {}, options = {}) {
	const talk = testSession(answers, options);
	const told = testScreen(given);
	const run = (command: Command, args = "") => runAtScreen(command, args, talk.session, told.ports);
	const prompt = (text: string) => talk.conversation.submit({ type: "prompt", text });
	return { ...talk, ...told, run, prompt };
}

test("every command has a name of its own, a summary and a group", () => {
	const names = builtInCommands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
	expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
	for (const { name, summary } of builtInCommands)
		expect([name, summary]).toEqual([name, expect.stringMatching(/^[A-Z]/)]);
});

describe("the conversation", () => {
	test("/new and /clear say what is gone", async () => {
		const { run, prompt, conversation } = atTerminal([says("one")]);
		await prompt("hello");
		const { id } = conversation.log;
		expect(await run(clearCommand)).toEqual({
			kind: "session-changed",
			text: "✔ Context reset — 2 messages dropped; session continues.",
		});
		expect([conversation.messages, conversation.log.id]).toEqual([[], id]);
		expect(await run(newCommand)).toEqual({ kind: "session-changed", text: "✔ New session started" });
		expect(conversation.log.id).not.toBe(id);
	});

	test("/drop asks first, and keeps the session unless told otherwise", async () => {
		const kept = atTerminal([says("one")], answering(false));
		await kept.prompt("hello");
		expect(await kept.run(dropCommand)).toMatchObject({ text: "Session kept" });
		expect(kept.conversation.messages).toHaveLength(2);
		const dropped = atTerminal([says("one")], answering(true));
		await dropped.prompt("hello");
		expect(await dropped.run(dropCommand)).toMatchObject({ kind: "session-changed" });
		expect(dropped.conversation.messages).toHaveLength(0);
	});

	test("/handoff goes on in a new session, or says why not", async () => {
		const { run, prompt, conversation } = atTerminal([says("one"), says("All that matters.")]);
		expect(await run(handoffCommand)).toMatchObject({ text: "Nothing to hand off (no messages yet)" });
		await prompt("hello");
		expect(await run(handoffCommand, "the tests")).toEqual({
			kind: "session-changed",
			text: "✔ New session started with handoff context",
		});
		expect(JSON.stringify(conversation.messages)).toContain("All that matters.");
	});

	test("/handoff that fails says so", async () => {
		const { run, prompt } = atTerminal([says("one"), failed("no such model"), failed("no such model")]);
		await prompt("hello");
		expect(await run(handoffCommand)).toEqual({
			kind: "notice",
			level: "error",
			text: "Handoff failed: no such model",
		});
	});

	test("/btw asks with all that was said, and nothing of it stays", async () => {
		const { run, prompt, conversation, requests } = atTerminal([says("one"), says("It is blue.")], {
			ask: (async (dialog: { plain(lines: unknown): Promise<unknown> }) =>
				dialog.plain({ say: () => {}, choose: async () => undefined })) as Ask,
		});
		await prompt("the color is blue");
		expect(await run(btwCommand, "which color?")).toEqual({ kind: "done" });
		expect(JSON.stringify(requests[1]?.context.messages)).toContain("the color is blue");
		expect(requests[1]?.options.toolChoice).toBe("none");
		expect(conversation.messages).toHaveLength(2);
		expect(await run(btwCommand)).toMatchObject({ text: "Usage: /btw <question>" });
	});

	test("/btw may become part of the conversation", async () => {
		const { run, prompt, conversation } = atTerminal([says("one"), says("It is blue.")], {
			ask: (async (dialog: { plain(lines: unknown): Promise<unknown> }) =>
				dialog.plain({ say: () => {}, choose: async () => "branch" })) as Ask,
		});
		await prompt("hello");
		expect(await run(btwCommand, "which color?")).toMatchObject({ kind: "session-changed" });
		expect(conversation.messages.at(-1)).toMatchObject({
			customType: "btw",
			content: expect.stringContaining("It is blue."),
		});
	});

	test("/copy finds replies, code, quotes and commands, the newest first", () => {
		const reply = "Do this:\n```ts\nlet a;\n```\n> wise words\n```sh\nls -l\n```";
		const texts = copyableTexts([user("how?"), assistant(reply, [{ name: "bash", arguments: { command: "pwd" } }])]);
		expect(texts).toEqual([
			{ kind: "message", text: reply },
			{ kind: "command", text: "ls -l" },
			{ kind: "quote", text: "wise words" },
			{ kind: "code", text: "let a;" },
			{ kind: "command", text: "pwd" },
			{ kind: "prompt", text: "how?" },
		]);
	});

	test("/copy copies at once what is named", async () => {
		const { run, prompt, copied } = atTerminal([says("Take `this`:\n```js\ncode()\n```")]);
		expect(await run(copyCommand)).toMatchObject({ text: "Nothing to copy yet" });
		await prompt("hello");
		await run(copyCommand, "code");
		await run(copyCommand, "last");
		expect(copied).toEqual(["code()", "Take `this`:\n```js\ncode()\n```"]);
		expect(await run(copyCommand, "cmd")).toMatchObject({ text: "There is no command to copy" });
		expect(await run(copyCommand, "all")).toMatchObject({ text: "Usage: /copy [code|cmd|last]" });
	});

	test("/dump copies", async () => {
		const { run, prompt, copied } = atTerminal([says("one")]);
		await prompt("hello");
		expect(await run(dumpCommand)).toMatchObject({ text: expect.stringContaining("Transcript copied to clipboard.") });
		expect(copied[0]).toContain("## user\n\nhello");
	});
});

describe("sessions", () => {
	test("/fork needs a session on disk", async () => {
		const { run } = atTerminal([]);
		expect(await run(forkCommand)).toMatchObject({ text: "Fork failed (session not persisted or cancelled)" });
	});

	test("/todo copy puts the list on the clipboard", async () => {
		const { run, copied } = atTerminal([]);
		expect(await run(todoCommand, "copy")).toMatchObject({ text: "No todos." });
		await run(todoCommand, "append water the plants");
		await run(todoCommand, "copy");
		expect(copied).toEqual(["# Tasks\n- [/] water the plants"]);
	});

	test("/todo edit takes what the editor leaves, and nothing when that fails", async () => {
		await using place = await workspace();
		const { run, session } = atTerminal([], {}, { folder: place.path });
		const withEditor = (editor: string) => Object.assign(session.host, { env: { EDITOR: editor, TMPDIR: place.path } });
		withEditor("printf '# P\\n- [ ] new task\\n' >");
		expect(await run(todoCommand, "edit")).toMatchObject({ text: "# P\n- [ ] new task" });
		withEditor("false");
		expect(await run(todoCommand, "edit")).toMatchObject({ level: "warning" });
	});
});

describe("modes", () => {
	test("/loop takes a count, a duration or neither", () => {
		expect(parseLoop("3 fix it")).toEqual({ limit: { rounds: 3 }, prompt: "fix it" });
		expect(parseLoop("10m fix it")).toEqual({ limit: { durationMs: 600_000 }, prompt: "fix it" });
		expect(parseLoop("fix 3 tests")).toEqual({ limit: {}, prompt: "fix 3 tests" });
		expect(parseLoop("")).toEqual({ limit: {}, prompt: "" });
	});
});

verifies("slash-commands:config:hotkeys-help", async () => {
	const { ports, session, said, run } = atTerminal([]);
	const [hotkeys, help] = ["hotkeys", "help"].map((wanted) => builtInCommands.find(({ name }) => name === wanted));
	const textOf = async (command: Command | undefined) => {
		const outcome = command && (await run(command));
		return outcome?.kind === "notice" ? outcome.text : "";
	};
	const shortcuts = [{ key: "ctrl+x", description: "Of an extension", run: async () => {} }];
	Object.assign(session, { workbench: { features: { extensionHost: { shortcuts } } } });
	const keys = await textOf(hotkeys);
	expect(keys).toMatch(/Extensions\n +ctrl\+x +Of an extension/);
	expect(keys).toMatch(/ctrl\+o +Expand tool results/);
	expect(keys).toMatch(/-> text, => text +Queue for after this turn/);
	const keymap = { ...ports.keys.keymap, chordsFor: (action: string) => (action === "app.retry" ? ["f5"] : []) };
	expect(keyGroups({ ...ports.keys, keymap })).toEqual([
		{ title: "omp", rows: [{ name: "f5", summary: "Ask again" }] },
	]);
	session.fileCommands.list = async () => [{ name: "tidy", description: "Tidy up (project)", expand: () => "" }];
	const lines = scriptedLines([]);
	const ask = <Result>(dialog: Dialog<Result>) => dialog.plain(lines);
	expect(help && (await runAtScreen(help, "", session, { ...ports, ask }))).toEqual({ kind: "done" });
	const text = lines.text();
	expect(text).toMatch(/\/tidy +Tidy up \(project\)/);
	for (const title of ["Model and modes", "Sessions", "Prompts", "Keys: omp", "Prefixes"]) {
		expect(text.split("\n").filter((line) => line === title)).toEqual([title]);
	}
	expect(said).toEqual([]);
});
