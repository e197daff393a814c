import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { StreamOptions } from "@oh-my-pi/pi-ai/protocol/stream-options";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** Wishes that only some providers know; others answer without them. */
export interface ProviderFields {
	readonly seed?: number | undefined;
	readonly logitBias?: unknown;
	/** As in OpenAI chat: `{type: "json_schema", json_schema: {name, schema, strict}}`. */
	readonly responseFormat?: Readonly<Record<string, unknown>> | undefined;
	readonly parallelToolCalls?: boolean | undefined;
	readonly user?: string | undefined;
}

/** Adds them to the body just before it is sent. */
export function providerFieldOptions(fields: ProviderFields, { api }: Pick<Model, "api">): StreamOptions {
	const isEmpty = Object.values(fields).every((value) => value === undefined);
	const add = isEmpty ? undefined : adders[api];
	if (!add) return {};
	return { onPayload: (body) => (isRecord(body) ? { ...body, ...add(fields, body) } : body) };
}

type Adder = (fields: ProviderFields, body: Readonly<Record<string, unknown>>) => Record<string, unknown>;

const chat: Adder = ({ seed, logitBias, responseFormat, parallelToolCalls, user }, { tools }) => ({
	...(seed !== undefined && { seed }),
	...(logitBias !== undefined && { logit_bias: logitBias }),
	...(responseFormat && { response_format: responseFormat }),
	...(parallelToolCalls !== undefined && tools !== undefined && { parallel_tool_calls: parallelToolCalls }),
	...(user !== undefined && { user }),
});

const responses: Adder = ({ responseFormat, parallelToolCalls, user }, { tools, text }) => ({
	...(responseFormat && { text: { ...(isRecord(text) && text), format: flatFormat(responseFormat) } }),
	...(parallelToolCalls !== undefined && tools !== undefined && { parallel_tool_calls: parallelToolCalls }),
	...(user !== undefined && { safety_identifier: user }),
});

const anthropic: Adder = ({ parallelToolCalls, responseFormat }, body) => {
	const choice = isRecord(body.tool_choice) ? body.tool_choice : { type: "auto" };
	const schema = isRecord(responseFormat?.json_schema) ? responseFormat.json_schema.schema : undefined;
	return {
		...(parallelToolCalls === false &&
			body.tools !== undefined &&
			choice.type !== "none" && { tool_choice: { ...choice, disable_parallel_tool_use: true } }),
		...(isRecord(schema) && {
			output_config: {
				...(isRecord(body.output_config) && body.output_config),
				format: { type: "json_schema", schema },
			},
		}),
	};
};

const adders: Readonly<Record<string, Adder>> = {
	"openai-completions": chat,
	"openai-responses": responses,
	"azure-openai-responses": responses,
	"anthropic-messages": anthropic,
};

/** The same as the Responses API writes it. */
function flatFormat(format: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const { json_schema: inner, ...rest } = format;
	return isRecord(inner) ? { ...rest, ...inner } : { ...rest };
}
