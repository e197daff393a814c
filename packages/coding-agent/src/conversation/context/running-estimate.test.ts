import { expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { assistant, tokens, user } from "../testing/history.ts";
import { estimateMessages } from "./estimate-tokens.ts";
import { RunningEstimate } from "./running-estimate.ts";

test("the total matches all messages after they grow or are replaced", () => {
	const running = new RunningEstimate();
	let messages: AgentMessage[] = [];
	const agrees = () => expect(running.of(messages, "flat")).toBe(estimateMessages(messages, "flat"));
	agrees();
	for (const size of [10, 200, 3]) {
		messages.push(user(tokens(size)), assistant(tokens(size * 2)));
		agrees();
	}
	messages = messages.with(1, assistant("short"));
	agrees();
	messages.pop();
	agrees();
	expect(running.of(messages, "by-area")).toBe(estimateMessages(messages, "by-area"));
});
