import { minObfuscated, type PlainSecret } from "./secret-entry.ts";

const secretName = /KEY|SECRET|TOKEN|PASSWORD|PASS|AUTH|CREDENTIAL|PRIVATE|OAUTH/i;

/** The values of variables that are named like secrets. */
export function environmentSecrets(env: Readonly<Record<string, string | undefined>>): PlainSecret[] {
	const values = Object.entries(env).flatMap(([name, value]) =>
		value && value.length >= minObfuscated && secretName.test(name) ? [value] : [],
	);
	return [...new Set(values)].map((value) => ({ type: "plain", source: "environment", mode: "obfuscate", value }));
}
