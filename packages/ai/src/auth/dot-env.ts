import { join } from "node:path";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** The variables of a project's own file, which need the user's trust. */
export interface ProjectVariables {
	readonly path: string;
	readonly variables: Readonly<Record<string, string>>;
}

/**
 * The environment extended by `.env` files: nearer files win, and variables that are set are never replaced. The project's own
 * file counts only if `admits` says so, and never sets what runs code or redirects requests. Its keys need that too: a key
 * decides whose account sees the conversation.
 */
export async function loadDotEnv(
	host: Pick<Host, "cwd" | "home" | "env">,
	agentDir: string,
	configDir: string,
	admits: (project: ProjectVariables) => boolean = () => false,
): Promise<Host["env"]> {
	const userFolders = [agentDir, configDir, host.home];
	const env: Record<string, string | undefined> = { ...host.env };
	for (const folder of new Set([host.cwd, ...userFolders])) {
		const path = join(folder, ".env");
		const found = readVariables(path);
		const variables = userFolders.includes(folder) ? found : projectVariables(path, found, admits);
		for (const [name, value] of Object.entries(variables)) if (!env[name] && value !== "") env[name] = value;
	}
	return env;
}

function projectVariables(
	path: string,
	found: Readonly<Record<string, string>>,
	admits: (project: ProjectVariables) => boolean,
): Readonly<Record<string, string>> {
	const variables = Object.fromEntries(Object.entries(found).filter(([name]) => mayProjectSet(name)));
	return Object.keys(variables).length > 0 && admits({ path, variables }) ? variables : {};
}

function readVariables(path: string): Record<string, string> {
	try {
		return parseDotEnv(readRegularFile(path) ?? "");
	} catch {
		// A folder, a device, or unreadable: defines nothing.
		return {};
	}
}

/** One `NAME=value` per line, without expansion. `OMP_X` also sets `PI_X`. */
export function parseDotEnv(text: string): Record<string, string> {
	const variables: Record<string, string> = {};
	for (const line of text.replace(/^\uFEFF/, "").split("\n")) {
		const match = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=([\s\S]*)$/.exec(line);
		const [, name, raw] = match ?? [];
		if (name === undefined || raw === undefined || raw.includes("\0")) continue;
		variables[name] = unquoted(raw.trim());
	}
	for (const [name, value] of Object.entries(variables)) {
		if (name.startsWith("OMP_")) variables[`PI_${name.slice("OMP_".length)}`] = value;
	}
	return variables;
}

function unquoted(value: string): string {
	const quote = value[0];
	const isQuoted = value.length >= 2 && (quote === '"' || quote === "'") && value.endsWith(quote);
	return isQuoted ? value.slice(1, -1) : value;
}

/**
 * Names that a project's `.env` may not set: they run code, or redirect requests and the keys in them. A project may be
 * untrusted, and omp reads its `.env` before anyone has reviewed it.
 */
const refused = [
	// loaded and executed by programs
	/^(LD_|DYLD_|NODE_|BUN_|PYTHON|PERL|RUBY|GIT_|XDG_|PUPPETEER_|CLAUDE_)/,
	/^(PATH|HOME|SHELL|ENV|BASH_ENV|ZDOTDIR|PROMPT_COMMAND|IFS|EDITOR|VISUAL|PAGER|BROWSER|ComSpec)$/,
	/^(PI|OMP)_(SHELL|SUBPROCESS|PACKAGE|CONFIG|CODING_AGENT|PROFILE|AUTH_BROKER|OAUTH|PROXY|BASH)/,
	/^(SHELLOPTS|BASHOPTS|PS4|PS1|RIPGREP_CONFIG_PATH|MAKEFLAGS|MAKEFILES|TAR_OPTIONS|LESSOPEN|LESSCLOSE|GREP_OPTIONS)$/,
	/^(NPM_CONFIG_|YARN_|CARGO_|RUSTC|GO(FLAGS|ROOT|PATH|ENV|PROXY)|JAVA_|MAVEN_|GRADLE_|JDK_|DOCKER_|KUBE|SSH_|SUDO_|PIP_)/,
	// destination of requests, and trusted certificates
	/_(BASE_URL|API_BASE|URL|PROXY|HOST|ENDPOINT|RESOURCE_NAME|CA_CERTS|CERT_FILE|CERT_DIR|REDIRECT_URI)$/,
	/^AWS_ENDPOINT_URL/,
	/^(AWS_(PROFILE|CONFIG_FILE|SHARED_CREDENTIALS_FILE|.*_URI|.*_FILE)|GOOGLE_APPLICATION_CREDENTIALS)$/,
];

function mayProjectSet(name: string): boolean {
	return !refused.some((pattern) => pattern.test(name) || pattern.test(name.toUpperCase()));
}
