import { expect, test } from "bun:test";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { remoteFirst } from "./remote-summary.ts";

function asking(endpoint: string | undefined, answer: () => Response | Promise<Response>) {
	const sent: Array<{ url: string; body: unknown }> = [];
	const failures: string[] = [];
	const ask = remoteFirst(
		{
			endpoint: () => endpoint,
			model: () => scriptedModelRecord,
			fetch: async (url, init) => {
				sent.push({ url, body: JSON.parse(String(init.body)) });
				return answer();
			},
			onFailure: (message) => failures.push(message),
		},
		async () => "local",
	);
	const question = {
		contextFor: () => ({
			systemPrompt: ["Sum up."],
			messages: [{ role: "user" as const, content: "Long story", timestamp: 0 }],
		}),
	};
	return { sent, failures, ask: (signal = new AbortController().signal) => ask(question, signal) };
}

test("the endpoint gets prompt and system prompt, and its summary is used", async () => {
	const { ask, sent } = asking("https://sum.example/v1", () => Response.json({ summary: " Short story " }));
	expect(await ask()).toBe("Short story");
	expect(sent).toEqual([{ url: "https://sum.example/v1", body: { systemPrompt: "Sum up.", prompt: "Long story" } }]);
});

test("a chat completions endpoint gets a chat request", async () => {
	const reply = { choices: [{ message: { content: "Short story" } }] };
	const { ask, sent } = asking("https://sum.example/v1/chat/completions?x=1", () => Response.json(reply));
	expect(await ask()).toBe("Short story");
	expect(sent[0]?.body).toEqual({
		model: "scripted",
		messages: [
			{ role: "system", content: "Sum up." },
			{ role: "user", content: "Long story" },
		],
		stream: false,
	});
});

test.each([
	["a refusal", () => new Response("no", { status: 500 }), "HTTP 500"],
	["a response without a summary", () => Response.json(null), "the response has no summary"],
	["no JSON", () => new Response("<html>"), "JSON"],
	["no connection", () => Promise.reject(new Error("connection refused")), "connection refused"],
] as const)("after %s the models are asked", async (_what, answer, reason) => {
	const { ask, failures } = asking("https://sum.example/v1", answer);
	expect(await ask()).toBe("local");
	expect(failures).toEqual([expect.stringContaining(`No summary from https://sum.example/v1: ${reason}`)]);
});

test("without an endpoint the models are asked at once; after an abort they are not", async () => {
	const none = asking(undefined, () => Response.json({}));
	expect(await none.ask()).toBe("local");
	expect(none.sent).toEqual([]);
	const { ask } = asking("https://sum.example/v1", () => Promise.reject(new Error("aborted")));
	await expect(ask(AbortSignal.abort())).rejects.toThrow("aborted");
});
