import type { Feature } from "../contract/feature.ts";
import { languageServerKind } from "./config/lsp-claims.ts";
import { lspKey, type RunningLsp } from "./session/lsp-key.ts";

/** Language servers: the tool `lsp`, problems and formatting after writes, and `/lsp`. Started when a file first needs one. */
export const lspFeature: Feature<RunningLsp> = {
	...lspKey,
	trustKinds: [languageServerKind],
	async survey({ context, settings }) {
		await (await import("./servers/find-servers.ts")).findEnabledServers(context, settings);
	},
	inventory: async () => [(await import("./config/lsp-config.ts")).languageServerFiles],
	async missingPrograms({ context, settings }) {
		const { findEnabledServers } = await import("./servers/find-servers.ts");
		return (await findEnabledServers(context, settings))?.missing ?? [];
	},
	commands: async () => [(await import("./commands/lsp.ts")).lspCommand],
	isWanted: ({ request: { noLsp, noTools, isBare } }) => !noLsp && !noTools && !isBare,
	start: async ({ workbench }) => new (await import("./session/lsp-service.ts")).LspService({ workbench }),
};
