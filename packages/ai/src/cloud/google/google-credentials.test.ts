import { describe, expect, test } from "bun:test";
import { type CloudRequest, localCloud } from "@oh-my-pi/pi-testkit/servers/local-cloud";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { CloudWorld } from "../cloud-world.ts";
import { googleAccess } from "./google-credentials.ts";

const now = Date.UTC(2026, 0, 1);
const scope = "https://www.googleapis.com/auth/cloud-platform";

function worldOf(changes: Partial<CloudWorld> & { files?: Record<string, unknown> }): CloudWorld {
	const { files = {}, ...rest } = changes;
	return {
		env: {},
		home: "/home/u",
		now: () => now,
		fetch: () => Promise.reject(new Error("no network here")),
		readFile: async (path) => {
			const content = files[path];
			return content === undefined || typeof content === "string" ? content : JSON.stringify(content);
		},
		run: () => Promise.reject(new Error("nothing to run")),
		...rest,
	};
}

async function serviceAccount() {
	const pair = await crypto.subtle.generateKey(
		{ name: "RSASSA-PKCS1-v1_5", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" },
		true,
		["sign", "verify"],
	);
	const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", pair.privateKey)).toString("base64");
	const lines = pkcs8.match(/.{1,64}/g)?.join("\n");
	const file = {
		type: "service_account",
		project_id: "from-file",
		private_key_id: "key-1",
		private_key: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
		client_email: "robot@from-file.iam.gserviceaccount.com",
		token_uri: "https://oauth2.googleapis.com/token",
	};
	return { file, publicKey: pair.publicKey };
}

const form = ({ body }: CloudRequest) => Object.fromEntries(new URLSearchParams(body));
const decoded = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());
const userFile = {
	type: "authorized_user",
	client_id: "id",
	client_secret: "secret",
	refresh_token: "refresh",
	quota_project_id: "quota",
};
const defaultPath = "/home/u/.config/gcloud/application_default_credentials.json";

describe("google credentials", () => {
	verifies("models-and-auth:provider:google-adc", async () => {
		await using cloud = localCloud((request) => {
			const { refresh_token } = form(request);
			return Response.json({ access_token: refresh_token ?? "metadata", expires_in: 3600 });
		});
		const env: Record<string, string> = {
			GOOGLE_CLOUD_ACCESS_TOKEN: "one",
			CLOUDSDK_AUTH_ACCESS_TOKEN: "two",
			GOOGLE_APPLICATION_CREDENTIALS: "/k.json",
			GOOGLE_CLOUD_PROJECT: "p",
			GOOGLE_VERTEX_LOCATION: "l",
		};
		const files: Record<string, unknown> = {
			"/k.json": { ...userFile, refresh_token: "named file" },
			[defaultPath]: { ...userFile, refresh_token: "gcloud" },
		};
		const found: string[] = [];
		const look = async () => found.push(await googleAccess(worldOf({ env, files, fetch: cloud.fetch })).token());
		await look();
		delete env.GOOGLE_CLOUD_ACCESS_TOKEN;
		await look();
		delete env.CLOUDSDK_AUTH_ACCESS_TOKEN;
		await look();
		delete env.GOOGLE_APPLICATION_CREDENTIALS;
		await look();
		delete files[defaultPath];
		await look();
		expect(found).toEqual(["one", "two", "named file", "gcloud", "metadata"]);
		const google = googleAccess(worldOf({ env }));
		expect([await google.project(), google.location()]).toEqual(["p", "l"]);
	});

	test("a service account signs for its token, which is cached until a minute before expiry", async () => {
		const { file, publicKey } = await serviceAccount();
		await using cloud = localCloud(() =>
			Response.json({ access_token: `t${cloud.requests.length}`, expires_in: 3600 }),
		);
		let moment = now;
		const world = worldOf({
			env: { GOOGLE_APPLICATION_CREDENTIALS: "/keys/robot.json" },
			files: { "/keys/robot.json": file },
			fetch: cloud.fetch,
			now: () => moment,
		});
		const google = googleAccess(world);
		expect(await Promise.all([google.token(), google.token()])).toEqual(["t1", "t1"]);
		moment += 3_539_999;
		expect(await google.token()).toBe("t1");
		moment += 1;
		expect(await google.token()).toBe("t2");
		google.invalidate();
		expect(await google.token()).toBe("t3");

		const [request] = cloud.requests;
		expect(request).toMatchObject({ method: "POST", url: "https://oauth2.googleapis.com/token" });
		const { grant_type, assertion = "" } = form(request as CloudRequest);
		expect(grant_type).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
		const [header, claims, signature = ""] = assertion.split(".");
		expect(decoded(header)).toEqual({ alg: "RS256", typ: "JWT", kid: "key-1" });
		expect(decoded(claims)).toEqual({
			iss: file.client_email,
			scope,
			aud: file.token_uri,
			iat: now / 1000,
			exp: now / 1000 + 3600,
		});
		const valid = await crypto.subtle.verify(
			"RSASSA-PKCS1-v1_5",
			publicKey,
			Buffer.from(signature, "base64url"),
			Buffer.from(`${header}.${claims}`),
		);
		expect(valid).toBe(true);
	});

	test("the token of a gcloud user file is refreshed", async () => {
		await using cloud = localCloud(() => Response.json({ access_token: "fresh", expires_in: 3599 }));
		const google = googleAccess(worldOf({ files: { [defaultPath]: userFile }, fetch: cloud.fetch }));
		expect(await google.token()).toBe("fresh");
		expect(form(cloud.requests[0] as CloudRequest)).toEqual({
			grant_type: "refresh_token",
			client_id: "id",
			client_secret: "secret",
			refresh_token: "refresh",
		});
	});

	test("gcloud's folder can be elsewhere", async () => {
		await using cloud = localCloud(() => Response.json({ access_token: "fresh" }));
		const files = { "/elsewhere/application_default_credentials.json": userFile };
		const env = { CLOUDSDK_CONFIG: "/elsewhere" };
		expect(await googleAccess(worldOf({ env, files, fetch: cloud.fetch })).token()).toBe("fresh");
	});

	test("an impersonated account's token is requested with the user's own", async () => {
		const url =
			"https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/robot@p.iam.gserviceaccount.com:generateAccessToken";
		await using cloud = localCloud((request) =>
			request.url === url
				? Response.json({ accessToken: "robot token", expireTime: "2026-01-01T01:00:00Z" })
				: Response.json({ access_token: "user token", expires_in: 3600 }),
		);
		const file = {
			type: "impersonated_service_account",
			service_account_impersonation_url: url,
			delegates: ["d1"],
			source_credentials: userFile,
		};
		const google = googleAccess(worldOf({ files: { [defaultPath]: file }, fetch: cloud.fetch }));
		expect(await google.token()).toBe("robot token");
		const last = cloud.requests[1] as CloudRequest;
		expect(last.headers.get("authorization")).toBe("Bearer user token");
		expect(JSON.parse(last.body)).toEqual({ scope: [scope], delegates: ["d1"], lifetime: "3600s" });
	});

	test("a machine in Google's cloud gets token and project from its metadata server", async () => {
		await using cloud = localCloud(({ url, headers }) => {
			if (headers.get("metadata-flavor") !== "Google") return new Response("", { status: 403 });
			return url.endsWith("/token")
				? Response.json({ access_token: "machine", expires_in: 300 })
				: new Response("machine-project");
		});
		const google = googleAccess(worldOf({ fetch: cloud.fetch }));
		expect(await google.token()).toBe("machine");
		expect(await google.project()).toBe("machine-project");
		expect(cloud.requests.map(({ url }) => url)).toEqual([
			"http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/token",
			"http://metadata.google.internal/computeMetadata/v1/project/project-id",
		]);
	});

	test("project and location come from the environment first, then the project from the file", async () => {
		const { file } = await serviceAccount();
		const files = { [defaultPath]: file };
		const projectOf = (env: Record<string, string>, of = files as Record<string, unknown>) =>
			googleAccess(worldOf({ env, files: of })).project();
		expect(await projectOf({ GCLOUD_PROJECT: "c", GCP_PROJECT: "b", GOOGLE_CLOUD_PROJECT: "a" })).toBe("a");
		expect(await projectOf({ GCLOUD_PROJECT: "c", GCP_PROJECT: "b" })).toBe("b");
		expect(await projectOf({})).toBe("from-file");
		expect(await projectOf({}, { [defaultPath]: userFile })).toBe("quota");
		expect(await projectOf({}, {})).toBeUndefined();
		const locationOf = (env: Record<string, string>) => googleAccess(worldOf({ env })).location();
		expect(locationOf({ VERTEX_LOCATION: "c", GOOGLE_CLOUD_LOCATION: "b", GOOGLE_VERTEX_LOCATION: "a" })).toBe("a");
		expect(locationOf({ VERTEX_LOCATION: "c", GOOGLE_CLOUD_LOCATION: "b" })).toBe("b");
		expect(locationOf({})).toBeUndefined();
	});
});

describe("google credentials: failures", () => {
	const failureOf = async (world: CloudWorld) => {
		try {
			await googleAccess(world).token();
		} catch (error) {
			return error;
		}
		throw new Error("It worked");
	};
	const named = { GOOGLE_APPLICATION_CREDENTIALS: "/k.json" };

	test("without any, the error says what to do", async () => {
		expect(await failureOf(worldOf({}))).toMatchObject({
			kind: "missing-key",
			message: expect.stringContaining("gcloud auth application-default login"),
		});
	});

	test("a revoked refresh token is an authentication error without the token in it", async () => {
		await using cloud = localCloud(() =>
			Response.json({ error: "invalid_grant", error_description: "Token has been revoked." }, { status: 400 }),
		);
		const error = await failureOf(worldOf({ files: { [defaultPath]: userFile }, fetch: cloud.fetch }));
		expect(error).toMatchObject({
			kind: "auth",
			status: 400,
			message: "Google's token service answered 400: invalid_grant: Token has been revoked.",
		});
	});

	test("a failing token service is retryable", async () => {
		expect(await failureOf(worldOf({ files: { [defaultPath]: userFile } }))).toMatchObject({ kind: "transient" });
	});

	test.each([
		["a named file that is not there", {}, "GOOGLE_APPLICATION_CREDENTIALS names /k.json, which does not exist"],
		["a file that is not JSON", { "/k.json": "-----BEGIN secret" }, "/k.json does not hold valid JSON"],
		["a field that is missing", { "/k.json": { ...userFile, refresh_token: "" } }, '/k.json has no "refresh_token"'],
		[
			"another kind of credential",
			{ "/k.json": { type: "external_account" } },
			'of type "external_account" cannot be used',
		],
		[
			"a key that is none",
			{ "/k.json": { type: "service_account", client_email: "e", private_key: "bogus" } },
			"The service account file holds a private key that cannot be read",
		],
	])("%s", async (_name, files, message) => {
		expect(await failureOf(worldOf({ env: named, files }))).toMatchObject({
			kind: "config",
			message: expect.stringContaining(message),
		});
	});
});
