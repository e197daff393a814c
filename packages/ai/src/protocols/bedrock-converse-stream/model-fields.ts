import type { Model } from "../../model/model.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import { resolveEffort } from "../../thinking/effort.ts";
import { type ThinkingFields, thinkingFields } from "../anthropic-messages/thinking.ts";

const nothing: ThinkingFields = { enabled: false, body: {}, minMaxTokens: 0 };

/** Fields specific to the model's family, mostly for thinking. A forced tool call and thinking exclude each other. */
export function modelFields(call: ModelCall, options: { forcedTool: boolean }): ThinkingFields {
	const { model } = call;
	if (isClaude(model)) return options.forcedTool ? nothing : claudeFields(call);
	const effort = resolveEffort(model, call.options);
	if (!effort || !/(^|[./])openai\./i.test(model.id)) return nothing;
	const wire = model.thinking?.effortMap?.[effort] ?? effort;
	return { enabled: true, body: { reasoning_effort: wire }, minMaxTokens: 0 };
}

/** Also for an inference profile, whose id does not tell but whose record does. */
export function isClaude(model: Pick<Model, "id" | "thinking">): boolean {
	return /(^|[/.])claude[-.]/i.test(model.id) || model.thinking?.mode.startsWith("anthropic") === true;
}

function claudeFields(call: ModelCall): ThinkingFields {
	const fields = thinkingFields(call, { forcedTool: false });
	const betas: string[] = [];
	const adaptive = call.model.thinking?.mode === "anthropic-adaptive";
	const interleaving = fields.enabled && !adaptive && (call.context.tools?.length ?? 0) > 0;
	if (interleaving && call.env.PI_NO_INTERLEAVED_THINKING !== "1") betas.push("interleaved-thinking-2025-05-14");
	if ("output_config" in fields.body) betas.push("effort-2025-11-24");
	return { ...fields, body: { ...fields.body, ...(betas.length > 0 && { anthropic_beta: betas }) } };
}
