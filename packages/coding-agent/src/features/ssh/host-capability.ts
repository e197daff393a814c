import type { Capability, Level } from "../../discovery/contract/capability.ts";
import { sshHostClaim } from "./host-claim.ts";

/** A computer that can be reached with ssh. */
export interface SshHost {
	readonly name: string;
	/** The file. */
	readonly path: string;
	readonly level: Exclude<Level, "native">;
	readonly host: string;
	readonly username?: string;
	readonly port?: number;
	readonly keyPath?: string;
	readonly description?: string;
	/** Windows hosts: commands run in a POSIX shell there. */
	readonly compat?: boolean;
	/** Exactly what the file says. */
	readonly definition: unknown;
}

export const sshHosts: Capability<SshHost> = {
	id: "ssh-hosts",
	displayName: "SSH hosts",
	description: "Computers that commands can run on",
	trust: ({ name, path, definition }) => sshHostClaim(path, name, definition),
	key: ({ name }) => name,
	validate: ({ name, host }) => (name === "" ? "has no name" : host === "" ? `${name} has no host` : undefined),
	extensionId: ({ name }) => `ssh:${name}`,
};
