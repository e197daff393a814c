/** Files that are lists: each import is one entry. */
export const importLists: readonly { file: string; because: string }[] = [
	{ file: "packages/coding-agent/src/cli/commands.ts", because: "the subcommands" },
	{ file: "packages/coding-agent/src/commands/built-in-commands.ts", because: "the slash commands" },
	{ file: "packages/coding-agent/src/features/features.ts", because: "the features" },
	{ file: "packages/coding-agent/src/settings/sections.ts", because: "the sections of settings" },
	{ file: "packages/coding-agent/src/urls/docs.data.ts", because: "the documents inside the executable" },
	{ file: "packages/tools/src/registry.ts", because: "the tools" },
	{ file: "packages/tools/src/services/services.ts", because: "the services tools may ask for" },
	{ file: "packages/tools/src/web/sites/sites.ts", because: "the sites with a reader of their own" },
	{ file: "packages/coding-agent/src/conversation/kernel/conversation.ts", because: "not yet divided" },
	{ file: "packages/coding-agent/src/modes/interactive/run.ts", because: "not yet divided" },
];
