import { minObfuscated, type PlainSecret } from "./secret-entry.ts";

const secretName = /KEY|SECRET|TOKEN|PASSWORD|PASS|AUTH|CREDENTIAL|PRIVATE|OAUTH/i;

/** `OMP_AUTH_BROKER_URL=http://10.0.0.5:8765`: where something is, without a user, path or query. */
const bareAddress = /^https?:\/\/[^\s/@?#]+\/?$/i;

/** The values of variables that are named like secrets. */
export function environmentSecrets(env: Readonly<Record<string, string | undefined>>): PlainSecret[] {
	const values = Object.entries(env).flatMap(([name, value]) =>
		value && value.length >= minObfuscated && secretName.test(name) && !bareAddress.test(value) ? [value] : [],
	);
	return [...new Set(values)].map((value) => ({ type: "plain", source: "environment", mode: "obfuscate", value }));
}
