import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import type { AccountReader } from "../../model/login.ts";
import { decodeClaims, readField } from "../oauth/token-claims.ts";

const authClaim = "https://api.openai.com/auth";

/** Requests name the billed workspace, which is a claim of the token. */
export const openaiAccount: AccountReader = async (tokens, response) => {
	const access = decodeClaims(tokens.access);
	const identity = decodeClaims(response.id_token);
	return {
		email:
			nonEmptyString(identity.email) ?? nonEmptyString(readField(access, "https://api.openai.com/profile", "email")),
		accountId:
			nonEmptyString(readField(access, authClaim, "chatgpt_account_id")) ??
			nonEmptyString(readField(identity, authClaim, "chatgpt_account_id")),
	};
};
