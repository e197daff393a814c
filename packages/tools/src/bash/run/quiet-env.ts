type Env = Readonly<Record<string, string | undefined>>;

/** So that nothing a command starts waits for a person, pages its output or paints colors. */
const quiet = {
	PAGER: "cat",
	GIT_PAGER: "cat",
	MANPAGER: "cat",
	LESS: "FRX",
	EDITOR: "true",
	VISUAL: "true",
	GIT_EDITOR: "true",
	GIT_TERMINAL_PROMPT: "0",
	SSH_ASKPASS: "/usr/bin/false",
	TERM: "dumb",
	NO_COLOR: "1",
	NPM_CONFIG_AUDIT: "false",
	NPM_CONFIG_FUND: "false",
	NPM_CONFIG_PROGRESS: "false",
	NPM_CONFIG_UPDATE_NOTIFIER: "false",
	NPM_CONFIG_YES: "true",
	PNPM_CONFIG_UPDATE_NOTIFIER: "false",
	YARN_ENABLE_PROGRESS_BARS: "false",
	YARN_ENABLE_TELEMETRY: "0",
	PIP_DISABLE_PIP_VERSION_CHECK: "1",
	PIP_NO_INPUT: "1",
	PIP_PROGRESS_BAR: "off",
	CARGO_TERM_COLOR: "never",
	CARGO_TERM_PROGRESS_WHEN: "never",
	TF_INPUT: "0",
	TF_IN_AUTOMATION: "1",
	GH_NO_UPDATE_NOTIFIER: "1",
	GH_PROMPT_DISABLED: "1",
	DEBIAN_FRONTEND: "noninteractive",
};

/** The environment for commands whose output a model reads. */
export function quietEnv(env: Env): Env {
	const keepsCi = env.PI_BASH_NO_CI || env.CLAUDE_BASH_NO_CI;
	return { ...env, ...quiet, ...(keepsCi ? {} : { CI: "true" }) };
}
