import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";

/**
 * The environment extended by `.env` files: nearer files win, and variables that are set are never replaced. The
 * project's own file can only set harmless variables.
 */
export async function loadDotEnv(
	host: Pick<Host, "cwd" | "home" | "env">,
	agentDir: string,
	configDir: string,
): Promise<Host["env"]> {
	const own = [agentDir, configDir, host.home];
	const folders = [...new Set([host.cwd, ...own])];
	const files = await Promise.all(folders.map((folder) => readVariables(join(folder, ".env"))));
	const env: Record<string, string | undefined> = { ...host.env };
	for (const [index, variables] of files.entries()) {
		const isProject = !own.includes(folders[index] ?? "");
		for (const [name, value] of Object.entries(variables)) {
			if (!env[name] && value !== "" && (!isProject || mayProjectSet(name))) env[name] = value;
		}
	}
	return env;
}

async function readVariables(path: string): Promise<Record<string, string>> {
	try {
		return parseDotEnv(await readFile(path, "utf8"));
	} catch {
		// Missing, a folder, or unreadable: defines nothing.
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
	// destination of requests, and trusted certificates
	/_(BASE_URL|PROXY|HOST|ENDPOINT|RESOURCE_NAME|CA_CERTS|CERT_FILE|CERT_DIR|REDIRECT_URI)$/,
	/^(AWS_(PROFILE|CONFIG_FILE|SHARED_CREDENTIALS_FILE|.*_URI|.*_FILE)|GOOGLE_APPLICATION_CREDENTIALS)$/,
];

function mayProjectSet(name: string): boolean {
	return !refused.some((pattern) => pattern.test(name) || pattern.test(name.toUpperCase()));
}
