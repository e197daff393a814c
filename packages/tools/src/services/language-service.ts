import type { LanguageServers } from "@oh-my-pi/pi-lsp/contract/language-servers";

/** The language servers of the session's folder. */
export interface LanguageService {
	/** A server that knows the project's code was found, as far as anybody has looked. */
	readonly isOfUse: () => boolean;
	/** A server that answers questions about code was found, and may be run. */
	readonly hasServers: () => boolean;
	/** The servers for the session's folder now, with those for the projects of these files; loaded with the first call. */
	readonly load: (files?: readonly string[]) => Promise<LanguageServers>;
	/** Reads the config files again and ends servers whose definition changed or is gone. */
	readonly reload: () => Promise<LanguageServers>;
	/**
	 * Problems of config files, and servers of this project whose program is missing: `gopls: program "gopls" not found; go
	 * install golang.org/x/tools/gopls@latest`.
	 */
	readonly notes: () => Promise<readonly string[]>;
}
