const regionPrefix = /^(us|eu|apac|jp|au|ca|us-gov|global|regional)\./;
const vendorPrefix =
	/^(anthropic|openai|amazon|meta|mistral|deepseek|google|qwen|nvidia|writer|zai|moonshotai|minimax)\./;
/** Routing suffixes of hosts, as opposed to a size such as `gpt-oss:120b`. */
const routeSuffix = /:(free|nitro|floor|online|exacto|extended|thinking|beta|batch|cloud|latest)$/;

const bedrockRevision = /-v\d+(:\d+)?$/;
const dateSuffix = /-(20\d{6}|20\d{2}-\d{2}-\d{2})$/;

/**
 * A common spelling for the same model at different providers: without path, region, date and route, and with
 * normalized versions. `us.anthropic.claude-opus-4-5-20251101-v1:0` and `anthropic/claude-opus-4.5` are the same.
 */
export function canonicalId(id: string): string {
	return withoutBedrockNames(lastSegment(id).toLowerCase())
		.replace(/^hf:/, "")
		.replace(routeSuffix, "")
		.replace(/@[\w-]+$/, "")
		.replace(dateSuffix, "")
		.replace(/(\d)[.p](?=\d)/g, "$1-");
}

/** True for an id of a dated release. */
export function isDated(id: string): boolean {
	const bare = withoutBedrockNames(lastSegment(id).toLowerCase());
	return dateSuffix.test(bare) || /@20\d{6}$/.test(bare) || /-\d{4}$/.test(bare);
}

function lastSegment(id: string): string {
	return id.slice(id.lastIndexOf("/") + 1);
}

function withoutBedrockNames(id: string): string {
	const local = id.replace(regionPrefix, "");
	return vendorPrefix.test(local) ? local.replace(vendorPrefix, "").replace(bedrockRevision, "") : id;
}
