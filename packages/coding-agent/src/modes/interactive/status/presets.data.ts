export interface StatusLayout {
	readonly left: readonly string[];
	readonly right: readonly string[];
}

const layout = (left: string, right: string): StatusLayout => ({ left: left.split(" "), right: right.split(" ") });

/** Which segments stand where, by the name of the preset. */
export const statusPresets = {
	default: layout("pi model mode approval path git pr context_pct cost", "subagents jobs session_name"),
	minimal: layout("path git", "mode approval context_pct"),
	compact: layout("model git mode approval", "cost context_pct"),
	full: layout(
		"pi hostname model mode approval path git pr",
		"subagents token_in token_out token_rate cost context_pct time_spent time session_name",
	),
	nerd: layout(
		"pi hostname model mode approval path git pr session",
		"token_in token_out cache_read cache_write token_rate cost context_pct context_total time",
	),
	ascii: layout("model mode approval path git", "token_total cost context_pct"),
} as const;

/** Too narrow for all: these go, from the first to the last. */
export const narrowing: ReadonlyArray<{ readonly drop: readonly string[] } | { readonly shorten: string }> = [
	{ drop: ["cache_read", "cache_write", "cache_hit"] },
	{ drop: ["token_in", "token_out", "token_total", "token_rate"] },
	{ drop: ["time_spent", "time"] },
	{ drop: ["hostname"] },
	{ drop: ["session"] },
	{ drop: ["usage", "status"] },
	{ drop: ["context_total"] },
	{ drop: ["cost"] },
	{ drop: ["session_name"] },
	{ drop: ["pr"] },
	{ drop: ["pi"] },
	{ shorten: "approval" },
	{ shorten: "git" },
	{ drop: ["git"] },
	{ drop: ["jobs", "subagents"] },
	{ shorten: "path" },
	{ drop: ["path"] },
	{ drop: ["approval"] },
	{ drop: ["model"] },
	{ drop: ["mode"] },
	{ drop: ["context_pct"] },
];
