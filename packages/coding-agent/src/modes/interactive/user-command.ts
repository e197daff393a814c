import type { ConversationEvent } from "../../conversation/event.ts";
import type { UserShell } from "../../conversation/shell/user-shell.ts";

export interface UserCommand {
	readonly command: string;
	/** Said with `!!`: the model never gets to see it. */
	readonly isPrivate: boolean;
}

/** What a line beginning with `!` wants run. */
export function parseUserCommand(text: string): UserCommand | undefined {
	const match = /^(!{1,2})\s*([\s\S]+)$/.exec(text.trim());
	return match?.[2] ? { command: match[2], isPrivate: match[1] === "!!" } : undefined;
}

/** Runs it and shows it like a tool call, with its output as it comes. */
export async function runUserCommand(
	{ command, isPrivate }: UserCommand,
	shell: UserShell,
	id: string,
	show: (event: ConversationEvent) => void,
): Promise<void> {
	const call = { toolCallId: id, toolName: "bash", args: { command } };
	const asResult = (text: string, details: object = {}) => ({ content: [{ type: "text" as const, text }], details });
	show({ type: "tool_execution_start", ...call });
	const result = await shell.run(command, {
		excludeFromContext: isPrivate,
		onOutput: (output) => show({ type: "tool_execution_update", ...call, partialResult: asResult(output) }),
	});
	const failed = result.cancelled || result.exitCode !== 0;
	const ending = result.cancelled ? "" : failed ? `\nexit code ${result.exitCode}` : "";
	const note = isPrivate ? "\n(not in context)" : "";
	show({ type: "tool_execution_end", ...call, result: asResult(result.output + ending + note), isError: failed });
}
