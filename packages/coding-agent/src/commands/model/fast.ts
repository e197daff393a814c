import { fastTier, hasFastMode } from "../../conversation/queries/fast-mode.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const fastCommand: Command = {
	name: "fast",
	summary: "Use the provider's fast tier",
	group: "model",
	hint: "[on|off|status]",
	subcommands: [
		{ name: "on", summary: "Use the fast tier" },
		{ name: "off", summary: "Use the standard tier" },
		{ name: "status", summary: "Show the current tier" },
	],
	describe: (session) => (isFast(session) ? "on" : "off"),
	async run({ args, session }) {
		const { conversation } = session;
		if (!["", "on", "off", "status"].includes(args)) throw new Error("Usage: /fast [on|off|status]");
		if (args !== "status") {
			const wants = args === "" ? !isFast(session) : args === "on";
			if (wants && !hasFastMode(conversation.model)) {
				throw new Error("Fast mode is unavailable for the current model.");
			}
			await conversation.submit({ type: "set_service_tier", tier: wants ? fastTier : undefined });
		}
		const enabled = isFast(session);
		const idle = enabled && !hasFastMode(conversation.model) ? ", but the current model has none" : "";
		return {
			...notice(`Fast mode is ${enabled ? "on" : "off"}${idle}.`),
			...(args !== "status" && { changed: { fastModeEnabled: enabled } }),
		};
	},
};

function isFast({ conversation }: OpenedConversation): boolean {
	return conversation.serviceTier === fastTier;
}
