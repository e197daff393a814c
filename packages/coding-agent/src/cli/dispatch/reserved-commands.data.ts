/** Command names of features that are not there yet. They never become prompts; a command that is built loses its row. */
export const reservedCommands: readonly string[] = [
	"browser-relay",
	"cleanse",
	"compress",
	"dry-balance",
	"grievances",
	"say",
	"tiny-models",
];
