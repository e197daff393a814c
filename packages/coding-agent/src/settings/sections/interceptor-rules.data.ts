/** Commands for which there is a tool that does it better. */
export const interceptorRules = [
	{
		pattern: "^\\s*(cat|head|tail|less|more)\\s+",
		tool: "read",
		message: "Use the read tool: it shows line numbers, ranges and folders.",
	},
	{
		pattern: "^\\s*(grep|rg|ripgrep|ag|ack)\\s+",
		tool: "search",
		message: "Use the search tool: it is faster and skips what git ignores.",
	},
	{
		pattern: "^\\s*(find|fd|locate)\\s+.*(-name|-iname|-type|--type|-glob)",
		tool: "find",
		message: "Use the find tool: it is faster and skips what git ignores.",
	},
	{
		pattern: "^\\s*sed\\s+(-i|--in-place)",
		tool: "edit",
		message: "Use the edit tool: it shows the change and can be checked.",
	},
	{
		pattern: "^\\s*perl\\s+.*-[pn]?i",
		tool: "edit",
		message: "Use the edit tool: it shows the change and can be checked.",
	},
	{
		pattern: "^\\s*awk\\s+.*-i\\s+inplace",
		tool: "edit",
		message: "Use the edit tool: it shows the change and can be checked.",
	},
	{
		pattern: "^\\s*(echo\\s|printf\\s|cat\\s*<<).*[^|&0-9]>{1,2}\\s*(?!/dev/(null|tty|stdout|stderr)\\b)[^\\s&|>]",
		flags: "s",
		tool: "write",
		message: "Use the write tool: it shows what is written.",
	},
] as const;
