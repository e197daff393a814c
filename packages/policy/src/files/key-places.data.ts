/**
 * Where credentials and what was said in private are kept. Programs in the sandbox do not see these files and folders, `read` asks
 * about them, and whatever walks folders leaves them out. `~` is the home folder; names that do not exist cost nothing.
 */
function names(text: string): readonly string[] {
	return text.trim().split(/\s+/);
}

/** Of what is below the folder where omp keeps its keys, what the model and its programs read. */
export const readableOfAgent: readonly string[] = names(
	"skills managed-skills commands prompts agents rules hooks tools extensions plugins themes bin AGENTS.md CLAUDE.md SYSTEM.md",
);

/** Beside that folder. */
export const keyFilesOfConfig: readonly string[] = names(
	"agent.db agent.db-wal agent.db-shm models.yml models.yaml models.json auth.json mcp.json mcp-auth.json oauth-clients.yml .env stats.db",
);

/** Where the user keeps keys elsewhere, by the variables that programs go by; `names` are below what the variable names. */
export const keyPlacesByVariable: ReadonlyArray<{
	readonly variable: string;
	readonly names?: readonly string[];
	readonly isList?: boolean;
}> = [
	{ variable: "KUBECONFIG", isList: true },
	...names(
		"NETRC AWS_SHARED_CREDENTIALS_FILE AWS_CONFIG_FILE GOOGLE_APPLICATION_CREDENTIALS HISTFILE GNUPGHOME NPM_CONFIG_USERCONFIG",
	).map((variable) => ({ variable })),
	...names(
		"npm_config_userconfig PGPASSFILE SOPS_AGE_KEY_FILE CLOUDSDK_CONFIG AZURE_CONFIG_DIR GH_CONFIG_DIR BOTO_CONFIG",
	).map((variable) => ({ variable })),
	...names("RCLONE_CONFIG REGISTRY_AUTH_FILE HF_TOKEN_PATH PASSWORD_STORE_DIR VAULT_TOKEN_PATH").map((variable) => ({
		variable,
	})),
	{ variable: "DOCKER_CONFIG", names: ["config.json"] },
	{ variable: "CARGO_HOME", names: names("credentials credentials.toml") },
	{ variable: "GRADLE_USER_HOME", names: ["gradle.properties"] },
	{ variable: "HF_HOME", names: names("token stored_tokens") },
	{ variable: "PULUMI_HOME", names: ["credentials.json"] },
	{ variable: "KAGGLE_CONFIG_DIR", names: ["kaggle.json"] },
	{ variable: "CODEX_HOME", names: ["auth.json"] },
	{ variable: "CLAUDE_CONFIG_DIR", names: [".credentials.json"] },
];

export const keyPlacesOfHome: readonly string[] = [
	...names("~/.ssh ~/.gnupg ~/.password-store ~/.netrc ~/_netrc ~/.git-credentials ~/.config/git/credentials"),
	// Clouds and clusters.
	...names("~/.aws ~/.azure ~/.config/gcloud ~/.kube ~/.docker/config.json ~/.config/doctl ~/.oci ~/.vault-token"),
	...names("~/.config/containers/auth.json ~/.config/rclone ~/.rclone.conf ~/.s3cfg ~/.boto ~/.config/sops/age"),
	...names(
		"~/.config/scw ~/.config/hcloud ~/.config/linode-cli ~/.linode-cli ~/.config/exoscale ~/.bluemix ~/.config/fly",
	),
	...names("~/.pulumi/credentials.json ~/.wrangler ~/.config/.wrangler ~/.config/wrangler ~/.config/stripe"),
	...names(
		"~/.databrickscfg ~/.databricks/token-cache.json ~/.snowsql ~/.snowflake ~/.config/snowflake ~/.dbt/profiles.yml",
	),
	...names("~/.kaggle ~/.config/kaggle ~/.cache/huggingface/token ~/.cache/huggingface/stored_tokens ~/.huggingface"),
	...names("~/.config/age ~/.age ~/.config/1Password ~/.config/Bitwarden~CLI ~/.local/share/atuin").map((path) =>
		path.replace("Bitwarden~CLI", "Bitwarden CLI"),
	),
	...names(
		"~/.terraform.d/credentials.tfrc.json ~/.config/op ~/.config/heroku ~/.fly ~/.config/netlify ~/.config/vercel",
	),
	// Package managers, forges and databases.
	...names("~/.config/npm/npmrc ~/.config/pypoetry/auth.toml ~/.local/share/uv/credentials ~/.config/uv/credentials"),
	...names("~/.config/composer/auth.json ~/.config/NuGet/NuGet.Config"),
	...names("~/.sbt/.credentials ~/.ivy2/.credentials ~/.hex/hex.config ~/.config/tea ~/.mongorc.js ~/.mylogin.cnf"),
	...names("~/.npmrc ~/.yarnrc.yml ~/.pypirc ~/.cargo/credentials ~/.cargo/credentials.toml ~/.gem/credentials"),
	...names("~/.m2/settings.xml ~/.m2/settings-security.xml ~/.gradle/gradle.properties ~/.composer/auth.json"),
	...names("~/.nuget/NuGet/NuGet.Config ~/.config/gh ~/.config/hub ~/.config/glab-cli ~/.pgpass ~/.my.cnf"),
	// Other agents.
	...names("~/.claude/.credentials.json ~/.codex/auth.json ~/.gemini/oauth_creds.json ~/.config/github-copilot"),
	...names(
		"~/.local/share/opencode/auth.json ~/.local/share/opencode/mcp-auth.json ~/.config/goose ~/.local/share/crush ~/.pi/agent",
	),
	...names(
		"~/.config/Code/User/globalStorage ~/.config/Cursor/User/globalStorage ~/.config/io.datasette.llm/keys.json",
	),
	// Browsers and keyrings.
	...names("~/.mozilla ~/.config/google-chrome ~/.config/chromium ~/.config/BraveSoftware ~/.config/microsoft-edge"),
	...names("~/.var/app/org.mozilla.firefox ~/snap/firefox ~/.local/share/keyrings ~/.local/share/kwalletd"),
	...names("~/Library/Keychains ~/Library/Cookies ~/Library/Safari"),
	...names("~/Library/Application~Support/Google/Chrome ~/Library/Application~Support/Firefox").map((path) =>
		path.replace("Application~Support", "Application Support"),
	),
	// What was typed into shells and programs.
	...names("~/.bash_history ~/.zsh_history ~/.zhistory ~/.local/share/fish/fish_history ~/.history ~/.sh_history"),
	...names("~/.python_history ~/.node_repl_history ~/.psql_history ~/.mysql_history ~/.sqlite_history"),
	...names("~/.rediscli_history ~/.lesshst ~/.viminfo ~/.config/fish/fish_history ~/.config/nushell/history.txt"),
	...names("~/.config/nushell/history.sqlite3 ~/.local/state/nushell ~/.local/share/xonsh ~/.local/state/bash/history"),
	...names(
		"~/.local/state/zsh/history ~/.local/share/zsh/history ~/.irb_history ~/.mongosh ~/.dbshell ~/.duckdb_history",
	),
	// The system's own.
	...names("/etc/shadow /etc/gshadow /etc/sudoers /etc/sudoers.d /etc/ssl/private /proc/kcore /dev/mem /dev/kmem"),
];

/** Keys of the machine: files in this folder whose names match. */
export const hostKeys = { folder: "/etc/ssh", names: /^ssh_host_.*_key$/ } as const;

/** What was said in other programs, in other projects too: asked about, and not hidden. */
export const privateText: readonly string[] = names(
	"~/.claude/projects ~/.claude/history.jsonl ~/.codex/sessions ~/.codex/history.jsonl",
);
