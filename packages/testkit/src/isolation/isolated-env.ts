import { join } from "node:path";

/**
 * The environment of tests and the programs they start: of the shell only PATH, separate folders, and a dead proxy, so that
 * child processes cannot reach other machines either.
 */
export function isolatedEnv(env: Readonly<Record<string, string | undefined>>, root: string): Record<string, string> {
	return {
		...pick(env, KEPT_NAMES),
		...isolatedDirectories(root),
		OMP_SKIP_SETUP: "1",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_TERMINAL_PROMPT: "0",
		LANG: "C.UTF-8",
		...hidden(env),
		...Object.fromEntries(PROXY_NAMES.map((name) => [name, DEAD_PROXY])),
		...Object.fromEntries(NO_PROXY_NAMES.map((name) => [name, "localhost,127.0.0.1,::1"])),
	};
}

export function isolatedDirectories(root: string): Record<string, string> {
	return { HOME: join(root, "home"), TMPDIR: join(root, "tmp") };
}

/** The environment that omp is started with in tests: nothing of the shell but PATH, and what the test names. */
export function productEnv(named: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
	const names = Object.keys(isolatedEnv({ PATH: "" }, ""));
	const all: Record<string, string | undefined> = { ...pick(process.env, names), TERM: "xterm-256color", ...named };
	return pick(all, Object.keys(all));
}

/** For a test that needs the network: the same environment with the machine's own access to it restored. */
export function outsideEnv(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
	const proxies = [...PROXY_NAMES, ...NO_PROXY_NAMES];
	const others = Object.keys(env).filter((name) => !proxies.includes(name) && !name.startsWith(HIDDEN_PREFIX));
	const own = Object.entries(env).flatMap(([name, value]) =>
		name.startsWith(HIDDEN_PREFIX) && value !== undefined ? [[name.slice(HIDDEN_PREFIX.length), value]] : [],
	);
	return { ...pick(env, others), ...Object.fromEntries(own) };
}

/** How the machine reaches the network, kept for `outsideEnv` under names that no program reads. */
function hidden(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
	const names = Object.keys(env).filter((name) => NETWORK_NAMES.has(name) || /^npm_config_/i.test(name));
	return Object.fromEntries(Object.entries(pick(env, names)).map(([name, value]) => [HIDDEN_PREFIX + name, value]));
}

function pick(env: Readonly<Record<string, string | undefined>>, names: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		names.flatMap((name) => {
			const value = env[name];
			return value === undefined ? [] : [[name, value]];
		}),
	);
}

/** The discard port: nothing listens there, so connections are refused at once. */
const DEAD_PROXY = "http://127.0.0.1:9";
const PROXY_NAMES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
const NO_PROXY_NAMES = ["NO_PROXY", "no_proxy"];
const HIDDEN_PREFIX = "TEST_OUTSIDE_";

const NETWORK_NAMES = new Set([
	...PROXY_NAMES,
	...NO_PROXY_NAMES,
	"NODE_EXTRA_CA_CERTS",
	"SSL_CERT_FILE",
	"SSL_CERT_DIR",
]);

// An allow-list: a variable of the shell that reached omp would hide what happens without it.
const KEPT_NAMES = ["PATH", "SystemRoot", "OMP_TEST_FULL", "OMP_TEST_REQUIRE_ALL"];
