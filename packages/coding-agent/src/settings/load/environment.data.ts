/** Variables that override all files, and their keys. */
export const overridingVariables: Readonly<Record<string, string>> = {
	PI_SMOL_MODEL: "modelRoles.smol",
	PI_SLOW_MODEL: "modelRoles.slow",
	PI_PLAN_MODEL: "modelRoles.plan",
	PI_PY: "eval.py",
	PI_JS: "eval.js",
	PI_RB: "eval.rb",
	PI_JL: "eval.jl",
	PI_TINY_DEVICE: "providers.tinyModelDevice",
	PI_TINY_DTYPE: "providers.tinyModelDtype",
	OMP_AUTH_BROKER_URL: "auth.broker.url",
	OMP_AUTH_BROKER_TOKEN: "auth.broker.token",
	PI_EDIT_VARIANT: "edit.mode",
	PI_INTENT_TRACING: "tools.intentTracing",
	OMP_WORKTREE_DIR: "worktree.base",
	PI_BROWSER_CMUX: "browser.cmux",
	PI_BROWSER_RELAY: "browser.relay",
	GEMINI_SEARCH_MODEL: "providers.webSearchGeminiModel",
};

/** `HINDSIGHT_API_URL` overrides `hindsight.apiUrl`, and so on for every key. */
export const overridingPrefixes: Readonly<Record<string, string>> = { HINDSIGHT_: "hindsight." };

/** Fallbacks for keys that no file sets. */
export const fallbackPrefixes: Readonly<Record<string, string>> = { SEARXNG_: "searxng." };
