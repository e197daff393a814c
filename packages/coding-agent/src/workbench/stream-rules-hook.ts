import { type Hook, hookOrder } from "../conversation/hooks/hook.ts";
import type { StreamRulePorts, StreamRules } from "../conversation/stream-rules/stream-rules.ts";

/** Watches replies for rules with conditions; loaded when there is one. */
export function streamRulesHook(ports: StreamRulePorts): Hook {
	let loaded: StreamRules | undefined;
	return {
		name: "stream-rules",
		order: hookOrder.streamRules,
		async beforeRequest() {
			if (!loaded && (await ports.rules()).length > 0) {
				const { StreamRules } = await import("../conversation/stream-rules/stream-rules.ts");
				loaded = new StreamRules(ports);
			}
			await loaded?.beforeRequest();
		},
		wrapStream: (stream) => loaded?.wrapStream(stream) ?? stream,
		afterToolCall: (call, output) => loaded?.afterToolCall(call, output),
		settle: async (run) => (await loaded?.settle(run)) ?? "pass",
		onHistoryReplaced: (messages, cause) => loaded?.onHistoryReplaced(messages, cause),
	};
}
