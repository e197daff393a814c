import { describe, expect, test } from "bun:test";
import { modelCall, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { AwsAccess } from "../../cloud/aws/aws-credentials.ts";
import type { CloudCredentials } from "../../cloud/credentials/cloud-credentials.ts";
import type { Model } from "../../model/model.ts";
import type { ModelCall, Protocol } from "../../protocol/protocol.ts";
import { createStream } from "../../stream/stream.ts";
import { authorize } from "./authorize.ts";
import { encode } from "./encode.ts";
import { bedrockConverseStream } from "./protocol.ts";

const model: Model = {
	id: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
	name: "Claude Sonnet 4.5",
	provider: "amazon-bedrock",
	api: "bedrock-converse-stream",
	baseUrl: "",
	reasoning: false,
	input: ["text"],
	cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
	contextWindow: 200_000,
	maxTokens: 64_000,
};

function cloudWith(aws: Partial<AwsAccess>): CloudCredentials {
	const access: AwsAccess = {
		keys: async () => ({ accessKeyId: "AKID", secretAccessKey: "secret" }),
		profileRegion: async () => undefined,
		invalidate: () => {},
		...aws,
	};
	return { aws: async () => access, google: () => Promise.reject(new Error("not Google's")) };
}

async function authorized(
	changes: Partial<Omit<ModelCall, "model">> & { model?: Partial<Model> } = {},
	aws: Partial<AwsAccess> = {},
) {
	const call: ModelCall = {
		...modelCall(model, { messages: [user("hi")] }),
		apiKey: undefined,
		now: Date.UTC(2026, 0, 2, 3, 4, 5),
		...changes,
		model: { ...model, ...changes.model },
	};
	return authorize(encode(call), "{}", call, cloudWith(aws));
}

describe("bedrock authorization", () => {
	test.each([
		["the key", { apiKey: "token" }],
		["the environment", { env: { AWS_BEARER_TOKEN_BEDROCK: "token" } }],
	])("a bearer token from %s is sent unchanged", async (_source, changes) => {
		const keys = () => Promise.reject(new Error("must not be asked"));
		const { headers } = await authorized(changes, { keys });
		expect(headers.authorization).toBe("Bearer token");
		expect(headers).not.toHaveProperty("x-amz-date");
	});

	test("authentication can be left to a proxy", async () => {
		const keys = () => Promise.reject(new Error("must not be asked"));
		const { headers } = await authorized({ env: { AWS_BEDROCK_SKIP_AUTH: "1" }, apiKey: "token" }, { keys });
		expect(headers.authorization).toContain("Credential=dummy-access-key/");
	});

	verifies("ai-streaming:bedrock:auth-and-region", async () => {
		const signed = await authorized({ env: { AWS_REGION: "eu-west-3" } });
		expect(signed.headers.authorization).toStartWith(
			"AWS4-HMAC-SHA256 Credential=AKID/20260102/eu-west-3/bedrock/aws4_request, SignedHeaders=host;x-amz-date, ",
		);
		expect(signed.headers).toMatchObject({ "x-amz-date": "20260102T030405Z", "content-type": "application/json" });
		expect((await authorized({ apiKey: "token" })).headers.authorization).toBe("Bearer token");
		expect((await authorized({ apiKey: "" })).headers.authorization).toStartWith("AWS4-HMAC-SHA256 ");

		const arn = "arn:aws:bedrock:ap-south-1:123456789012:application-inference-profile/abc";
		const fromProfile = { profileRegion: async () => "eu-north-1" };
		const both = { AWS_REGION: "eu-west-3", AWS_DEFAULT_REGION: "eu-west-2" };
		const hostOf = async (...args: Parameters<typeof authorized>) => new URL((await authorized(...args)).url).host;
		const regions = [
			[await hostOf({ model: { id: arn }, options: { region: "ca-west-1" } }, fromProfile), "ca-west-1"],
			[await hostOf({ model: { id: arn }, env: both }, fromProfile), "ap-south-1"],
			[await hostOf({ env: both }, fromProfile), "eu-west-3"],
			[await hostOf({ env: { AWS_DEFAULT_REGION: "eu-west-2" } }, fromProfile), "eu-west-2"],
			[await hostOf({ model: { id: "us.anthropic.claude-x" } }, fromProfile), "eu-north-1"],
			[await hostOf({ model: { id: "eu.anthropic.claude-x" } }), "eu-west-1"],
			[await hostOf({ model: { id: "apac.anthropic.claude-x" } }), "ap-southeast-1"],
			[await hostOf({ model: { id: "us-gov.anthropic.claude-x" } }), "us-gov-west-1"],
			[await hostOf({ model: { id: "us.anthropic.claude-x" } }), "us-east-1"],
			[await hostOf({ model: { id: "anthropic.claude-x" } }), "us-east-1"],
		];
		for (const [host, region] of regions) expect(host).toBe(`bedrock-runtime.${region}.amazonaws.com`);
	});

	test("China has its own endpoints", async () => {
		const { url } = await authorized({ env: { AWS_REGION: "cn-north-1" } });
		expect(new URL(url).host).toBe("bedrock-runtime.cn-north-1.amazonaws.com.cn");
	});

	test("an explicit address keeps its host, and its region is signed", async () => {
		const own = await authorized({
			model: { baseUrl: "https://bedrock-runtime.eu-west-1.amazonaws.com/" },
			env: { AWS_REGION: "us-west-2" },
		});
		expect(own.url).toStartWith("https://bedrock-runtime.eu-west-1.amazonaws.com/model/");
		expect(own.headers.authorization).toContain("/eu-west-1/bedrock/");
		const proxy = await authorized({ model: { baseUrl: "http://127.0.0.1:9" }, env: { AWS_REGION: "us-west-2" } });
		expect(proxy.url).toStartWith("http://127.0.0.1:9/model/");
		expect(proxy.headers.authorization).toContain("/us-west-2/bedrock/");
	});
});

verifies("ai-streaming:bedrock:bad-credentials", async () => {
	for (const status of [401, 403]) {
		let invalidated = 0;
		const stream = createStream({
			host: { now: () => 0, env: {} },
			protocols: new Map([[model.api, async () => bedrockConverseStream as Protocol]]),
			fetch: async () => Response.json({ message: "The security token is expired" }, { status }),
			cloud: cloudWith({ invalidate: () => void invalidated++ }),
		});
		const message = await stream(model, { messages: [user("hi")] }).result();
		expect(message).toMatchObject({ stopReason: "error", errorMessage: `${status} The security token is expired` });
		expect(invalidated).toBe(1);
	}
});

test("bedrock: reasoning models have longer timeouts", () => {
	const patience = (changes: Partial<Model>) =>
		bedrockConverseStream.patience?.(modelCall({ ...model, ...changes }, { messages: [] }));
	expect(patience({})).toEqual({});
	expect(patience({ reasoning: true })).toEqual({ firstEventMs: 600_000, idleMs: 600_000 });
	expect(patience({ reasoning: true, thinking: { mode: "anthropic-adaptive", efforts: ["low"] } })).toEqual({
		firstEventMs: 900_000,
		idleMs: 900_000,
	});
});
