import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { hostsAllowedIn } from "@oh-my-pi/pi-policy/network/allowed-hosts";
import { policiesIn } from "@oh-my-pi/pi-policy/rules/tool-policies";
import { makeTools } from "@oh-my-pi/pi-tools/contract/built-in-tool";
import { editSettings } from "@oh-my-pi/pi-tools/edit/settings";
import type { AdvicePort } from "@oh-my-pi/pi-tools/services/agent-service";
import { EditMemory } from "@oh-my-pi/pi-tools/services/edit-memory";
import { chooseEditMode } from "@oh-my-pi/pi-tools/services/edit-mode";
import type { ToolServices } from "@oh-my-pi/pi-tools/services/services";
import { ApprovalGate } from "../../../conversation/approval/approval-gate.ts";
import { approvalSettings } from "../../../settings/sections/agent/approval.ts";
import { webAccessSettings } from "../../../settings/sections/services/web.ts";
import type { ConversationContext } from "../../../workbench/running-feature.ts";
import { isSwitchedOn } from "../../../workbench/tools/conversation-tools.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import { type ReviewerProcesses, reviewerServices } from "./reviewer-services.ts";

/** The tools of an advisor, with services of its own: they look at the project, and touch nothing of the primary's. */
export function reviewerTools(
	workbench: Pick<Workbench, "tools">,
	{ services: primaryServices }: Pick<ConversationContext, "services">,
	advice: AdvicePort,
	names: readonly string[],
	processes: ReviewerProcesses,
): readonly AgentTool[] {
	const own = reviewerServices(primaryServices(), processes);
	const { settings } = own;
	let tools: readonly AgentTool[] = [];
	const services: ToolServices = {
		...own,
		editing: { mode: chooseEditMode({ preferred: settings.get(editSettings.mode) }), memory: new EditMemory() },
		isOffered: (name) => tools.some((tool) => tool.name === name),
		advice,
	};
	const made = makeTools(
		workbench.tools.filter(({ name, handsIn }) => names.includes(name) && handsIn === undefined),
		services,
	);
	const adviser = makeTools(
		workbench.tools.filter(({ handsIn }) => handsIn === "advice"),
		services,
	);
	tools = [...made.filter((tool) => isSwitchedOn(tool, settings)), ...adviser];
	return tools;
}

/** The user's rules, strictly: nothing beyond looking runs unless a rule allows it, and nobody is asked. */
export function reviewerApprovals({
	host,
	settings,
	tools,
}: Pick<Workbench, "host" | "settings" | "tools">): ApprovalGate {
	return new ApprovalGate({
		mode: () => "always-ask",
		policies: () => policiesIn(settings.get(approvalSettings.approval), host.cwd),
		tools: () => tools,
		port: () => undefined,
		allowAlways: async () => {},
		hosts: () => hostsAllowedIn(host.cwd, settings.get(webAccessSettings.hosts)),
	});
}
