import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { approvalModeWords } from "../../settings/approval-mode.ts";
import { approvalSettings } from "../../settings/sections/agent/approval.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const statusCommand: Command = {
	name: "status",
	summary: "Show model, session, folder, approvals and sandbox",
	group: "system",
	run: async ({ session }) => notice(statusLines(session).join("\n")),
};

function statusLines(session: OpenedConversation): string[] {
	const { conversation, log, folder, settings, workbench } = session;
	const { model, thinkingLevel } = conversation;
	const mode = settings.get(approvalSettings.approvalMode);
	const folders = [folder.path, ...(log.header.additionalDirectories ?? [])];
	const level = model?.reasoning && thinkingLevel !== "off" ? `, thinking ${thinkingLevel}` : "";
	return [
		`Model: ${model ? `${selectorOf(model)} (${model.name})${level}` : "none; /login or /setup connects one"}`,
		`Session: ${log.name === undefined ? "" : `${log.name}, `}${log.id}${log.file === undefined ? " (in memory)" : ""}`,
		`Folder: ${folders.join(", ")}`,
		`Approvals: ${mode} (${approvalModeWords[mode].sentence.toLowerCase()})`,
		`Sandbox: ${sandboxWords(workbench)}`,
	];
}

function sandboxWords({ features }: OpenedConversation["workbench"]): string {
	const state = features.box?.state;
	if (!state) return "off";
	if (state.kind === "unavailable") return `none, ${state.reason}`;
	return `${state.mode}${state.isFull ? "" : ", partial"}; /sandbox says more`;
}
