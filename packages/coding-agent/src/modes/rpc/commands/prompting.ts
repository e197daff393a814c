import { AgentBusyError } from "@oh-my-pi/pi-agent-core/agent";
import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { runLine } from "../../../commands/run-line.ts";
import { fitImages } from "../../../conversation/images/fit-images.ts";
import type { ConversationOp, Spoken } from "../../../conversation/op.ts";
import { listOf, oneOf, optional, text } from "../fields.ts";
import { image } from "../images.ts";
import { type Answer, answering, type RpcCommand } from "../rpc-command.ts";
import type { RpcSession } from "../rpc-session.ts";

const spoken = { message: text, images: optional(listOf(image)) };

const prompt = answering(
	"prompt",
	{ ...spoken, streamingBehavior: optional(oneOf(["steer", "followUp"])) },
	async ({ message, images, streamingBehavior }, rpc) => {
		const local = await runLocally(message, rpc);
		if (local && "answer" in local) return local.answer;
		const say = await spokenOf(local?.prompt ?? message, images, rpc);
		const { conversation } = rpc.session;
		if (conversation.isStreaming && !streamingBehavior) {
			return { afterwards: () => Promise.reject(new AgentBusyError()) };
		}
		const type = streamingBehavior === "steer" ? "steer" : streamingBehavior === "followUp" ? "follow_up" : "prompt";
		return { afterwards: () => conversation.submit({ type, ...say }) };
	},
);

const steer = queueing("steer", "steer");
const followUp = queueing("follow_up", "follow_up");
const abortAndPrompt = queueing("abort_and_prompt", "abort_and_prompt");

function queueing(name: string, type: Extract<ConversationOp, Spoken>["type"]): RpcCommand {
	return answering(name, spoken, async ({ message, images }, rpc) => {
		const say = await spokenOf(message, images, rpc);
		return { afterwards: () => rpc.session.conversation.submit({ type, ...say }) };
	});
}

const abort = answering("abort", {}, async (_fields, { session, events }) => {
	const release = events.holdEnd();
	try {
		await session.conversation.submit({ type: "abort" });
	} catch (error) {
		release();
		throw error;
	}
	return { afterwards: async () => release() };
});

export const promptingCommands: readonly RpcCommand[] = [prompt, steer, followUp, abort, abortAndPrompt];

/** A slash command is carried out here; what is left of the line may still be for the model. */
async function runLocally(
	message: string,
	rpc: RpcSession,
): Promise<{ answer: Answer } | { prompt: string } | undefined> {
	const outcome = await runLine(message, rpc.session, rpc.commands);
	if (!outcome) return undefined;
	if (outcome.output !== undefined) await rpc.emit({ type: "command_output", text: outcome.output });
	if (outcome.changed) await rpc.emit({ type: "config_update", ...outcome.changed });
	if (outcome.prompt !== undefined) return { prompt: outcome.prompt };
	return { answer: { data: { agentInvoked: false } } };
}

async function spokenOf(
	message: string,
	images: readonly ImageContent[] | undefined,
	{ session }: RpcSession,
): Promise<Spoken> {
	return { text: message, ...(images && { images: await fitImages(images, session.settings) }) };
}
