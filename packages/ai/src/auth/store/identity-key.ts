import type { OAuthTokens } from "../../credential.ts";

/** What makes a second login the same account: the same person in the same organization, or the same account id. */
export function identityKeyOf({ email, orgId, accountId }: OAuthTokens): string | null {
	if (email) return orgId ? `email:${email.toLowerCase()}|org:${orgId}` : `email:${email.toLowerCase()}`;
	return accountId ? `account:${accountId}` : null;
}
