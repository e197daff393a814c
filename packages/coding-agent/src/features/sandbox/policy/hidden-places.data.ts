/** What programs in the box cannot read. `~` is the home folder; names that do not exist cost nothing. */
function names(text: string): readonly string[] {
	return text.trim().split(/\s+/);
}

/** Below the folder where omp keeps its keys. */
export const hiddenOfAgent: readonly string[] = names(
	"agent.db agent.db-wal agent.db-shm models.yml models.yaml models.json auth.json mcp.json mcp-auth.json oauth-clients.yml .env",
);

export const hiddenPlaces: readonly string[] = [
	...names("~/.ssh ~/.gnupg ~/.password-store ~/.netrc ~/_netrc ~/.git-credentials ~/.config/git/credentials"),
	// Clouds and clusters.
	...names("~/.aws ~/.azure ~/.config/gcloud ~/.kube ~/.docker/config.json ~/.config/doctl ~/.oci ~/.vault-token"),
	...names(
		"~/.terraform.d/credentials.tfrc.json ~/.config/op ~/.config/heroku ~/.fly ~/.config/netlify ~/.config/vercel",
	),
	// Package managers, forges and databases.
	...names("~/.npmrc ~/.yarnrc.yml ~/.pypirc ~/.cargo/credentials ~/.cargo/credentials.toml ~/.gem/credentials"),
	...names("~/.m2/settings.xml ~/.m2/settings-security.xml ~/.gradle/gradle.properties ~/.composer/auth.json"),
	...names("~/.nuget/NuGet/NuGet.Config ~/.config/gh ~/.config/hub ~/.config/glab-cli ~/.pgpass ~/.my.cnf"),
	// Other agents.
	...names("~/.claude/.credentials.json ~/.codex/auth.json ~/.gemini/oauth_creds.json ~/.config/github-copilot"),
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
	...names("~/.rediscli_history ~/.lesshst ~/.viminfo"),
	// The system's own.
	...names("/etc/shadow /etc/gshadow /etc/sudoers /etc/sudoers.d /etc/ssl/private /proc/kcore /dev/mem /dev/kmem"),
];

/** Keys of the machine: files in this folder whose names match. */
export const hostKeys = { folder: "/etc/ssh", names: /^ssh_host_.*_key$/ } as const;
