/** The account that a ChatGPT token speaks for, from its own claims; `undefined` for a token of another make. */
export function accountIdOf(token: string | undefined): string | undefined {
	const payload = token?.split(".")[1];
	if (!payload) return undefined;
	try {
		const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
		const auth = (claims as Record<string, { chatgpt_account_id?: unknown } | undefined>)[claimName];
		return typeof auth?.chatgpt_account_id === "string" ? auth.chatgpt_account_id : undefined;
	} catch {
		// Not a token with claims; the host will say what it makes of it.
		return undefined;
	}
}

const claimName = "https://api.openai.com/auth";
