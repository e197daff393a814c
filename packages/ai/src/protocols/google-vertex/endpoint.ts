import type { GoogleAccess } from "../../cloud/google/google-credentials.ts";
import { ProviderError } from "../../errors/provider-error.ts";
import type { ModelCall } from "../../protocol/protocol.ts";
import { isClaude } from "../google/family.ts";

/** With a key, Gemini needs neither project nor location ("express mode"); Claude does not support that. */
export function isExpress(call: Pick<ModelCall, "apiKey" | "model">): boolean {
	return Boolean(call.apiKey) && !isClaude(call.model);
}

/** The URL, with `{host}`, `{project}` and `{location}` if they are still unknown. */
export function resolveEndpoint(call: ModelCall): string {
	const { model } = call;
	const base = model.baseUrl.includes("{") ? "" : model.baseUrl.replace(/\/+$/, "");
	const method = isClaude(model)
		? `publishers/anthropic/models/${model.id}:streamRawPredict`
		: `publishers/google/models/${model.id}:streamGenerateContent?alt=sse`;
	if (/\/projects\/[^/]+\/locations\/[^/]+$/.test(base)) return `${base}/${method}`;
	const unversioned = base.replace(/\/v1$/, "");
	if (isExpress(call)) return `${unversioned || "https://aiplatform.googleapis.com"}/v1/${method}`;
	return `${unversioned || "https://{host}"}/v1/projects/{project}/locations/{location}/${method}`;
}

export async function completeEndpoint(url: string, google: GoogleAccess): Promise<string> {
	if (!url.includes("{project}")) return url;
	const project = await google.project();
	if (!project) {
		throw new ProviderError("config", "No Google Cloud project for Vertex AI: set GOOGLE_CLOUD_PROJECT");
	}
	const location = google.location() ?? "global";
	return url.replace("{host}", resolveHost(location)).replace("{project}", project).replace("{location}", location);
}

function resolveHost(location: string): string {
	if (location === "global") return "aiplatform.googleapis.com";
	// Multi-region locations with their own host names.
	if (location === "us" || location === "eu") return `aiplatform.${location}.rep.googleapis.com`;
	return `${location}-aiplatform.googleapis.com`;
}
