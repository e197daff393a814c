import { AuthError } from "../auth-error.ts";

/**
 * Extracts the code from pasted text: the whole redirect URL, its query, `code#state`, or the code alone. A URL of
 * another place or login is rejected.
 */
export function codeFromPaste(text: string, expected: { state: string; redirectUri: string }): string {
	const pasted = text.trim();
	if (pasted === "") throw new AuthError("mismatch", "Nothing was pasted.");
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(pasted)) return fromAddress(pasted, expected);
	if (/(^|[?&])code=/.test(pasted)) return fromParams(new URLSearchParams(pasted.replace(/^\?/, "")), expected.state);
	const [code = "", state] = pasted.split("#");
	if (state !== undefined && state !== expected.state) throw otherLogin();
	if (!/^[\w.~/+=-]+$/.test(code)) throw new AuthError("mismatch", "That does not look like a login code.");
	return code;
}

function fromAddress(text: string, expected: { state: string; redirectUri: string }): string {
	const url = URL.parse(text);
	const wanted = new URL(expected.redirectUri);
	if (!url || url.origin !== wanted.origin || url.pathname !== wanted.pathname) {
		throw new AuthError("mismatch", `That address does not begin with ${expected.redirectUri}.`);
	}
	return fromParams(url.searchParams, expected.state);
}

function fromParams(params: URLSearchParams, state: string): string {
	const states = params.getAll("state");
	if (states.length !== 1 || states[0] !== state) throw otherLogin();
	const [code, ...more] = params.getAll("code");
	if (!code || more.length > 0) throw new AuthError("mismatch", "There is no code in that address.");
	return code;
}

function otherLogin(): AuthError {
	return new AuthError("mismatch", "That answer belongs to another login. Use the newest address.");
}
