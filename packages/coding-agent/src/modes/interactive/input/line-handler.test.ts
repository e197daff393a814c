import { describe, expect, test } from "bun:test";
import { joinText } from "@oh-my-pi/pi-ai/message";
import { says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { builtInCommands } from "../../../commands/commands.ts";
import { testScreen } from "../../../commands/testing/test-screen.ts";
import { testSession } from "../../../commands/testing/test-session.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { LineHandler } from "./line-handler.ts";

type SessionOptions = Parameters<typeof testSession>[1];

/** An editor whose lines are handled. */
function atTheEditor(answers: Parameters<typeof testSession>[0] = [], options: SessionOptions = {}) {
	const talk = testSession(answers, options);
	const told = testScreen();
	const session = partly<OpenedConversation>("session", talk.session);
	const lines = new LineHandler({
		session,
		commands: builtInCommands(),
		ports: told.ports,
		quit: () => {},
		show: () => {},
		newId: () => "id",
	});
	const submit = (text: string) => lines.handle(text);
	const prompts = () =>
		talk.conversation.messages.flatMap((message) =>
			message.role === "user" && "content" in message ? [joinText(message.content)] : [],
		);
	return { ...talk, ...told, submit, prompts };
}

/** Answers when it is told to. */
function waiting() {
	const { promise, resolve } = Promise.withResolvers<void>();
	return {
		answer: async (reply: Parameters<ReturnType<typeof says>>[0]) => {
			await promise;
			reply.appendText("text", "at last");
		},
		go: resolve,
	};
}

describe("a line with a slash", () => {
	const unsent = "Nothing was sent: ↑ brings it back, a space before it sends it as text.";

	test("that calls nothing is never sent, and what is typed next does not continue it", async () => {
		const editor = atTheEditor();
		for (const line of ["/hlep me", "/hlep me", "/xyzzyplugh", "/co"]) await editor.submit(line);
		expect(editor.said.map(({ text }) => text)).toEqual([
			`Unknown command /hlep. Did you mean /help? ${unsent}`,
			`Unknown command /hlep. Did you mean /help? ${unsent}`,
			`Unknown command /xyzzyplugh. ${unsent}`,
			`Unknown command /co. It could be /compact, /copy, /context, /config, /cost. ${unsent}`,
		]);
		expect(editor.ports.draft.text).toBe("");
		expect(editor.prompts()).toEqual([]);
	});

	test("with nothing after it shows the help and is not sent", async () => {
		const editor = atTheEditor();
		await editor.submit("/");
		expect([editor.prompts(), editor.said]).toEqual([[], []]);
	});

	test("that is a path or a comment is text, and so is one after a space", async () => {
		const editor = atTheEditor([says("a"), says("b"), says("c"), says("d")]);
		const lines = ["/etc/hosts is wrong", "// a comment", "/** another", " /hlep me"];
		for (const line of lines) await editor.submit(line);
		expect(editor.prompts()).toEqual(lines);
	});

	test("runs the only command whose name begins so, with its arguments", async () => {
		const editor = atTheEditor();
		await editor.submit("/retr");
		await editor.submit("/fas status");
		expect(editor.said.map(({ text }) => text)).toEqual(["Nothing to retry", "Fast mode is off."]);
	});

	test("may be a prompt in a file, with its arguments", async () => {
		const editor = atTheEditor([says("done")], { files: { tidy: "Tidy up $1 please" } });
		await editor.submit("/tidy src");
		expect(editor.prompts()).toEqual(["Tidy up src please"]);
	});

	test("an own command goes before a file of its name", async () => {
		const editor = atTheEditor([], { files: { retry: "never" } });
		await editor.submit("/retry");
		expect(editor.said).toEqual([{ level: "info", text: "Nothing to retry" }]);
	});

	test("a command that needs rest is refused while the model works", async () => {
		const { answer, go } = waiting();
		const editor = atTheEditor([answer]);
		const first = editor.submit("work");
		await until(() => editor.conversation.isStreaming);
		await editor.submit("/clear");
		expect(editor.said).toEqual([
			{ level: "warning", text: "Wait for the current response to finish or press Esc to abort it." },
		]);
		go();
		await first;
	});
});

describe("prefixes", () => {
	verifies("slash-commands:prefix:numbered-list", async () => {
		const { answer, go } = waiting();
		const editor = atTheEditor([answer, says("two"), says("three")]);
		const first = editor.submit("work");
		await until(() => editor.conversation.isStreaming);
		const queued = editor.submit("-> 1. test it\n2. push it\n   and say so");
		await until(() => editor.conversation.queue.waiting.followUps.length === 2);
		expect(editor.said).toEqual([{ level: "info", text: "Queued 2 messages for when the agent yields" }]);
		go();
		await Promise.all([first, queued]);
		expect(editor.prompts()).toEqual(["work", "test it", "push it\n   and say so"]);
	});

	verifies("slash-commands:prefix:follow-up-arrow", async () => {
		const editor = atTheEditor([says("one"), says("two"), says("three")]);
		await editor.submit("=> at once");
		await editor.submit("->1) first\n2) second");
		expect(editor.prompts()).toEqual(["at once", "first", "second"]);
		expect(editor.said).toEqual([]);
	});

	verifies("slash-commands:prefix:continue-dot", async () => {
		const editor = atTheEditor([says("begun"), says("finished"), says("all of it")]);
		await editor.submit("begin");
		for (const short of [".", "c"]) await editor.submit(short);
		expect(editor.prompts()).toEqual(["begin"]);
		const notes = editor.conversation.messages.filter(({ role }) => role === "custom");
		expect(notes).toMatchObject([
			{ customType: "continue", display: false, attribution: "user" },
			{ customType: "continue" },
		]);
		expect(JSON.stringify(editor.requests[1]?.context.messages.at(-1))).toContain("Resume whatever is unfinished");
	});
});

describe("/loop", () => {
	verifies("agent-loop:loop:repeat-prompt", async () => {
		const editor = atTheEditor([says("1"), says("2"), says("3"), says("4")]);
		await editor.submit("/loop 3 again");
		await until(() => editor.said.some(({ text }) => text === "Loop finished after 3 rounds"));
		expect(editor.prompts()).toEqual(["again", "again", "again"]);
		await editor.submit("not repeated");
		expect(editor.prompts()).toHaveLength(4);
	});

	test("repeats the next prompt, and ends when it is called again", async () => {
		const { answer, go } = waiting();
		const editor = atTheEditor([says("1"), answer]);
		await editor.submit("/loop");
		await editor.submit("once more");
		await until(() => editor.requests.length === 2);
		await editor.submit("/loop");
		expect(editor.said.at(-1)).toEqual({ level: "info", text: "Loop turned off after 1 round" });
		go();
		await editor.conversation.idle();
		expect(editor.prompts()).toEqual(["once more", "once more"]);
	});

	test("a run that was stopped ends it", async () => {
		const { answer, go } = waiting();
		const editor = atTheEditor([answer]);
		void editor.submit("/loop 5 work");
		await until(() => editor.requests.length === 1);
		const aborted = editor.conversation.submit({ type: "abort" });
		go();
		await aborted;
		await until(() => editor.said.some(({ text }) => text === "Loop stopped after 1 round"));
	});
});
