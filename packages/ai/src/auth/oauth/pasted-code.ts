import { AuthError } from "../../errors/auth-error.ts";

export interface ExpectedCode {
	readonly state: string;
	readonly redirectUri: string;
	/** What is wrong with an answer that has our state, if anything. */
	readonly check?: ((params: URLSearchParams) => string | undefined) | undefined;
}

/**
 * Extracts the code from pasted text: the whole redirect URL, its query, `code#state`, or the code alone. A URL of
 * another place or login is rejected.
 */
export function codeFromPaste(text: string, expected: ExpectedCode): string {
	const pasted = text.trim();
	if (pasted === "") throw new AuthError("mismatch", "Nothing was pasted.");
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(pasted)) return fromAddress(pasted, expected);
	if (/(^|[?&])code=/.test(pasted)) return fromParams(new URLSearchParams(pasted.replace(/^\?/, "")), expected);
	const [code = "", state] = pasted.split("#");
	if (state !== undefined && state !== expected.state) throw otherLogin();
	const problem = expected.check?.(new URLSearchParams());
	if (problem !== undefined) throw new AuthError("mismatch", "Paste the whole address, not only the code.");
	if (!/^[\w.~/+=-]+$/.test(code)) throw new AuthError("mismatch", "That does not look like a login code.");
	return code;
}

function fromAddress(text: string, expected: ExpectedCode): string {
	const url = URL.parse(text);
	const wanted = new URL(expected.redirectUri);
	if (!url || url.origin !== wanted.origin || url.pathname !== wanted.pathname) {
		throw new AuthError("mismatch", `That address does not begin with ${expected.redirectUri}.`);
	}
	return fromParams(url.searchParams, expected);
}

function fromParams(params: URLSearchParams, { state, check }: ExpectedCode): string {
	const states = params.getAll("state");
	if (states.length !== 1 || states[0] !== state) throw otherLogin();
	const problem = check?.(params);
	if (problem !== undefined) throw new AuthError("mismatch", problem);
	const [code, ...more] = params.getAll("code");
	if (!code || more.length > 0) throw new AuthError("mismatch", "There is no code in that address.");
	return code;
}

function otherLogin(): AuthError {
	return new AuthError("mismatch", "That answer belongs to another login. Use the newest address.");
}
