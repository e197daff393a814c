/** Environment variables by topic. */
// biome-ignore format: one variable a line
export const environment: ReadonlyArray<{ about: string; variables: ReadonlyArray<readonly [string, string]> }> = [
	{
		about: "Models",
		variables: [
			["ANTHROPIC_API_KEY, OPENAI_API_KEY, …", "Keys of providers; omp models says which one is missing"],
			["PI_SMOL_MODEL, PI_SLOW_MODEL, PI_PLAN_MODEL", "Same as --smol, --slow and --plan"],
			["PI_CACHE_RETENTION", "How long providers keep prompts: long, short or none"],
			["HTTPS_PROXY, PI_PROXY, PI_PROXY_<PROVIDER>", "Proxy for all, for omp, for one provider"],
			["ANTHROPIC_BASE_URL, OPENAI_BASE_URL, …", "Addresses of gateways; ANTHROPIC_AUTH_TOKEN is their token"],
			["SSL_CERT_FILE, SSL_CERT_DIR, NODE_EXTRA_CA_CERTS", "Certificate authorities besides those of the system"],
		],
	},
	{
		about: "Places",
		variables: [
			["PI_CONFIG_DIR", "Name of omp's folder in the home folder (.omp)"],
			["PI_CODING_AGENT_DIR", "The folder of settings, sessions and keys (~/.omp/agent)"],
			["PI_CODING_AGENT_SESSION_DIR", "Same as --session-dir"],
			["PI_CONFIG_FILES", "Same as --config; separated by colons"],
			["OMP_PROFILE, PI_PROFILE", "Same as --profile"],
			["OMP_FLEET_QUEUE, OMP_FLEET_STORE", "Same as --queue and --store of omp fleet"],
			["XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME", "Used if they contain an omp folder (omp config init-xdg)"],
		],
	},
	{
		about: "Behavior",
		variables: [
			["PI_NO_TITLE", "Same as --no-title"],
			["PI_NO_PTY", "Same as --no-pty"],
			["PI_EDIT_VARIANT", "How the model edits files"],
			["PI_PY, PI_JS", "Languages of the eval tool, 0 or 1"],
			["PI_RPC_EMIT_TITLE", "Generate titles in RPC mode too"],
			["VISUAL, EDITOR", "Editor for long prompts"],
		],
	},
	{
		about: "Debugging",
		variables: [
			["NO_COLOR", "No colors, neither in the output of commands nor on the screen"],
			["PI_DEBUG, DEBUG", "Errors with stack traces"],
			["PI_TIMING", "Startup times: 1, x to exit afterwards, full with modules"],
			["PI_DEBUG_STARTUP", "Startup phases as they happen"],
			["PI_WALK", "node lists folders without omp's own system calls (Linux)"],
		],
	},
];
