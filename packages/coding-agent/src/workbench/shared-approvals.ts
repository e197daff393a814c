import { hostsAllowedIn } from "@oh-my-pi/pi-policy/network/allowed-hosts";
import { allowedIn, policiesIn } from "@oh-my-pi/pi-policy/rules/tool-policies";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ApprovalGate } from "../conversation/approval/approval-gate.ts";
import { approvalSettings } from "../settings/sections/agent/approval.ts";
import { webAccessSettings } from "../settings/sections/services/web.ts";
import type { Settings } from "../settings/settings.ts";
import type { FrontEnd } from "./contract/front-end.ts";
import { allowCommand } from "./tools/allow-command.ts";

/** The approvals of all conversations of a session, by the user's settings. What the user allows always is saved there. */
export function sharedApprovals({
	host,
	settings,
	frontEnd,
}: {
	readonly host: Host;
	readonly settings: Settings;
	readonly frontEnd: FrontEnd;
}): ApprovalGate {
	return new ApprovalGate({
		mode: () => settings.get(approvalSettings.approvalMode),
		policies: () => policiesIn(settings.get(approvalSettings.approval), host.cwd),
		port: () => frontEnd.approve,
		async allowAlways(toolName) {
			settings.setEntry(approvalSettings.approval, toolName, "allow");
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
		async allowHost(pattern, scope) {
			const entry = scope === "project" ? `${pattern} @ ${host.cwd}` : pattern;
			settings.set(webAccessSettings.hosts, [...settings.get(webAccessSettings.hosts), entry]);
			await settings.flush();
		},
	});
}
