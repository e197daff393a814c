import { join } from "node:path";
import { ProviderError } from "../../errors/provider-error.ts";
import type { CloudWorld } from "../cloud-world.ts";
import { optionalText, parseObject, requestJson, requiredText } from "../token-request.ts";
import type { AwsKeys } from "./keys.ts";
import type { Profile } from "./profile-files.ts";

const who = "AWS SSO";

/** Exchanges the token of `aws sso login` for the keys of the profile's role. */
export async function ssoKeys(
	name: string,
	profile: Profile,
	sessions: ReadonlyMap<string, Profile>,
	world: CloudWorld,
): Promise<AwsKeys> {
	const session = profile.sso_session ? { ...profile, ...sessions.get(profile.sso_session) } : profile;
	const { sso_region: region, sso_start_url: startUrl } = session;
	if (!region || !startUrl) {
		throw new ProviderError("config", `The AWS profile "${name}" has no sso_region or no sso_start_url`);
	}
	const token = await cachedToken(profile.sso_session ?? startUrl, world);
	if (!token) {
		throw new ProviderError("auth", `Not signed in to AWS SSO: run \`aws sso login --profile ${name}\``);
	}
	const query = new URLSearchParams({
		account_id: profile.sso_account_id ?? "",
		role_name: profile.sso_role_name ?? "",
	});
	const answer = await requestJson(
		world,
		`https://portal.sso.${region}.amazonaws.com/federation/credentials?${query}`,
		{ headers: { "x-amz-sso_bearer_token": token } },
		{ who },
	);
	const keys = (answer.roleCredentials ?? {}) as Record<string, unknown>;
	const source = `The answer of ${who}`;
	return {
		accessKeyId: requiredText(keys, "accessKeyId", source),
		secretAccessKey: requiredText(keys, "secretAccessKey", source),
		sessionToken: requiredText(keys, "sessionToken", source),
		expiresAt: Number(keys.expiration),
	};
}

async function cachedToken(cacheName: string, world: CloudWorld): Promise<string | undefined> {
	const file = `${new Bun.CryptoHasher("sha1").update(cacheName).digest("hex")}.json`;
	const path = join(world.home, ".aws", "sso", "cache", file);
	const text = await world.readFile(path);
	if (text === undefined) return undefined;
	const cached = parseObject(text, path);
	const expiresAt = Date.parse(optionalText(cached, "expiresAt") ?? "");
	return expiresAt > world.now() ? optionalText(cached, "accessToken") : undefined;
}
