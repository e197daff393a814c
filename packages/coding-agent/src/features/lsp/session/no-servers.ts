import type { LanguageServers } from "@oh-my-pi/pi-lsp/contract/language-servers";

/** A folder for which there is no language server. */
export function noServers(root: string): LanguageServers {
	const refuse = () => Promise.reject(new Error(`There is no language server for ${root}`));
	return {
		root,
		definitions: [],
		forFile: () => [],
		client: refuse,
		runningClient: () => undefined,
		lint: refuse,
		formatWithLinter: refuse,
		states: () => [],
		reload: refuse,
		[Symbol.asyncDispose]: async () => {},
	};
}
