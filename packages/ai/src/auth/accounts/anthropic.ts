import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import type { AccountReader } from "../../model/login.ts";
import { readField } from "../oauth/token-claims.ts";

export const anthropicAccount: AccountReader = async (_tokens, response) => ({
	email: nonEmptyString(readField(response, "account", "email_address")),
	accountId: nonEmptyString(readField(response, "account", "uuid")),
	orgId: nonEmptyString(readField(response, "organization", "uuid")),
});
