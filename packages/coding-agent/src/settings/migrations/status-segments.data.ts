/** Names of status line segments. */
export const statusSegmentNames: readonly string[] = [
	"pi",
	"model",
	"mode",
	"approval",
	"path",
	"git",
	"pr",
	"subagents",
	"jobs",
	"token_in",
	"token_out",
	"token_total",
	"token_rate",
	"cost",
	"context_pct",
	"context_total",
	"time_spent",
	"time",
	"session",
	"session_name",
	"hostname",
	"cache_read",
	"cache_write",
	"cache_hit",
	"usage",
	"status",
];

/** Of these, those that are accepted and have nothing to show yet. */
export const silentSegmentNames: readonly string[] = ["pr", "usage"];
