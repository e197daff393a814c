import type { ToolCall } from "@oh-my-pi/pi-ai/message";
import type { Hook } from "../../conversation/hooks/hook.ts";
import { hookOrder } from "../../conversation/hooks/hook-order.ts";
import type { StreamRulePorts, StreamRules } from "../../conversation/stream-rules/stream-rules.ts";
import type { Rule } from "../../discovery/capabilities/rules.ts";

/** Watches replies for rules with conditions; loaded when there is one, or when a call has changed a file. */
export function streamRulesHook(
	ports: StreamRulePorts & { readonly builtinRules: () => Promise<readonly Rule[]> },
): Hook {
	let loaded: StreamRules | undefined;
	const load = async () => {
		const { StreamRules } = await import("../../conversation/stream-rules/stream-rules.ts");
		loaded ??= new StreamRules(ports);
		return loaded;
	};
	const changesFiles = ({ name, arguments: args }: ToolCall) => {
		const tool = ports.live.parts.tools.find((each) => each.name === name || each.aliases?.includes(name));
		return (tool?.facts?.(args).changes?.length ?? 0) > 0;
	};
	return {
		name: "stream-rules",
		order: hookOrder.streamRules,
		async beforeRequest() {
			if (!loaded && (await ports.rules()).length > 0) await load();
			await loaded?.beforeRequest();
		},
		wrapStream: (stream) => loaded?.wrapStream(stream) ?? stream,
		async afterToolCall(call, output) {
			if (!output.isError && changesFiles(call)) {
				const builtin = await ports.builtinRules();
				if (builtin.length > 0) await (await load()).checkFinished(call, builtin);
			}
			return loaded?.afterToolCall(call, output);
		},
		settle: async (run) => (await loaded?.settle(run)) ?? "pass",
		onHistoryReplaced: (messages, cause) => loaded?.onHistoryReplaced(messages, cause),
	};
}
