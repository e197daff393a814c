import { expect, test } from "bun:test";
import { signedHeaders } from "./sign.ts";

// Keys, time and expected values of the AWS Signature Version 4 test suite.
const keys = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
const now = Date.UTC(2015, 7, 30, 12, 36, 0);
const sessionToken =
	"AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==";

const vectors: Array<[name: string, method: string, path: string, token: string | undefined, signature: string]> = [
	["get-vanilla", "GET", "/", undefined, "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"],
	["post-vanilla", "POST", "/", undefined, "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"],
	[
		"get-vanilla-query-order-key-case",
		"GET",
		"/?Param2=value2&Param1=value1",
		undefined,
		"b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
	],
	[
		"get-vanilla-utf8-query",
		"GET",
		"/?ሴ=bar",
		undefined,
		"2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04",
	],
	[
		"get-unreserved",
		"GET",
		"/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
		undefined,
		"07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
	],
	[
		"post-sts-header-before",
		"POST",
		"/",
		sessionToken,
		"85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead",
	],
];

test.each(vectors)("sign: %s of the published test suite", async (_name, method, path, token, signature) => {
	const headers = await signedHeaders(
		{ method, url: `https://example.amazonaws.com${path}`, headers: { accept: "anything" }, body: "" },
		{ ...keys, sessionToken: token },
		{ service: "service", region: "us-east-1", now },
	);
	const signed = token ? "host;x-amz-date;x-amz-security-token" : "host;x-amz-date";
	expect(headers).toEqual({
		accept: "anything",
		"x-amz-date": "20150830T123600Z",
		...(token && { "x-amz-security-token": token }),
		authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${signed}, Signature=${signature}`,
	});
});

// Signatures of the official JavaScript signer for the same requests.
test.each([
	["us.anthropic.claude-opus-4-8-v1:0", "5a50ccce737d1d880fa9abe2164b7d345dce6b8e25379bc69166990a888cbc7a"],
	[
		"arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/ab cd",
		"c1bab42577830f2b5d06aebb2af2b67c34aa4f71f17330906cd478e77d1cee10",
	],
])("sign: the escaped id %s in the path is escaped again", async (id, signature) => {
	const headers = await signedHeaders(
		{
			url: `https://bedrock-runtime.us-east-1.amazonaws.com/model/${encodeURIComponent(id)}/converse-stream`,
			headers: {},
			body: '{"messages":[],"é":"ü"}',
		},
		{ ...keys, sessionToken: "tok/en+=" },
		{ service: "bedrock", region: "us-east-1", now },
	);
	expect(headers.authorization).toEndWith(`Signature=${signature}`);
});
