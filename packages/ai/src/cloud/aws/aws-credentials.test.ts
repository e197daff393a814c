import { describe, expect, test } from "bun:test";
import { modelCall } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { type CloudRequest, localCloud } from "@oh-my-pi/pi-testkit/servers/local-cloud";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { Model } from "../../model/model.ts";
import { authorize } from "../../protocols/bedrock-converse-stream/authorize.ts";
import type { CloudWorld } from "../cloud-world.ts";
import { cloudCredentials } from "../credentials/cloud-credentials.ts";
import { awsAccess } from "./aws-credentials.ts";

const now = Date.UTC(2026, 0, 1);
const expiration = "2026-01-01T01:00:00Z";
const expiresAt = Date.parse(expiration);

function worldOf(changes: Partial<CloudWorld> & { files?: Record<string, string> }): CloudWorld {
	const { files = {}, ...rest } = changes;
	return {
		env: {},
		home: "/home/u",
		now: () => now,
		fetch: () => Promise.reject(new Error("no network here")),
		readFile: async (path) => files[path],
		run: () => Promise.reject(new Error("nothing to run")),
		...rest,
	};
}

const bedrockModel: Model = {
	id: "us.anthropic.claude-x",
	name: "Claude",
	provider: "amazon-bedrock",
	api: "bedrock-converse-stream",
	baseUrl: "",
	reasoning: false,
	input: ["text"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 200_000,
	maxTokens: 64_000,
};

const keysOf = (changes: Parameters<typeof worldOf>[0]) => awsAccess(worldOf(changes)).keys();
const config = "/home/u/.aws/config";
const credentials = "/home/u/.aws/credentials";
const serviceKeys = { AccessKeyId: "ASIA", SecretAccessKey: "sec", Token: "tok", Expiration: expiration };
const asKeys = { accessKeyId: "ASIA", secretAccessKey: "sec", sessionToken: "tok", expiresAt };
const stsText = `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIA</AccessKeyId>
	<SecretAccessKey>sec</SecretAccessKey><SessionToken>tok</SessionToken><Expiration>${expiration}</Expiration>
	</Credentials></AssumeRoleResult></AssumeRoleResponse>`;
const stsAnswer = () => new Response(stsText);
const form = (request: CloudRequest | undefined) => Object.fromEntries(new URLSearchParams(request?.body));

const metadata = ({ method, url, headers }: CloudRequest) => {
	if (method === "PUT" && url.endsWith("/latest/api/token")) return new Response("imds-token");
	if (headers.get("x-aws-ec2-metadata-token") !== "imds-token") return new Response("", { status: 401 });
	return url.endsWith("/security-credentials/") ? new Response("my-role\n") : Response.json(serviceKeys);
};

describe("aws credentials", () => {
	verifies("models-and-auth:provider:aws-chain", async () => {
		const env: Record<string, string> = {
			AWS_BEARER_TOKEN_BEDROCK: "bearer",
			AWS_ACCESS_KEY_ID: "env",
			AWS_SECRET_ACCESS_KEY: "s",
			AWS_WEB_IDENTITY_TOKEN_FILE: "/token",
			AWS_ROLE_ARN: "arn:aws:iam::1:role/r",
			AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/creds",
		};
		const files: Record<string, string> = {
			"/token": "jwt",
			[credentials]: "[default]\naws_access_key_id = profile\naws_secret_access_key = s\n",
		};
		await using cloud = localCloud((request) => {
			if (request.url.startsWith("https://sts.")) return new Response(stsText.replace("ASIA", "web"));
			if (request.url.endsWith("/creds")) return Response.json({ ...serviceKeys, AccessKeyId: "container" });
			return metadata(request);
		});
		const world = worldOf({ env, files, fetch: cloud.fetch });
		const call = { ...modelCall(bedrockModel, { messages: [] }), apiKey: undefined, env };
		const request = { url: "https://x/", headers: {}, body: {} };
		const { headers } = await authorize(request, "{}", call, cloudCredentials(world));
		expect(headers.authorization).toBe("Bearer bearer");

		const found: Array<[accessKeyId: string, requests: number]> = [];
		const look = async () => {
			const aws = awsAccess(world);
			const before = cloud.requests.length;
			const [first] = await Promise.all([aws.keys(), aws.keys(), aws.keys()]);
			found.push([first.accessKeyId, cloud.requests.length - before]);
		};
		await look();
		delete env.AWS_ACCESS_KEY_ID;
		await look();
		delete env.AWS_ROLE_ARN;
		await look();
		delete files[credentials];
		await look();
		delete env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI;
		await look();
		expect(found).toEqual([
			["env", 0],
			["web", 1],
			["profile", 0],
			["container", 1],
			["ASIA", 3],
		]);
	});

	test("keys in the environment may have a session token", async () => {
		const env = { AWS_ACCESS_KEY_ID: "AKID", AWS_SECRET_ACCESS_KEY: "secret", AWS_SESSION_TOKEN: "session" };
		expect(await keysOf({ env })).toEqual({
			accessKeyId: "AKID",
			secretAccessKey: "secret",
			sessionToken: "session",
		});
	});

	test("a web identity token is exchanged for the keys of a role", async () => {
		await using cloud = localCloud(stsAnswer);
		const env = {
			AWS_WEB_IDENTITY_TOKEN_FILE: "/var/token",
			AWS_ROLE_ARN: "arn:aws:iam::1:role/r",
			AWS_ROLE_SESSION_NAME: "me",
			AWS_REGION: "eu-west-1",
		};
		expect(await keysOf({ env, files: { "/var/token": "jwt\n" }, fetch: cloud.fetch })).toEqual(asKeys);
		expect(cloud.requests[0]?.url).toBe("https://sts.eu-west-1.amazonaws.com/");
		expect(cloud.requests[0]?.headers.has("authorization")).toBe(false);
		expect(form(cloud.requests[0])).toEqual({
			Action: "AssumeRoleWithWebIdentity",
			Version: "2011-06-15",
			RoleArn: "arn:aws:iam::1:role/r",
			RoleSessionName: "me",
			WebIdentityToken: "jwt",
		});
	});

	test("the active profile is read from both files, credentials file first", async () => {
		const files = {
			[config]: "[default]\nregion = us-west-2\n\n[profile work]\nregion=eu-central-1\naws_access_key_id = old\n",
			[credentials]: [
				"# mine",
				"[default]",
				"aws_access_key_id = AKDEF ; the usual",
				"aws_secret_access_key = a=b#c",
				"[work]",
				"aws_access_key_id = AKWORK",
				"aws_secret_access_key = w",
				"aws_session_token = s",
			].join("\r\n"),
		};
		expect(await keysOf({ files })).toEqual({ accessKeyId: "AKDEF", secretAccessKey: "a=b#c" });
		const work = worldOf({ files, env: { AWS_PROFILE: "work" } });
		expect(await awsAccess(work).keys()).toEqual({
			accessKeyId: "AKWORK",
			secretAccessKey: "w",
			sessionToken: "s",
		});
		expect(await awsAccess(work).profileRegion()).toBe("eu-central-1");
		expect(await awsAccess(worldOf({ files })).profileRegion()).toBe("us-west-2");
		expect(await awsAccess(worldOf({})).profileRegion()).toBeUndefined();
	});

	test("the files can be elsewhere", async () => {
		const env = { AWS_SHARED_CREDENTIALS_FILE: "/c", AWS_CONFIG_FILE: "/d" };
		const files = { "/c": "[default]\naws_access_key_id=A\naws_secret_access_key=B", "/d": "[default]\nregion=r" };
		expect(await keysOf({ env, files })).toEqual({ accessKeyId: "A", secretAccessKey: "B" });
	});

	const ssoConfig = [
		"[profile sso]",
		"sso_session = corp",
		"sso_account_id = 123",
		"sso_role_name = dev",
		"[sso-session corp]",
		"sso_region = eu-west-2",
		"sso_start_url = https://corp.awsapps.com/start",
	].join("\n");
	// The file is named after the SHA-1 of "corp".
	const cache = `/home/u/.aws/sso/cache/${new Bun.CryptoHasher("sha1").update("corp").digest("hex")}.json`;

	test("an SSO login yields the keys of the profile's role", async () => {
		await using cloud = localCloud(() =>
			Response.json({
				roleCredentials: { accessKeyId: "ASIA", secretAccessKey: "sec", sessionToken: "tok", expiration: expiresAt },
			}),
		);
		const files = { [config]: ssoConfig, [cache]: JSON.stringify({ accessToken: "sso token", expiresAt: expiration }) };
		expect(await keysOf({ env: { AWS_PROFILE: "sso" }, files, fetch: cloud.fetch })).toEqual(asKeys);
		const [request] = cloud.requests;
		expect(request?.url).toBe(
			"https://portal.sso.eu-west-2.amazonaws.com/federation/credentials?account_id=123&role_name=dev",
		);
		expect(request?.headers.get("x-amz-sso_bearer_token")).toBe("sso token");
	});

	test("an expired SSO login is reported", async () => {
		const ended = JSON.stringify({ accessToken: "t", expiresAt: "2025-12-31T23:59:59Z" });
		for (const files of [{ [config]: ssoConfig }, { [config]: ssoConfig, [cache]: ended }]) {
			await expect(keysOf({ env: { AWS_PROFILE: "sso" }, files })).rejects.toMatchObject({
				kind: "auth",
				message: "Not signed in to AWS SSO: run `aws sso login --profile sso`",
			});
		}
	});

	test("a program can provide the keys", async () => {
		const commands: string[] = [];
		const files = { [config]: '[default]\ncredential_process = /opt/get "a b"\n' };
		const run = async (command: string) => {
			commands.push(command);
			const { Token: SessionToken, ...rest } = serviceKeys;
			return JSON.stringify({ Version: 1, SessionToken, ...rest });
		};
		expect(await keysOf({ files, run })).toEqual(asKeys);
		expect(commands).toEqual(['/opt/get "a b"']);
		await expect(keysOf({ files, run: async () => "secret garbage" })).rejects.toMatchObject({
			message: 'The credential_process of AWS profile "default" does not hold valid JSON',
		});
	});

	test("a role is assumed with the keys of another profile, in a signed request", async () => {
		await using cloud = localCloud(stsAnswer);
		const files = {
			[config]: [
				"[profile role]",
				"role_arn = arn:aws:iam::1:role/r",
				"source_profile = base",
				"external_id = x",
				"region = us-west-2",
			].join("\n"),
			[credentials]: "[base]\naws_access_key_id=AKBASE\naws_secret_access_key=b",
		};
		expect(await keysOf({ env: { AWS_PROFILE: "role" }, files, fetch: cloud.fetch })).toEqual(asKeys);
		expect(form(cloud.requests[0])).toMatchObject({ Action: "AssumeRole", ExternalId: "x" });
		expect(cloud.requests[0]?.headers.get("authorization")).toStartWith(
			"AWS4-HMAC-SHA256 Credential=AKBASE/20260101/us-west-2/sts/aws4_request",
		);
	});

	test("profiles that refer to each other are rejected", async () => {
		const files = {
			[config]: "[profile a]\nrole_arn=r\nsource_profile=b\n[profile b]\nrole_arn=r\nsource_profile=a",
		};
		await expect(keysOf({ env: { AWS_PROFILE: "a" }, files })).rejects.toMatchObject({
			kind: "config",
			message: "AWS profiles name each other: a → b",
		});
	});

	test("a container gets the keys of its task, with its token", async () => {
		await using cloud = localCloud(() => Response.json(serviceKeys));
		const relative = { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/v2/credentials/x" };
		expect(await keysOf({ env: relative, fetch: cloud.fetch })).toEqual(asKeys);
		const full = {
			AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://169.254.170.23/v1/credentials",
			AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: "/token",
		};
		expect(await keysOf({ env: full, files: { "/token": "pod\n" }, fetch: cloud.fetch })).toEqual(asKeys);
		expect(cloud.requests.map(({ url, headers }) => [url, headers.get("authorization")])).toEqual([
			["http://169.254.170.2/v2/credentials/x", null],
			["http://169.254.170.23/v1/credentials", "pod"],
		]);
	});

	test("keys are not fetched over plain HTTP from arbitrary hosts", async () => {
		const env = { AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://evil.example/steal" };
		await expect(keysOf({ env })).rejects.toMatchObject({ kind: "config" });
	});

	test("an EC2 instance uses its metadata service, unless disabled", async () => {
		await using cloud = localCloud(metadata);
		expect(await keysOf({ fetch: cloud.fetch })).toEqual(asKeys);
		expect(cloud.requests.map(({ url }) => url)).toEqual([
			"http://169.254.169.254/latest/api/token",
			"http://169.254.169.254/latest/meta-data/iam/security-credentials/",
			"http://169.254.169.254/latest/meta-data/iam/security-credentials/my-role",
		]);
		const env = { AWS_EC2_METADATA_DISABLED: "true" };
		await expect(keysOf({ env, fetch: cloud.fetch })).rejects.toMatchObject({ kind: "missing-key" });
		expect(cloud.requests).toHaveLength(3);
	});

	test("keys are cached until a minute before expiry, fetched once for all callers, and dropped when refused", async () => {
		await using cloud = localCloud(metadata);
		let moment = now;
		const aws = awsAccess(worldOf({ fetch: cloud.fetch, now: () => moment }));
		const fetched = () => cloud.requests.length / 3;
		await Promise.all([aws.keys(), aws.keys(), aws.keys()]);
		expect(fetched()).toBe(1);
		moment = expiresAt - 60_001;
		await aws.keys();
		expect(fetched()).toBe(1);
		moment = expiresAt - 60_000;
		await aws.keys();
		expect(fetched()).toBe(2);
		moment = now;
		aws.invalidate();
		await aws.keys();
		expect(fetched()).toBe(3);
	});

	test("a missing named profile is an error; without any source the error says what to set", async () => {
		await expect(keysOf({ env: { AWS_PROFILE: "work" } })).rejects.toMatchObject({
			kind: "config",
			message: 'AWS_PROFILE names "work", which does not exist',
		});
		await expect(keysOf({})).rejects.toMatchObject({
			kind: "missing-key",
			message: expect.stringContaining("AWS_BEARER_TOKEN_BEDROCK"),
		});
	});
});
