import type { ProjectVariables } from "@oh-my-pi/pi-ai/auth/dot-env";
import type { Claim } from "./claim.ts";

/** The variables of a project's `.env`. Values may be secrets and are not shown. */
export function envClaim({ path, variables }: ProjectVariables): Claim {
	const entries = Object.entries(variables);
	return {
		kind: "env",
		path,
		content: JSON.stringify(entries),
		shown: entries.map(([name, value]) => `${name}=${fingerprint(value)}`).join("\n"),
		effects: entries.map(([name]) => describeEffect(name)),
	};
}

function describeEffect(name: string): string {
	if (!/(?:^|_)(?:KEY|TOKEN|SECRET|ACCESS_KEY_ID|TOKEN_BEDROCK)$/i.test(name))
		return `sets the variable ${name} for omp and the programs it runs`;
	return `sets ${name}: whoever owns that account may see what omp sends to it`;
}

/** Tells whether a value changed without showing it. */
function fingerprint(value: string): string {
	return `(${value.length} characters, ${new Bun.CryptoHasher("sha256").update(value).digest("hex").slice(0, 8)})`;
}
