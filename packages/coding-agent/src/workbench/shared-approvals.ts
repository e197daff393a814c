import { hostsAllowedIn } from "@oh-my-pi/pi-policy/network/allowed-hosts";
import { allowedIn, findKeys, type PolicyTool, policiesIn } from "@oh-my-pi/pi-policy/rules/tool-policies";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ApprovalGate } from "../conversation/approval/approval-gate.ts";
import type { ApprovalPort } from "../conversation/approval/approval-question.ts";
import { approvalSettings } from "../settings/sections/agent/approval.ts";
import { webAccessSettings } from "../settings/sections/services/web.ts";
import type { Settings } from "../settings/settings.ts";
import type { FrontEnd } from "./contract/front-end.ts";
import type { Conversations } from "./conversations.ts";
import type { Features } from "./features.ts";
import type { ModelRequests, RequestGuard } from "./model-requests.ts";
import { allowCommand } from "./tools/allow-command.ts";

/** The approvals of all conversations of a session, by the user's settings. What the user allows always is saved there. */
export function sharedApprovals({
	host,
	settings,
	frontEnd,
	requests,
	features,
	tools,
	conversations,
}: {
	readonly host: Host;
	readonly settings: Settings;
	readonly frontEnd: FrontEnd;
	readonly requests: ModelRequests;
	readonly features: Features;
	readonly tools: readonly PolicyTool[];
	readonly conversations: Pick<Conversations, "tools">;
}): ApprovalGate {
	const allTools = () => [...tools, ...conversations.tools];
	return new ApprovalGate({
		mode: () => settings.get(approvalSettings.approvalMode),
		policies: () => policiesIn(settings.get(approvalSettings.approval), host.cwd),
		tools: allTools,
		port: () => shownWithPlaceholders(frontEnd.approve, requests.guard),
		async allowAlways(toolName) {
			// A stricter policy under another name would go on asking.
			const keys = findKeys(toolName, settings.get(approvalSettings.approval), allTools());
			for (const key of new Set([toolName, ...keys])) settings.setEntry(approvalSettings.approval, key, "allow");
			await settings.flush();
		},
		async allowInProject(toolName) {
			const before = settings.get(approvalSettings.approval)[toolName];
			settings.setEntry(approvalSettings.approval, toolName, allowedIn(before, host.cwd));
			await settings.flush();
		},
		async allowMatching(rule, call, scope) {
			allowCommand(settings, rule, call, scope === "project" ? host.cwd : undefined);
			await settings.flush();
		},
		hosts: () => hostsAllowedIn(host.cwd, settings.get(webAccessSettings.hosts)),
		allowLeaving: async (rule, scope) => features.box?.allowLeaving(rule, scope),
		async allowHost(pattern, scope) {
			const entry = scope === "project" ? `${pattern} @ ${host.cwd}` : pattern;
			settings.set(webAccessSettings.hosts, [...settings.get(webAccessSettings.hosts), entry]);
			await settings.flush();
		},
	});
}

/** The question shows a call as the model wrote it, without the secrets that the tool will get. */
function shownWithPlaceholders(
	ask: ApprovalPort | undefined,
	guard: RequestGuard | undefined,
): ApprovalPort | undefined {
	if (!ask || !guard) return ask;
	return (question, options) => {
		const { args, details, intent, reason } = question;
		const shown = guard.hideAll({ args, details, intent, reason }) as Partial<typeof question>;
		return ask({ ...question, ...shown }, options);
	};
}
