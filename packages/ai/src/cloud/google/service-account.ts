import { ProviderError } from "../../errors/provider-error.ts";
import type { CloudWorld } from "../cloud-world.ts";
import { optionalText, requiredText } from "../token-request.ts";
import { type CredentialFile, cloudPlatformScope, defaultTokenUrl, type GoogleToken, requestToken } from "./token.ts";

const source = "The service account file";
const lifetimeSeconds = 3600;

/** Exchanges a token signed with the account's key for one signed by Google. */
export async function serviceAccountToken(file: CredentialFile, world: CloudWorld): Promise<GoogleToken> {
	const tokenUrl = optionalText(file, "token_uri") ?? defaultTokenUrl;
	const issuedAt = Math.floor(world.now() / 1000);
	const keyId = optionalText(file, "private_key_id");
	const assertion = await signJwt(
		{ alg: "RS256", typ: "JWT", ...(keyId && { kid: keyId }) },
		{
			iss: requiredText(file, "client_email", source),
			scope: cloudPlatformScope,
			aud: tokenUrl,
			iat: issuedAt,
			exp: issuedAt + lifetimeSeconds,
		},
		await importKey(requiredText(file, "private_key", source)),
	);
	const form = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
	return requestToken(world, tokenUrl, form, "Google's token service");
}

async function importKey(pem: string): Promise<CryptoKey> {
	const base64 = pem.replace(/-----[A-Z ]+-----/g, "").replace(/\s/g, "");
	try {
		return await crypto.subtle.importKey(
			"pkcs8",
			Buffer.from(base64, "base64"),
			{ name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
			false,
			["sign"],
		);
	} catch {
		// The cause could contain the key.
		throw new ProviderError("config", `${source} holds a private key that cannot be read`);
	}
}

async function signJwt(header: object, claims: object, key: CryptoKey): Promise<string> {
	const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
	const content = `${encode(header)}.${encode(claims)}`;
	const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", key, new TextEncoder().encode(content));
	return `${content}.${Buffer.from(signature).toString("base64url")}`;
}
