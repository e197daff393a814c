import type { AccountReader } from "../../login.ts";
import { claimsOf, textOf } from "../oauth/token-claims.ts";

/** OpenID Connect servers identify the account in the ID token. */
export const idTokenAccount: AccountReader = async (tokens, response) => {
	const claims = { ...claimsOf(tokens.access), ...claimsOf(response.id_token) };
	return { email: textOf(claims.email), accountId: textOf(claims.sub) };
};
