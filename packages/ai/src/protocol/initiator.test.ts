import { expect } from "bun:test";
import {
	assistant,
	image,
	modelCall,
	toolCall,
	toolResult,
	user,
} from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Api, Message } from "../message.ts";
import type { Model } from "../model/model.ts";
import { builtInProtocols } from "../protocols/protocols.ts";
import { Reply } from "../reply/reply.ts";

const copilot: Model = {
	id: "some-model",
	name: "Some model",
	provider: "github-copilot",
	api: "openai-completions",
	baseUrl: "https://api.githubcopilot.com",
	reasoning: false,
	input: ["text", "image"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 100_000,
	maxTokens: 8_000,
	premiumMultiplier: 3,
};

/** The first frame with usage, for each protocol that Copilot uses. */
const frames: ReadonlyArray<readonly [Api, object]> = [
	["openai-completions", { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }],
	["openai-responses", { type: "response.completed", response: { status: "completed", usage: { input_tokens: 1 } } }],
	["anthropic-messages", { type: "message_start", message: { usage: { input_tokens: 1 } } }],
];

verifies("models-and-auth:login:copilot-headers", async () => {
	for (const [api, frame] of frames) {
		const model = { ...copilot, api };
		const asked = async (messages: Message[], provider = model.provider) => {
			const baseUrl = provider === model.provider ? model.baseUrl : "https://other.example.com";
			const call = modelCall({ ...model, provider, baseUrl }, { messages });
			const protocol = await builtInProtocols.get(api)?.();
			if (!protocol) throw new Error(`No protocol ${api}`);
			const { headers } = protocol.encode(call);
			const reply = new Reply(call.model, 0, () => {});
			protocol.step(protocol.start(call), { data: JSON.stringify(frame) }, reply);
			const names = ["x-initiator", "openai-intent", "copilot-vision-request"];
			return [...names.map((name) => headers[name]), reply.message.usage.premiumRequests];
		};
		const going = [user("q"), assistant(model, [toolCall("call_1234")]), toolResult("call_1234", "done")];
		const edits = "conversation-edits";
		expect([api, await asked([user("q")])]).toEqual([api, ["user", edits, undefined, 3]]);
		expect([api, await asked(going)]).toEqual([api, ["agent", edits, undefined, 0]]);
		expect([api, await asked([{ ...user([image]), attribution: "agent" }])]).toEqual([
			api,
			["agent", edits, "true", 0],
		]);
		expect([api, await asked([user("q")], "acme")]).toEqual([api, [undefined, undefined, undefined, undefined]]);
	}
});
