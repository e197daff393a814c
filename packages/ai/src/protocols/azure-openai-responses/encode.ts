import { ProviderError } from "../../errors/provider-error.ts";
import type { ModelCall, WireRequest } from "../../protocol/protocol.ts";
import { bearerHeaders } from "../openai-completions/request/headers.ts";
import { responsesBody } from "../responses/body.ts";
import { encodeHistory, orphanNote } from "../responses/history.ts";

export function encode(call: ModelCall): WireRequest {
	const { settings, opening, extra } = responsesBody(call, {
		outputCap: true,
		sampling: true,
		alwaysInstructions: false,
	});
	const history = encodeHistory(call, call.context.messages, {
		orphanResults: "note",
		orphanNote: orphanNote((result) => `[Orphan ${result.toolName} result; call_id=${result.toolCallId}]:`),
	});
	const { authorization: _, ...headers } = bearerHeaders(call);
	return {
		url: resolveEndpoint(call),
		headers: { ...(call.apiKey && { "api-key": call.apiKey }), ...headers },
		body: {
			...settings,
			model: resolveDeployment(call),
			store: false,
			input: [...opening, ...history.items.flat()],
			...extra,
		},
	};
}

/** The endpoint: the environment's address, its resource, or the model's own address. */
function resolveEndpoint({ env, model }: ModelCall): string {
	const resource = env.AZURE_OPENAI_RESOURCE_NAME;
	const base =
		env.AZURE_OPENAI_BASE_URL || (resource && `https://${resource}.openai.azure.com/openai/v1`) || model.baseUrl;
	if (!base) {
		throw new ProviderError(
			"config",
			"Azure OpenAI has no address: set AZURE_OPENAI_BASE_URL or AZURE_OPENAI_RESOURCE_NAME, or baseUrl in models.yml",
		);
	}
	const version = env.AZURE_OPENAI_API_VERSION || "v1";
	return `${base.replace(/\/+$/, "")}/responses?api-version=${encodeURIComponent(version)}`;
}

/** The deployment name of the model: `id=deployment,id2=deployment2`. */
function resolveDeployment({ env, model }: ModelCall): string {
	for (const pair of (env.AZURE_OPENAI_DEPLOYMENT_NAME_MAP ?? "").split(",")) {
		const at = pair.indexOf("=");
		if (at !== -1 && pair.slice(0, at).trim() === model.id) return pair.slice(at + 1).trim();
	}
	return model.id;
}
