import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { ToolSources } from "@oh-my-pi/pi-agent-core/tools/tool-sources";
import { ApprovalGate, type ApprovalGateOptions } from "../approval/approval-gate.ts";
import { approvalHook } from "../approval/approval-hook.ts";
import { TodoReminder } from "../behaviors/todo-reminder.ts";
import { CheckpointHook } from "../checkpoint/checkpoint-hook.ts";
import type { ConversationOptions, HookFactory } from "../kernel/conversation-options.ts";
import type { RequestSetupOptions } from "../request/request-setup.ts";
import { ActiveTools } from "../tools/active-tools.ts";
import type { DiscoveryMode } from "../tools/hidden-tools.ts";

interface ProductOptions {
	readonly tools?: readonly AgentTool[];
	readonly discovery?: DiscoveryMode;
	readonly approval?: Partial<ApprovalGateOptions>;
	readonly selected?: readonly string[];
	readonly isFixed?: () => boolean;
	readonly whyAbsent?: RequestSetupOptions["whyAbsent"];
	readonly reminders?: { readonly enabled: boolean; readonly max: number };
	readonly prompt?: RequestSetupOptions["prompt"];
	readonly hooks?: readonly HookFactory[];
}

/** The product's tool offer, approvals, reminders and checkpoints, without settings or disk. */
export function productHooks(options: ProductOptions = {}): Pick<ConversationOptions, "requestSetup" | "hooks"> {
	const { tools = [], discovery = "off", selected = [], reminders = { enabled: true, max: 3 } } = options;
	const gate = new ApprovalGate({
		mode: () => "yolo",
		policies: () => ({}),
		port: () => undefined,
		allowAlways: async () => {},
		...options.approval,
	});
	return {
		requestSetup: {
			activeTools: new ActiveTools({
				sources: new ToolSources([{ id: "builtin", tools: () => tools }]),
				rules: () => ({ mode: discovery, essential: [], servers: [] }),
				selected,
				...(options.isFixed && { isFixed: options.isFixed }),
			}),
			...(options.whyAbsent && { whyAbsent: options.whyAbsent }),
			...(options.prompt && { prompt: options.prompt }),
			schemes: () => [],
			namesModel: () => true,
		},
		hooks: [
			(live) => approvalHook(gate, live),
			(live) => new CheckpointHook({ live, now: live.now }),
			(live) => new TodoReminder({ live, todos: live.todos, now: live.now, rules: () => reminders }),
			...(options.hooks ?? []),
		],
	};
}
