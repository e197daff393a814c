import { ProviderError } from "../../errors/provider-error.ts";
import type { CloudWorld } from "../cloud-world.ts";
import { requestJson, requiredText } from "../token-request.ts";
import { serviceAccountToken } from "./service-account.ts";
import { type CredentialFile, cloudPlatformScope, defaultTokenUrl, type GoogleToken, requestToken } from "./token.ts";

/** The token for a credential file, depending on its type. */
export async function tokenFromFile(file: CredentialFile, world: CloudWorld, path: string): Promise<GoogleToken> {
	switch (file.type) {
		case "service_account":
			return serviceAccountToken(file, world);
		case "authorized_user":
			return authorizedUserToken(file, world, path);
		case "impersonated_service_account":
			return impersonatedToken(file, world, path);
		default:
			throw new ProviderError(
				"config",
				`${path}: credentials of type "${String(file.type)}" cannot be used; ` +
					"service_account, authorized_user and impersonated_service_account can",
			);
	}
}

function authorizedUserToken(file: CredentialFile, world: CloudWorld, path: string): Promise<GoogleToken> {
	const form = {
		grant_type: "refresh_token",
		client_id: requiredText(file, "client_id", path),
		client_secret: requiredText(file, "client_secret", path),
		refresh_token: requiredText(file, "refresh_token", path),
	};
	const url = typeof file.token_uri === "string" ? file.token_uri : defaultTokenUrl;
	return requestToken(world, url, form, "Google's token service");
}

async function impersonatedToken(file: CredentialFile, world: CloudWorld, path: string): Promise<GoogleToken> {
	const inner = file.source_credentials;
	if (typeof inner !== "object" || inner === null) {
		throw new ProviderError("config", `${path} has no "source_credentials"`);
	}
	const sourceToken = await tokenFromFile(inner as CredentialFile, world, path);
	const who = "Google's impersonation service";
	const answer = await requestJson(
		world,
		requiredText(file, "service_account_impersonation_url", path),
		{
			method: "POST",
			headers: { "content-type": "application/json", authorization: `Bearer ${sourceToken.token}` },
			body: JSON.stringify({
				scope: [cloudPlatformScope],
				delegates: Array.isArray(file.delegates) ? file.delegates : [],
				lifetime: "3600s",
			}),
		},
		{ who },
	);
	const expiresAt = Date.parse(requiredText(answer, "expireTime", `The answer of ${who}`));
	return { token: requiredText(answer, "accessToken", `The answer of ${who}`), expiresAt };
}
