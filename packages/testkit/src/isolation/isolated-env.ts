import { join } from "node:path";

/**
 * The environment of tests and the programs they start: separate folders, no credentials, no developer settings, and a
 * dead proxy, so that child processes cannot reach other machines either.
 */
export function isolatedEnv(env: Readonly<Record<string, string | undefined>>, root: string): Record<string, string> {
	const kept = Object.entries(env).filter(
		(entry): entry is [string, string] => entry[1] !== undefined && isHarmless(entry[0]),
	);
	return {
		...Object.fromEntries(kept),
		...isolatedDirectories(root),
		OMP_SKIP_SETUP: "1",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_TERMINAL_PROMPT: "0",
		LANG: "C.UTF-8",
		...hiddenProxies(env),
		...Object.fromEntries(PROXY_NAMES.map((name) => [name, DEAD_PROXY])),
		...Object.fromEntries(NO_PROXY_NAMES.map((name) => [name, "localhost,127.0.0.1,::1"])),
	};
}

export function isolatedDirectories(root: string): Record<string, string> {
	return {
		HOME: join(root, "home"),
		USERPROFILE: join(root, "home"),
		XDG_CONFIG_HOME: join(root, "home/.config"),
		XDG_DATA_HOME: join(root, "home/.local/share"),
		XDG_STATE_HOME: join(root, "home/.local/state"),
		XDG_CACHE_HOME: join(root, "home/.cache"),
		XDG_RUNTIME_DIR: join(root, "run"),
		TMPDIR: join(root, "tmp"),
	};
}

/** For a test that needs the network: the same environment with the machine's own proxies restored. */
export function outsideEnv(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
	const names = [...PROXY_NAMES, ...NO_PROXY_NAMES];
	const others = Object.entries(env).filter(([name]) => !names.includes(name) && !name.startsWith(HIDDEN_PREFIX));
	const own = names.map((name) => [name, env[HIDDEN_PREFIX + name]]).filter(([, value]) => value !== undefined);
	return Object.fromEntries([...others, ...own]);
}

/** Where the machine's own proxies are kept for `outsideEnv`. */
function hiddenProxies(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
	const set = [...PROXY_NAMES, ...NO_PROXY_NAMES].filter((name) => env[name] !== undefined);
	return Object.fromEntries(set.map((name) => [HIDDEN_PREFIX + name, env[name] ?? ""]));
}

/** The discard port: nothing listens there, so connections are refused at once. */
const DEAD_PROXY = "http://127.0.0.1:9";
const PROXY_NAMES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
const NO_PROXY_NAMES = ["NO_PROXY", "no_proxy"];
const HIDDEN_PREFIX = "TEST_OUTSIDE_";

// An allow-list, so that the key of a new provider is removed by default.
const HARMLESS = new Set([
	"PATH",
	"USER",
	"LOGNAME",
	"SHELL",
	"TZ",
	"CI",
	"NODE_ENV",
	"NODE_EXTRA_CA_CERTS",
	"SSL_CERT_FILE",
	"SSL_CERT_DIR",
	"SystemRoot",
	"OMP_TEST_FULL",
	"OMP_TEST_REQUIRE_ALL",
]);

function isHarmless(name: string): boolean {
	return HARMLESS.has(name) || /^(BUN_|JEST_|npm_config_)/.test(name);
}
