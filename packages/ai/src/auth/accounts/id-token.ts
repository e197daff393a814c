import type { AccountReader } from "../../login.ts";
import { claimsOf, textOf } from "../oauth/token-claims.ts";

/** Servers that speak OpenID Connect say who it is in the id token. */
export const idTokenAccount: AccountReader = async (tokens, response) => {
	const claims = { ...claimsOf(tokens.access), ...claimsOf(response.id_token) };
	return { email: textOf(claims.email), accountId: textOf(claims.sub) };
};
