import type { CloudWorld } from "../cloud-world.ts";
import type { Perishable } from "../renewed.ts";
import { requestJson, requiredText } from "../token-request.ts";

export interface GoogleToken extends Perishable {
	readonly token: string;
}

/** The content of a Google credential file. */
export type CredentialFile = Readonly<Record<string, unknown>>;

export const cloudPlatformScope = "https://www.googleapis.com/auth/cloud-platform";
export const defaultTokenUrl = "https://oauth2.googleapis.com/token";

/** Requests a token from an OAuth endpoint, for any grant. */
export async function requestToken(
	world: CloudWorld,
	url: string,
	form: Record<string, string>,
	who: string,
): Promise<GoogleToken> {
	const answer = await requestJson(
		world,
		url,
		{
			method: "POST",
			headers: { "content-type": "application/x-www-form-urlencoded" },
			body: new URLSearchParams(form).toString(),
		},
		{ who },
	);
	return tokenIn(answer, world.now(), who);
}

export function tokenIn(answer: Record<string, unknown>, now: number, who: string): GoogleToken {
	const token = requiredText(answer, "access_token", `The answer of ${who}`);
	const seconds = Number(answer.expires_in);
	return { token, expiresAt: now + (Number.isFinite(seconds) ? seconds : 3600) * 1000 };
}
