import type { AccountReader } from "../../login.ts";
import { fieldOf, textOf } from "../oauth/token-claims.ts";

export const anthropicAccount: AccountReader = async (_tokens, response) => ({
	email: textOf(fieldOf(response, "account", "email_address")),
	accountId: textOf(fieldOf(response, "account", "uuid")),
	orgId: textOf(fieldOf(response, "organization", "uuid")),
});
