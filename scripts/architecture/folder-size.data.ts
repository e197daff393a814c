/** Folders that are lists of like things: their number says nothing about order. */
export const listFolders: readonly { folder: string; because: string }[] = [
	{ folder: "packages/ai/src/catalog", because: "a file for each provider, generated" },
	{ folder: "packages/ai/src/providers", because: "a file for each provider" },
	{ folder: "packages/tui/src/theme/builtin", because: "a file for each theme" },
];
