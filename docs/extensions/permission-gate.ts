import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

/** Asks before a command that deletes or publishes. Without a terminal, the command does not run. */
const dangerous = [/\brm\s+-[a-z]*r/i, /\bgit\s+push\b/, /\bsudo\b/];

export default function (pi: ExtensionAPI): void {
	pi.on("tool_call", async (event, ctx) => {
		const command = String(event.input.command);
		if (event.toolName !== "bash" || !dangerous.some((pattern) => pattern.test(command))) return undefined;
		if (!ctx.hasUI) return { block: true, reason: "Nobody is here to allow this command." };
		const isAllowed = await ctx.ui.confirm("Run this command?", command);
		return isAllowed ? undefined : { block: true, reason: "The user does not allow this command." };
	});
}
