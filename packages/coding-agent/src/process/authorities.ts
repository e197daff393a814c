import { existsSync } from "node:fs";

type Env = Readonly<Record<string, string | undefined>>;

const systemFolders = ["/etc/ssl/certs", "/etc/pki/tls/certs"];

/**
 * Makes the runtime trust all authorities together, also those that `.env` files name. It reads the variables with its first TLS
 * connection, and leaves out the system's authorities where both `SSL_CERT_FILE` and `SSL_CERT_DIR` are set.
 */
export function authorityTrust(startEnv: Env): (env: Env) => Promise<void> {
	let current = startEnv;
	return async (env) => {
		const changed = Object.entries(authorityVariables(env)).filter(([name, value]) => value !== (current[name] ?? ""));
		if (changed.length === 0) return;
		const variables = Object.fromEntries(changed);
		current = { ...current, ...variables };
		const { setNativeVariables } = await import("@oh-my-pi/pi-natives/process/native-variables");
		setNativeVariables(variables);
	};
}

export function authorityVariables(env: Env, exists: (path: string) => boolean = existsSync): Record<string, string> {
	const { SSL_CERT_FILE: file = "", SSL_CERT_DIR: folders = "", NODE_EXTRA_CA_CERTS: extra = "" } = env;
	const isComplete = file === "" || folders === "";
	return {
		SSL_CERT_FILE: file,
		SSL_CERT_DIR: isComplete ? folders : [...new Set([...folders.split(":"), ...systemFolders])].join(":"),
		// About a file that is missing the runtime would write a warning over the screen.
		NODE_EXTRA_CA_CERTS: extra !== "" && exists(extra) ? extra : "",
	};
}
