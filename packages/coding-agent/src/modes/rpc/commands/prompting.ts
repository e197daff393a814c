import { AgentBusyError } from "@oh-my-pi/pi-agent-core/agent/agent";
import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { filePrompt, type LineOutcome, lineCommands } from "../../../commands/run-line.ts";
import type { InputContent, PromptOp } from "../../../conversation/contract/op.ts";
import { fitImages } from "../../../conversation/images/fit-images.ts";
import type { RpcSession } from "../session/rpc-session.ts";
import { type Field, FieldError, listOf, oneOf, optional, text } from "./fields.ts";
import { type Answer, answering, command, type RpcCommand } from "./rpc-command.ts";

/** An image as a host may write it: `data` and `mimeType`, or a `source` as some APIs have it. */
const image: Field<ImageContent> = {
	read(value, name) {
		if (!isRecord(value) || value.type !== "image") throw new FieldError(`${name} must be an image block`);
		const { source } = value;
		const image = isRecord(source) ? { data: source.data, mimeType: source.mediaType ?? source.media_type } : value;
		const place = isRecord(source) ? `${name}.source` : name;
		if (typeof image.data !== "string" || image.data === "")
			throw new FieldError(`${place}.data must be a base64 text`);
		if (typeof image.mimeType !== "string" || !image.mimeType.startsWith("image/")) {
			throw new FieldError(`${place}.${isRecord(source) ? "mediaType" : "mimeType"} must name an image type`);
		}
		return { type: "image", data: image.data.replace(/^data:[^,]*,/, ""), mimeType: image.mimeType };
	},
};

const spoken = { message: text, images: optional(listOf(image)) };

const prompt = answering(
	"prompt",
	{ ...spoken, streamingBehavior: optional(oneOf(["steer", "followUp"])) },
	async ({ message, images, streamingBehavior }, rpc) => {
		const { conversation } = rpc.session;
		const accepted = Promise.withResolvers<Answer>();
		const answered = Promise.withResolvers<void>();
		const done = conversation.submit({
			...{ type: "input", text: message, images, source: "rpc" },
			runCommand: lineCommands(rpc.session, rpc.commands, (outcome) => tell(outcome, rpc)),
			async deliver(input) {
				const say = await expandPrompt(input.text, input.images, rpc);
				await rpc.events.ended();
				const isRefused = conversation.isStreaming && !streamingBehavior;
				// The host gets its answer before the events of the run.
				accepted.resolve({
					afterwards() {
						answered.resolve();
						return done;
					},
				});
				await answered.promise;
				if (isRefused) throw new AgentBusyError();
				const type = streamingBehavior ? promptTypes[streamingBehavior] : "prompt";
				return { type, ...say };
			},
		});
		done.then(() => accepted.resolve({ data: { agentInvoked: false } }), accepted.reject);
		return accepted.promise;
	},
);

const promptTypes = { steer: "steer", followUp: "follow_up" } as const;

const steer = queueing("steer", "steer");
const followUp = queueing("follow_up", "follow_up");
const abortAndPrompt = queueing("abort_and_prompt", "abort_and_prompt");

function queueing(name: string, type: PromptOp["type"]): RpcCommand {
	return answering(name, spoken, async ({ message, images }, rpc) => {
		const found = await rpc.commands.find(message, rpc.session.fileCommands);
		if (found?.command.source === "extension" || found?.command.source === "custom") {
			throw new Error(
				`/${found.command.name} is a command of an extension and cannot be queued. Send it with "prompt".`,
			);
		}
		const text = (!found && (await filePrompt(message, rpc.session))) || message;
		const say = await expandPrompt(text, images, rpc);
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

async function tell({ output, changed }: LineOutcome, rpc: RpcSession): Promise<void> {
	if (output !== undefined) await rpc.emit({ type: "command_output", text: output });
	if (changed) await rpc.emit({ type: "config_update", ...changed });
}

async function expandPrompt(
	message: string,
	images: readonly ImageContent[] | undefined,
	{ session }: RpcSession,
): Promise<InputContent> {
	return { text: message, ...(images && { images: await fitImages(images, session.settings) }) };
}

const bash = command("bash", { command: text }, (fields, { session }) => session.shell.run(fields.command), {
	concurrent: true,
});

const abortBash = command("abort_bash", {}, (_fields, { session }) => session.shell.abort());

export const shellCommands: readonly RpcCommand[] = [bash, abortBash];
