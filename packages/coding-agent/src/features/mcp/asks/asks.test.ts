import { describe, expect, test } from "bun:test";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import type { UserDialogOptions, UserDialogs } from "../../../workbench/contract/front-end.ts";
import { askForm } from "./ask-form.ts";
import { askToOpen, requiredPages } from "./ask-to-open.ts";
import { samplingQuestion, samplingRequest } from "./sample.ts";

const { signal } = new AbortController();

type Seen = { readonly title: string; readonly choices?: readonly string[] } & UserDialogOptions;

/** Answers in order; `undefined` dismisses. */
function scripted(answers: ReadonlyArray<string | undefined>, isTerminal = false) {
	const seen: Seen[] = [];
	const opened: string[] = [];
	const left = [...answers];
	const dialogs: UserDialogs = {
		isTerminal,
		select: async (title, choices, { signal: _, ...options } = {}) => {
			seen.push({ title, choices, ...options });
			return left.shift();
		},
		input: async (title, placeholder, { signal: _, ...options } = {}) => {
			seen.push({ title, ...(placeholder !== undefined && { placeholder }), ...options });
			return left.shift();
		},
		openUrl: (url) => opened.push(url),
	};
	return { dialogs, seen, opened };
}

const schema = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
	type: "object",
	properties,
	required,
});
const form = (requestedSchema: unknown, dialogs: UserDialogs, message = "Tell me") =>
	askForm({ server: "s", message, requestedSchema, signal }, dialogs);

describe("a form", () => {
	test("each field is one question for a host, with values of its type", async () => {
		const { dialogs, seen } = scripted(["Ada", "3", "2.5", "Yes", "Cat", "[ ] Red", "[ ] Blue", "Done"]);
		const answer = await form(
			schema({
				name: { type: "string", title: "Name", description: "Your name" },
				count: { type: "integer" },
				share: { type: "number" },
				agree: { type: "boolean" },
				pet: { type: "string", enum: ["c", "d"], enumNames: ["Cat", "Dog"] },
				colors: {
					type: "array",
					items: {
						anyOf: [
							{ const: "r", title: "Red" },
							{ const: "b", title: "Blue" },
						],
					},
				},
			}),
			dialogs,
		);
		expect(answer).toEqual({
			action: "accept",
			content: { name: "Ada", count: 3, share: 2.5, agree: true, pet: "c", colors: ["r", "b"] },
		});
		expect(seen[0]?.title).toBe('MCP server "s" asks\nTell me\n\nName (1 of 6): Your name');
		expect(seen[4]?.choices).toEqual(["Cat", "Dog"]);
		expect(seen[6]?.choices).toEqual(["[x] Red", "[ ] Blue", "Done"]);
	});

	test("what does not fit is asked again, and not forever", async () => {
		const field = (more: object) => schema({ x: { type: "string", ...more } });
		const typed = async (more: object, ...answers: string[]) => {
			const { dialogs, seen } = scripted(answers);
			return { answer: await form(field(more), dialogs), seen };
		};
		const mail = await typed({ format: "email" }, "nobody", "a@b.c");
		expect(mail.answer).toEqual({ action: "accept", content: { x: "a@b.c" } });
		expect(mail.seen[1]?.title).toEndWith("\nEnter an email address.");
		expect(mail.seen[1]?.text).toBe("nobody");
		for (const [more, bad, good] of [
			[{ format: "uri" }, "x y", "https://x.test"],
			[{ format: "date" }, "2026-13-40", "2026-01-31"],
			[{ format: "date-time" }, "noon", "2026-01-31T12:00:00Z"],
			[{ minLength: 3 }, "ab", "abc"],
			[{ maxLength: 3 }, "abcd", "abc"],
		] as const) {
			expect((await typed(more, bad, good)).answer).toEqual({ action: "accept", content: { x: good } });
		}
		const number = async (...answers: string[]) =>
			form(schema({ x: { type: "integer", minimum: 1, maximum: 9 } }), scripted(answers).dialogs);
		expect(await number("x", "1.5", "0", "10", "5")).toEqual({ action: "accept", content: { x: 5 } });
		expect(await number("x", "x", "x", "x", "x", "5")).toEqual({ action: "cancel" });
	});

	test("optional fields can be left empty, and a usual value counts", async () => {
		const { dialogs, seen } = scripted(["", "Leave empty", "", "Done"]);
		const optional = schema(
			{
				a: { type: "string" },
				b: { type: "boolean" },
				c: { type: "string", default: "usual" },
				d: { type: "array", items: { enum: ["x"] } },
			},
			[],
		);
		expect(await form(optional, dialogs)).toEqual({ action: "accept", content: { c: "usual" } });
		// Enter alone agrees to nothing.
		expect(seen[1]).toMatchObject({ choices: ["Yes", "No", "Leave empty"], current: "Leave empty" });
	});

	test("at a terminal it begins with a choice and ends with a look at the answers", async () => {
		const two = schema({ a: { type: "string" }, b: { type: "string" } });
		const { dialogs, seen } = scripted(["Answer", "1", "2", "Change", "3", "4", "Send"], true);
		expect(await form(two, dialogs)).toEqual({ action: "accept", content: { a: "3", b: "4" } });
		expect(seen[0]).toEqual({ title: 'MCP server "s" asks\nTell me', choices: ["Answer", "Decline"] });
		expect(seen[1]).toMatchObject({ isExpected: true });
		expect(seen[3]?.title).toBe('Send this to MCP server "s"?\na: 1\nb: 2');
		expect(seen[4]).toMatchObject({ text: "1" });
		expect(await form(two, scripted(["Decline"], true).dialogs)).toEqual({ action: "decline" });
		expect(await form(two, scripted([undefined], true).dialogs)).toEqual({ action: "cancel" });
		expect(await form(two, scripted(["Answer", "1", undefined], true).dialogs)).toEqual({ action: "cancel" });
		expect(await form(two, scripted(["Answer", "1", "2", "Decline"], true).dialogs)).toEqual({ action: "decline" });
	});

	test("texts of a server cannot hide anything, and labels cannot be mistaken", async () => {
		const { dialogs, seen } = scripted(["Done (x)"]);
		const odd = schema({ a: { type: "string", oneOf: [{ const: "x", title: "Done" }], title: "\u001b[2JName" } });
		const answer = await form(odd, dialogs, `\u001b]0;title\u0007 ${"long ".repeat(5000)}`);
		expect(answer).toEqual({ action: "accept", content: { a: "x" } });
		expect(seen[0]?.title).not.toMatch(/[\u001b\u0007]/);
		expect(seen[0]?.title.length).toBeLessThan(5000);
	});

	test("a field may have any name", async () => {
		const odd = JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"boolean"}}}');
		const answer = await form(odd, scripted(["x", "Yes"]).dialogs);
		expect(JSON.stringify(answer)).toBe('{"action":"accept","content":{"__proto__":"x","constructor":true}}');
	});

	test("a schema that is none is a question for consent; one with too many fields is declined", async () => {
		for (const odd of [undefined, null, 5, [], { properties: [] }]) {
			expect(await form(odd, scripted(["Accept"]).dialogs)).toEqual({ action: "accept", content: {} });
		}
		expect(await form({ properties: { a: 5, b: { type: "object" } } }, scripted(["", "x"]).dialogs)).toEqual({
			action: "accept",
			content: { b: "x" },
		});
		const many = schema(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, {}])));
		const { dialogs, seen } = scripted([]);
		expect(await form(many, dialogs)).toEqual({ action: "decline" });
		expect(seen).toEqual([]);
	});
});

describe("a page", () => {
	const open = (url: string, answers: ReadonlyArray<string | undefined>) => {
		const { dialogs, seen, opened } = scripted(answers);
		const outcome = askToOpen({ server: "s", message: "Log in", url, signal }, dialogs);
		return outcome.then((action) => ({ action, seen, opened }));
	};

	test("is opened only after the user has seen the whole address", async () => {
		const url = "https://login.example/a?b=c&d=$(touch x);`y`";
		const { action, seen, opened } = await open(url, ["Open in browser"]);
		expect(action).toBe("accept");
		expect(seen[0]?.title).toContain("asks you to visit login.example");
		expect(seen[0]?.title).toContain(new URL(url).href);
		expect(opened).toEqual([new URL(url).href]);
		expect(await open(url, ["Decline"])).toMatchObject({ action: "decline", opened: [] });
		expect(await open(url, [undefined])).toMatchObject({ action: "cancel", opened: [] });
	});

	test("of another scheme is declined without a question", async () => {
		const odd = ["file:///etc/passwd", "javascript:alert(1)", "vscode://x", "-rf", "", `https://x/${"a".repeat(9000)}`];
		for (const url of odd) expect(await open(url, [])).toEqual({ action: "decline", seen: [], opened: [] });
	});

	test("with a misleading address is shown with a warning", async () => {
		const { seen } = await open("https://bank.example@evil.example/", ["Decline"]);
		expect(seen[0]?.title).toContain("asks you to visit evil.example");
		expect(seen[0]?.title).toContain("contains a user name");
		expect((await open("https://аpple.example/", ["Decline"])).seen[0]?.title).toContain("xn--");
	});

	test("can be required by an error", () => {
		const page = { mode: "url", url: "https://x.test", message: "m", elicitationId: "1" };
		expect(requiredPages({ elicitations: [page, 5, { mode: "form" }] })).toEqual([
			{ url: "https://x.test", message: "m", id: "1" },
		]);
		for (const odd of [undefined, null, {}, { elicitations: 5 }]) expect(requiredPages(odd)).toEqual([]);
	});
});

describe("sampling", () => {
	const model: Model = { ...scriptedModelRecord, maxTokens: 100 };
	const read = (params: Record<string, unknown>) => samplingRequest(params, model, 0);
	const user = (content: unknown) => ({ role: "user", content });

	test("reads messages, and limits the length", () => {
		const request = read({
			messages: [user({ type: "text", text: "hi" }), { role: "assistant", content: [{ type: "text", text: "yes" }] }],
			systemPrompt: "Be short",
			maxTokens: 5000,
			temperature: 0.5,
			stopSequences: ["END", 5],
		});
		expect(request).toMatchObject({
			maxTokens: 100,
			temperature: 0.5,
			stopSequences: ["END"],
			context: { systemPrompt: ["Be short"], messages: [{ role: "user" }, { role: "assistant" }] },
		});
		expect(samplingQuestion("s", request, model)).toEndWith("\n\nsystem: Be short\nuser: hi\nassistant: yes");
	});

	test("refuses what cannot be offered", () => {
		const text = user({ type: "text", text: "hi" });
		for (const [params, message] of [
			[{ messages: [text], tools: [{}] }, "tools"],
			[{ messages: "x" }, "must be a list"],
			[{ messages: [user({ type: "audio", data: "" })] }, "audio"],
			[{ messages: [{ role: "system", content: { type: "text", text: "x" } }] }, "role"],
			[{ messages: [null] }, "not supported"],
			[{ messages: Array(1001).fill(text) }, "More than"],
		] as const) {
			expect(() => read(params)).toThrow(message);
		}
	});
});
