import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { joinText, type Message } from "@oh-my-pi/pi-ai/message";
import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { resolveRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { sessionRoles } from "../../models/session-roles.ts";
import type { Workbench } from "../workbench.ts";

type Ports = Pick<Workbench, "settings" | "registry" | "host"> & {
	readonly conversation: Pick<Conversation, "model" | "aside">;
};

const maxTokens = 8192;

/** One question about one image to the model of the role `vision`, without anything of the conversation. */
export async function askAboutImage(
	question: { readonly data: string; readonly mimeType: string; readonly question: string },
	ports: Ports,
	signal: AbortSignal,
): Promise<{ readonly text: string; readonly model: string }> {
	const model = await visionModel(ports);
	const { data, mimeType } = question;
	const message: Message = {
		role: "user",
		content: [
			{ type: "image", data, mimeType },
			{ type: "text", text: question.question },
		],
		attribution: "agent",
		timestamp: ports.host.now(),
	};
	const options = { maxTokens: Math.min(maxTokens, model.maxTokens || maxTokens), reasoning: undefined };
	const reply = await ports.conversation.aside.request({ messages: [message], tools: [] }, options, model, signal);
	if (reply.stopReason === "error" || reply.stopReason === "aborted") {
		throw new ToolError(`${selectorOf(model)} could not be asked: ${reply.errorMessage ?? "no answer"}`);
	}
	return { text: joinText(reply.content), model: selectorOf(model) };
}

/** The model of the role, else the session's, else the first there is. */
async function visionModel({ settings, registry, conversation }: Ports): Promise<Model> {
	const { model: current } = conversation;
	const found = await resolveRole("vision", registry, {
		roles: sessionRoles(settings),
		...(current && { current }),
	});
	const model = found?.model ?? current ?? (await registry.enabled())[0];
	if (!model || model.api === "offline") throw new ToolError("No models available for inspect_image.");
	const name = selectorOf(model);
	if (!model.input.includes("image")) {
		throw new ToolError(
			`Resolved model ${name} does not support image input. Configure a vision-capable model for modelRoles.vision.`,
		);
	}
	const problem = registry.whyUnusable(model.provider);
	if (problem !== undefined) throw new ToolError(`No API key available for ${name}. ${problem}`);
	return model;
}
