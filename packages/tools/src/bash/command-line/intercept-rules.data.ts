export interface InterceptRule {
	readonly pattern: string;
	readonly flags?: string;
	/** The rule holds only while this tool is there. */
	readonly tool: string;
	readonly message: string;
}

export const defaultInterceptRules: readonly InterceptRule[] = [
	{
		pattern: "^\\s*(cat|head|tail|less|more)\\s+(?!.*<<)",
		tool: "read",
		message: "Use the `read` tool to look at files.",
	},
	{
		pattern: "^\\s*(grep|rg|ripgrep|ag|ack)\\s+",
		tool: "search",
		message: "Use the `search` tool to search in files.",
	},
	{
		pattern: "^\\s*(find|fd|locate)\\s+.*(-name|-iname|-type|--type|-glob)",
		tool: "find",
		message: "Use the `find` tool to find files.",
	},
	{ pattern: "^\\s*sed\\s+(-i|--in-place)", tool: "edit", message: "Use the `edit` tool to change files." },
	{ pattern: "^\\s*perl\\s+.*-[pn]?i", tool: "edit", message: "Use the `edit` tool to change files." },
	{ pattern: "^\\s*awk\\s+.*-i\\s+inplace", tool: "edit", message: "Use the `edit` tool to change files." },
	{
		pattern:
			"^\\s*(echo|printf|cat\\s*<<)[^|]*?(?<![\\d&>])>{1,2}(?![>&])\\s*(?!\\s|/dev/(null|tty|stdout|stderr)\\b)\\S",
		tool: "write",
		message: "Use the `write` tool to make files.",
	},
];
