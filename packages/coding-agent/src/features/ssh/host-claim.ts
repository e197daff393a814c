import type { Claim } from "../../trust/claim.ts";
import type { FeatureTrustKind } from "../../trust/kinds.ts";
import { definitionClaim, fieldsOf } from "../../trust/server-claims.ts";

export const sshHostKind: FeatureTrustKind = { kind: "ssh-host", title: "SSH hosts" };

/** A host that a project defines: commands would run there, with the user's keys. */
export function sshHostClaim(path: string, name: string, definition: unknown): Claim {
	const { host, username, port, keyPath } = fieldsOf(definition);
	const address = `${typeof username === "string" ? `${username}@` : ""}${host}${port === undefined ? "" : `:${port}`}`;
	const key = typeof keyPath === "string" ? `, with the key ${keyPath}` : "";
	return definitionClaim(sshHostKind, path, name, definition, [`SSH host ${name} is ${address}${key}`]);
}
