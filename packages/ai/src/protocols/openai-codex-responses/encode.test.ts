import { expect, test } from "bun:test";
import { toolResult, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { gpt } from "../responses/testing/contract-speaker.ts";
import { assistantOf, callTo, readTool } from "../testing/calls.ts";
import { encode } from "./encode.ts";

const model = {
	...gpt,
	provider: "openai-codex",
	api: "openai-codex-responses",
	baseUrl: "https://chatgpt.com/backend-api",
};
const call = callTo(model);
const claims = { "https://api.openai.com/auth": { chatgpt_account_id: "acc-1" } };
const token = `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;

verifies("ai-streaming:codex:request", () => {
	const context = { systemPrompt: ["be brief"], messages: [user("q")], tools: [readTool] };
	const options = { sessionId: "s1", reasoning: "max", temperature: 1, maxTokens: 5, toolChoice: "required" } as const;
	const request = encode({ ...call(context, options), apiKey: token });
	expect(request.url).toBe("https://chatgpt.com/backend-api/codex/responses");
	expect(request.headers).toMatchObject({
		authorization: `Bearer ${token}`,
		"chatgpt-account-id": "acc-1",
		session_id: "s1",
		"openai-beta": "responses=experimental",
	});
	expect(request.headers["user-agent"]).toStartWith("omp/");
	expect(request.body).toMatchObject({
		model: "gpt-5.5",
		instructions: "be brief",
		store: false,
		tool_choice: "required",
		prompt_cache_key: "s1",
		reasoning: { effort: "xhigh", summary: "auto" },
		input: [{ role: "user", content: [{ type: "input_text", text: "q" }] }],
	});
	for (const field of ["max_output_tokens", "temperature", "top_p", "stream_options"]) {
		expect(request.body).not.toHaveProperty(field);
	}
});

test("codex: there are always instructions, and a token without claims has no account", () => {
	const request = encode(call([user("q")], {}, { baseUrl: "https://chatgpt.com/backend-api/codex/" }));
	expect(request.url).toBe("https://chatgpt.com/backend-api/codex/responses");
	expect(request.body.instructions).toBeString();
	expect(request.headers).not.toHaveProperty("chatgpt-account-id");
});

test("codex: orphaned results become notes, orphaned calls get an output", () => {
	const history = [
		assistantOf(model)([{ type: "toolCall", id: "call_1|fc_1", name: "read", arguments: {} }]),
		toolResult("call_lost", "what was found"),
	];
	const { input } = encode(call(history)).body as { input: Array<Record<string, unknown>> };
	expect(input[1]).toEqual({ type: "function_call_output", call_id: "call_1", output: "No result provided" });
	expect(JSON.stringify(input[2])).toContain("[Previous tool result; call_id=call_lost] what was found");
});
