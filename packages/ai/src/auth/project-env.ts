/**
 * Names that a project's `.env` may not set: they run code, or lead requests and the keys in them elsewhere. A project is
 * often somebody else's, and omp reads its `.env` before anyone has looked at it.
 */
const refused = [
	// what programs load and run
	/^(LD_|DYLD_|NODE_|BUN_|PYTHON|PERL|RUBY|GIT_|XDG_|PUPPETEER_|CLAUDE_)/,
	/^(PATH|HOME|SHELL|ENV|BASH_ENV|ZDOTDIR|PROMPT_COMMAND|IFS|EDITOR|VISUAL|PAGER|BROWSER|ComSpec)$/,
	/^(PI|OMP)_(SHELL|SUBPROCESS|PACKAGE|CONFIG|CODING_AGENT|PROFILE|AUTH_BROKER|OAUTH|PROXY|BASH)/,
	// where requests go, and whom they trust
	/_(BASE_URL|PROXY|HOST|ENDPOINT|RESOURCE_NAME|CA_CERTS|CERT_FILE|CERT_DIR|REDIRECT_URI)$/,
	/^(AWS_(PROFILE|CONFIG_FILE|SHARED_CREDENTIALS_FILE|.*_URI|.*_FILE)|GOOGLE_APPLICATION_CREDENTIALS)$/,
];

export function mayProjectSet(name: string): boolean {
	return !refused.some((pattern) => pattern.test(name) || pattern.test(name.toUpperCase()));
}
