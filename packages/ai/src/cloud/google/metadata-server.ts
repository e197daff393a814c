import type { CloudWorld } from "../cloud-world.ts";
import { parseObject, requestText } from "../token-request.ts";
import { type GoogleToken, tokenIn } from "./token.ts";

const who = "Google's metadata server";

/** The token of the machine's service account; `undefined` without a metadata server. */
export async function metadataToken(world: CloudWorld): Promise<GoogleToken | undefined> {
	const text = await ask(world, "instance/service-accounts/default/token");
	return text === undefined ? undefined : tokenIn(parseObject(text, who), world.now(), who);
}

export async function metadataProject(world: CloudWorld): Promise<string | undefined> {
	return (await ask(world, "project/project-id"))?.trim() || undefined;
}

async function ask(world: CloudWorld, path: string): Promise<string | undefined> {
	const host = world.env.GCE_METADATA_HOST || "metadata.google.internal";
	const init = { headers: { "metadata-flavor": "Google" } };
	try {
		return await requestText(world, `http://${host}/computeMetadata/v1/${path}`, init, { who, timeoutMs: 1000 });
	} catch {
		// Not in Google's cloud.
		return undefined;
	}
}
