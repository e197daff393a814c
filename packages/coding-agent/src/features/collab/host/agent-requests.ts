import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import type { GuestFrame, HostFrame } from "../protocol/frames.ts";

const maxTranscriptBytes = 1024 * 1024;

/** What a guest wants of a sub-agent. Rejects with words for that guest. */
export async function commandAgent(
	{ workbench, conversation }: OpenedConversation,
	{ cmd, agentId, text }: Extract<GuestFrame, { t: "agent-cmd" }>,
): Promise<void> {
	const control = await workbench.features.agents?.control(conversation);
	if (!control?.agents().some(({ id }) => id === agentId)) throw new Error(`There is no agent ${agentId}.`);
	switch (cmd) {
		case "chat":
			if (text === undefined || text.trim() === "") throw new Error("Nothing to say.");
			return control.say(agentId, text);
		case "kill":
			return control.kill(agentId);
		case "revive":
			if (!(await control.revive(agentId))) throw new Error(`${agentId} cannot be revived.`);
			return;
		default:
			return cmd satisfies never;
	}
}

/** What an agent said and did, as lines of JSON behind a byte. */
export async function readTranscript(
	{ workbench, conversation }: OpenedConversation,
	{ reqId, agentId, fromByte }: Extract<GuestFrame, { t: "fetch-transcript" }>,
): Promise<HostFrame> {
	const control = await workbench.features.agents?.control(conversation);
	if (!control?.agents().some(({ id }) => id === agentId))
		return { t: "transcript", reqId, text: "", newSize: fromByte, error: `There is no agent ${agentId}.` };
	const lines = (await control.messages(agentId)).map((message) => `${JSON.stringify(message)}\n`);
	const bytes = Buffer.from(lines.join(""));
	const part = bytes.subarray(fromByte, fromByte + maxTranscriptBytes);
	// Whole lines, so that no character is cut.
	const end = part.lastIndexOf(10) + 1 || part.length;
	const text = part.subarray(0, end).toString("utf8");
	return { t: "transcript", reqId, text, newSize: fromByte + end };
}
