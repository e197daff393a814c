import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import type { AccountReader } from "../../model/login.ts";
import { decodeClaims } from "../oauth/token-claims.ts";

/** OpenID Connect servers identify the account in the ID token. */
export const idTokenAccount: AccountReader = async (tokens, response) => {
	const claims = { ...decodeClaims(tokens.access), ...decodeClaims(response.id_token) };
	return { email: nonEmptyString(claims.email), accountId: nonEmptyString(claims.sub) };
};
