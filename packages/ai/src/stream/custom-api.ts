import type { Api } from "../message.ts";
import { AssistantMessageEventStream } from "../reply/event-stream.ts";
import type { StreamFn } from "./stream.ts";

/** Model APIs that are no wire protocol, loaded on demand; extensions add theirs here. */
export type CustomApis = ReadonlyMap<Api, () => Promise<StreamFn>>;

/** Routes models of a custom API to it and all others on. */
export function withCustomApis(stream: StreamFn, customApis: CustomApis): StreamFn {
	return (model, context, options) => {
		const load = customApis.get(model.api);
		if (!load) return stream(model, context, options);
		const events = new AssistantMessageEventStream();
		const forward = async () => {
			const custom = await load();
			for await (const event of custom(model, context, options)) events.push(event);
		};
		forward().then(
			() => events.end(),
			(error) => events.fail(error),
		);
		return events;
	};
}
