import type { ModelCall } from "../../protocol/protocol.ts";

/** The address without the path, with `{region}` if it is still unknown. */
export function resolveEndpoint({ model, env }: ModelCall): string {
	const configuredUrl = model.baseUrl || env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME;
	return (configuredUrl || "https://bedrock-runtime.{region}.amazonaws.com").replace(/\/+$/, "");
}

export function completeEndpoint(url: string, region: string): string {
	const complete = url.replace("{region}", region);
	return region.startsWith("cn-") ? complete.replace(".amazonaws.com/", ".amazonaws.com.cn/") : complete;
}

/** Home regions of inference profiles, by the prefix of the model's id. */
const homeRegions: Readonly<Record<string, string>> = {
	us: "us-east-1",
	"us-gov": "us-gov-west-1",
	eu: "eu-west-1",
	apac: "ap-southeast-1",
	jp: "ap-northeast-1",
	au: "ap-southeast-2",
	ca: "ca-central-1",
	sa: "sa-east-1",
};

/** The region to sign for: the one in an explicit address, else the first configured one. */
export async function resolveRegion(
	{ model, options, env }: ModelCall,
	url: string,
	profileRegion: () => Promise<string | undefined>,
): Promise<string> {
	return (
		/^https?:\/\/bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com/.exec(url)?.[1] ??
		options.region ??
		/^arn:aws[^:]*:bedrock:([a-z0-9-]+):/.exec(model.id)?.[1] ??
		(env.AWS_REGION || env.AWS_DEFAULT_REGION || (await profileRegion())) ??
		homeRegions[model.id.split(".")[0] ?? ""] ??
		"us-east-1"
	);
}
