import { describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { says } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Hook } from "../hooks/hook.ts";
import type { HookFactory } from "../kernel/conversation-options.ts";
import { scriptedConversation } from "../testing/scripted-conversation.ts";
import { findKeywords } from "./find-keywords.ts";
import { findMentions } from "./find-mentions.ts";
import { magicNotes } from "./magic-notes.ts";
import { readMentions } from "./read-mentions.ts";

const onePixel = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);

const ports = (cwd: string) => ({ cwd, home: "/nowhere", now: () => 7, resizesImages: false });

const attaches =
	(attachments: NonNullable<Hook["attachments"]>): HookFactory =>
	() => ({ name: "attaches", attachments });

describe("mentions", () => {
	test("an @ counts at the start of a word and outside code", () => {
		expect(findMentions('see @a.ts, @"b c.md" and (not me@example.com) @a.ts.\n```\n@no\n```\n`@neither`')).toEqual([
			"a.ts",
			"b c.md",
		]);
	});

	verifies("agent-loop:prompt:file-mentions", async () => {
		await using project = await workspace({ "a.ts": "one\ntwo", "docs/x.md": "x" });
		const { conversation, requests } = scriptedConversation([says("ok")], {
			hooks: [attaches((text) => readMentions(text, ports(project.path)).then((found) => (found ? [found] : [])))],
		});
		await conversation.submit({ type: "prompt", text: "look at @a.ts and @missing.ts" });
		const path = `${project.path}/a.ts`;
		expect(conversation.messages[0] as unknown).toEqual({
			role: "fileMention",
			files: [{ path, content: "one\ntwo", lineCount: 2 }],
			timestamp: 7,
		});
		expect(conversation.messages[1]).toMatchObject({ role: "user" });
		expect(JSON.stringify(requests[0]?.context.messages)).toContain(`<file path=\\"${path}\\">\\none\\ntwo`);
	});

	test("images are attached, folders listed, binary files named, long files truncated", async () => {
		await using project = await workspace({ "src/a.ts": "a", long: "line\n".repeat(40_000), bin: "a\0b" });
		await Bun.write(`${project.path}/p.png`, onePixel);
		const found = await readMentions("@p.png @src @bin @long", ports(project.path));
		const [image, folder, binary, long] = found?.files ?? [];
		expect(image).toMatchObject({ content: "[Image: image/png, 1x1]", image: { mimeType: "image/png" } });
		expect(folder?.content).toContain("a.ts");
		expect(binary?.content).toBe("(binary file, 3 bytes)");
		expect(long?.content).toEndWith("lines. Use read for the rest.]");
	});

	test("files that may hold keys are not attached, by their name or by a link", async () => {
		await using home = await workspace({ ".netrc": "password x", ".ssh/id_rsa": "PRIVATE", "p/a.ts": "" });
		await symlink(home.file(".netrc"), home.file("p/notes.md"));
		const found = await readMentions("@notes.md @~/.netrc @~/.ssh/id_rsa @~/.ssh", {
			...ports(home.file("p")),
			home: home.path,
		});
		expect(new Set(found?.files.map(({ content }) => content))).toEqual(
			new Set(["(not attached: it may hold keys or private text; the user is asked when read names it)"]),
		);
		expect(found?.files.length).toBe(4);
	});

	test("a queued message keeps its attachments", async () => {
		const { promise, resolve } = Promise.withResolvers<void>();
		await using project = await workspace({ "a.ts": "one" });
		const slow = async (reply: Parameters<ReturnType<typeof says>>[0]) => {
			await promise;
			reply.appendText("text", "done");
		};
		const { conversation, requests } = scriptedConversation([slow, says("two"), says("three")], {
			hooks: [
				attaches((text) =>
					text.includes("@")
						? readMentions(text, ports(project.path)).then((found) => (found ? [found] : []))
						: undefined,
				),
			],
		});
		const first = conversation.submit({ type: "prompt", text: "go" });
		await until(() => requests.length === 1);
		await conversation.submit({ type: "follow_up", text: "read @a.ts" });
		await conversation.submit({ type: "follow_up", text: "then stop" });
		resolve();
		await first;
		const roles = conversation.messages.map(({ role }) => role);
		expect(roles).toEqual(["user", "assistant", "fileMention", "user", "assistant", "user", "assistant"]);
	});
});

describe("magic keywords", () => {
	const on = { isOn: () => true, tools: ["eval", "task"], now: () => 0 };
	const words = (text: string) => findKeywords(text).map(({ word }) => word);

	verifies("rules-skills-commands:magic:prose-only", () => {
		expect(words('please ultrathink, "orchestrate" it. workflowz!')).toEqual([
			"ultrathink",
			"orchestrate",
			"workflowz",
		]);
		for (const text of [
			"Ultrathink",
			"ultrathinking",
			"ultrathink()",
			"src/ultrathink",
			"ultrathink.ts",
			"my-ultrathink",
			"ultrathink::new",
			"`ultrathink`",
			"```\nultrathink\n```",
			"<b>ultrathink</b>",
			"<!-- ultrathink -->",
			'<a title="ultrathink">',
		]) {
			expect([text, words(text)]).toEqual([text, []]);
		}
	});

	verifies("rules-skills-commands:magic:keywords", async () => {
		const { conversation, requests } = scriptedConversation([says("hm")], {
			hooks: [attaches(async (text) => magicNotes(text, on).notes)],
		});
		await conversation.submit({ type: "prompt", text: "ultrathink about it, then ultrathink again" });
		expect(conversation.messages.slice(0, 2)).toMatchObject([
			{ role: "custom", customType: "magic-ultrathink", display: false, attribution: "user" },
			{ role: "user" },
		]);
		const told = JSON.stringify(requests[0]?.context.messages);
		expect(told).toContain("<system-notice>");
		expect(told).toContain("ultrathink about it");
		expect(magicNotes("ultrathink", on).isHard).toBe(true);
	});

	verifies("rules-skills-commands:magic:gates", () => {
		const types = (text: string, ports: Partial<typeof on>) =>
			magicNotes(text, { ...on, ...ports }).notes.map((note) => ("customType" in note ? note.customType : ""));
		const all = "ultrathink orchestrate workflowz";
		expect(types(all, {})).toEqual(["magic-ultrathink", "magic-orchestrate", "magic-workflowz"]);
		expect(types(all, { tools: ["eval"] })).toEqual(["magic-ultrathink", "magic-orchestrate"]);
		const only = (setting: string) => ({ isOn: (asked: string) => asked === setting }) as Partial<typeof on>;
		expect(types(all, only("orchestrate"))).toEqual(["magic-orchestrate"]);
		expect(types(all, only("workflow"))).toEqual(["magic-workflowz"]);
	});
});
