import type { SshConnections } from "../ssh-connections/ssh-connections.ts";
import type { SshTarget } from "../ssh-connections/ssh-target.ts";

/** The computers that commands can run on, and the connections to them. */
export interface SshService {
	/** Those that are configured and trusted now. */
	readonly hosts: () => readonly SshTarget[];
	/** What was learned about a host the last time. */
	readonly knownFacts: (host: SshTarget) => string | undefined;
	/** Loaded when the first host is connected to, and shared by all conversations. */
	readonly load: () => Promise<SshConnections>;
}
