import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import { ApprovalGate, type ApprovalGateOptions } from "../approval/approval-gate.ts";
import type { Guidance } from "../guide/guidance.ts";
import type { DiscoveryMode } from "../tools/hidden-tools.ts";
import { ToolOffer } from "../tools/tool-offer.ts";

interface GuidedOptions {
	readonly tools?: readonly AgentTool[];
	readonly discovery?: DiscoveryMode;
	readonly approval?: Partial<ApprovalGateOptions>;
	readonly selected?: readonly string[];
	readonly reminders?: { readonly enabled: boolean; readonly max: number };
	readonly prompt?: Guidance["prompt"];
}

/** Guidance as a session gives it, with nothing from settings or disk. */
export function guided(options: GuidedOptions = {}): Guidance {
	const { tools = [], discovery = "off", selected = [], reminders = { enabled: true, max: 3 } } = options;
	return {
		approval: new ApprovalGate({
			mode: () => "yolo",
			policies: () => ({}),
			port: () => undefined,
			allowAlways: async () => {},
			...options.approval,
		}),
		offer: new ToolOffer({
			sources: new ToolSources([{ id: "builtin", tools: () => tools }]),
			rules: () => ({ mode: discovery, essential: [], servers: [] }),
			selected,
		}),
		...(options.prompt && { prompt: options.prompt }),
		schemes: () => [],
		namesModel: () => true,
		todoReminders: () => reminders,
	};
}
