import { environmentSecrets } from "../entries/environment-secrets.ts";
import { tokenSecret } from "../entries/token-secret.ts";
import { SecretHider } from "./secret-hider.ts";

/** Redacts values of variables that are named like secrets, and known shapes of tokens, without files or a key. */
export function tokenRedactor(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
	const hider = new SecretHider([...environmentSecrets(env), tokenSecret], new Uint8Array(32));
	return (text) => hider.redact(text);
}
