/** Command names of features that are not there yet. They never become prompts; a command that is built loses its row. */
export const reservedCommands: readonly string[] = [
	"auth-broker",
	"auth-gateway",
	"browser-relay",
	"cleanse",
	"collab",
	"compress",
	"dry-balance",
	"grievances",
	"join",
	"say",
	"tiny-models",
];
