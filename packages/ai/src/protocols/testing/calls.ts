import { assistant } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import type { AssistantMessage, Context, Message, Tool } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import type { StreamOptions } from "../../protocol/stream-options.ts";

/** Shorthands for the calls in request tests. */

export const assistantOf =
	(model: Model) =>
	(content: AssistantMessage["content"], extra: Partial<AssistantMessage> = {}): AssistantMessage =>
		assistant(model, content, extra);

/** A tool with an optional parameter, which strict mode treats specially. */
export const readTool: Tool = {
	name: "read",
	description: "Reads a file",
	parameters: {
		type: "object",
		properties: { path: { type: "string" }, limit: { type: "integer" } },
		required: ["path"],
	},
};

export const callTo =
	(model: Model) =>
	(
		context: Context | readonly Message[],
		options: StreamOptions = {},
		overrides: Partial<Model> & { env?: ModelCall["env"] } = {},
	): ModelCall => {
		const { env = {}, ...changes } = overrides;
		return {
			model: { ...model, ...changes },
			context: "messages" in context ? context : { messages: context },
			options,
			apiKey: "sk-test",
			env,
			now: 0,
			memory: new Map(),
		};
	};
