type Env = Readonly<Record<string, string | undefined>>;

const allowed = new Set(
	"PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TEMP TMP TERM VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV PYTHONPATH PYTHONHOME NODE_PATH NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy LD_LIBRARY_PATH DYLD_LIBRARY_PATH CUDA_VISIBLE_DEVICES CUDA_HOME DISPLAY SystemRoot".split(
		" ",
	),
);
const allowedPrefix = /^(?:LC_|XDG_|PI_)/;
const secret = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i;

/** What of an environment a kernel gets: what programs need to run, and nothing that could be a key. */
export function kernelEnv(env: Env): Record<string, string> {
	const kept = Object.entries(env).filter(
		(entry): entry is [string, string] =>
			entry[1] !== undefined && (allowed.has(entry[0]) || allowedPrefix.test(entry[0])) && !secret.test(entry[0]),
	);
	return { ...Object.fromEntries(kept), ...directToHost(env), AGENT: "1" };
}

/** The host is on this machine; no proxy stands between. */
function directToHost(env: Env): Record<string, string> {
	const others = env.NO_PROXY ?? env.no_proxy;
	const value = [...(others ? [others] : []), "127.0.0.1"].join(",");
	return { NO_PROXY: value, no_proxy: value };
}
