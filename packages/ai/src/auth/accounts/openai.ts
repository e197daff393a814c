import type { AccountReader } from "../../login.ts";
import { claimsOf, fieldOf, textOf } from "../oauth/token-claims.ts";

const authClaim = "https://api.openai.com/auth";

/** Requests name the billed workspace, which is a claim of the token. */
export const openaiAccount: AccountReader = async (tokens, response) => {
	const access = claimsOf(tokens.access);
	const identity = claimsOf(response.id_token);
	return {
		email: textOf(identity.email) ?? textOf(fieldOf(access, "https://api.openai.com/profile", "email")),
		accountId:
			textOf(fieldOf(access, authClaim, "chatgpt_account_id")) ??
			textOf(fieldOf(identity, authClaim, "chatgpt_account_id")),
	};
};
