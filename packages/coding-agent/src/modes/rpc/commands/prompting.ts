import { AgentBusyError } from "@oh-my-pi/pi-agent-core/agent";
import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { filePrompt, runLine } from "../../../commands/run-line.ts";
import { fitImages } from "../../../conversation/images/fit-images.ts";
import type { ConversationOp, UserInput } from "../../../conversation/op.ts";
import { type Field, FieldError, isRecord, listOf, oneOf, optional, text } from "../fields.ts";
import { type Answer, answering, command, type RpcCommand } from "../rpc-command.ts";
import type { RpcSession } from "../rpc-session.ts";

/** An image as a host may write it: `data` and `mimeType`, or a `source` as some APIs have it. */
const image: Field<ImageContent> = {
	read(value, name) {
		if (!isRecord(value) || value.type !== "image") throw new FieldError(`${name} must be an image block`);
		const { source } = value;
		const given = isRecord(source) ? { data: source.data, mimeType: source.mediaType ?? source.media_type } : value;
		const place = isRecord(source) ? `${name}.source` : name;
		if (typeof given.data !== "string" || given.data === "")
			throw new FieldError(`${place}.data must be a base64 text`);
		if (typeof given.mimeType !== "string" || !given.mimeType.startsWith("image/")) {
			throw new FieldError(`${place}.${isRecord(source) ? "mediaType" : "mimeType"} must name an image type`);
		}
		return { type: "image", data: given.data.replace(/^data:[^,]*,/, ""), mimeType: given.mimeType };
	},
};

const spoken = { message: text, images: optional(listOf(image)) };

const prompt = answering(
	"prompt",
	{ ...spoken, streamingBehavior: optional(oneOf(["steer", "followUp"])) },
	async ({ message, images, streamingBehavior }, rpc) => {
		const given = await rpc.session.conversation.takeInput({ text: message, images, source: "rpc" });
		if (!given) return { data: { agentInvoked: false } };
		const local = await runLocally(given.text, rpc);
		if (local && "answer" in local) return local.answer;
		const say = await spokenOf(local?.prompt ?? given.text, given.images, rpc);
		const { conversation } = rpc.session;
		await rpc.events.ended();
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

function queueing(name: string, type: Extract<ConversationOp, UserInput>["type"]): RpcCommand {
	return answering(name, spoken, async ({ message, images }, rpc) => {
		const found = await rpc.commands.find(message, rpc.session.fileCommands);
		if (found?.command.source === "extension" || found?.command.source === "custom") {
			throw new Error(
				`/${found.command.name} is a command of an extension and cannot be queued. Send it with "prompt".`,
			);
		}
		const text = (!found && (await filePrompt(message, rpc.session))) || message;
		const say = await spokenOf(text, images, rpc);
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
): Promise<UserInput> {
	return { text: message, ...(images && { images: await fitImages(images, session.settings) }) };
}

const bash = command("bash", { command: text }, (fields, { session }) => session.shell.run(fields.command), {
	concurrent: true,
});

const abortBash = command("abort_bash", {}, (_fields, { session }) => session.shell.abort());

export const shellCommands: readonly RpcCommand[] = [bash, abortBash];
