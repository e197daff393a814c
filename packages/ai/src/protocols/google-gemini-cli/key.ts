/** What a login for Google's code-assist service yields: a token, and the project that was set up for the account. */
export interface CodeAssistKey {
	readonly token: string;
	readonly projectId?: string;
}

/** Reads a key as the credential store hands it out: JSON with token and project, or the bare token. */
export function parseCodeAssistKey(apiKey: string): CodeAssistKey {
	let parsed: unknown;
	try {
		parsed = JSON.parse(apiKey);
	} catch {
		return { token: apiKey };
	}
	if (typeof parsed !== "object" || parsed === null) return { token: apiKey };
	const { token, projectId } = parsed as { token?: unknown; projectId?: unknown };
	return {
		token: typeof token === "string" ? token : "",
		...(typeof projectId === "string" && projectId !== "" && { projectId }),
	};
}

export function formatCodeAssistKey(key: CodeAssistKey): string {
	return JSON.stringify(key);
}
