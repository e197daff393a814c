/** Names that count in any folder; a name with a slash is the end of a path, one that ends with a slash all that is in the folder. */
function names(text: string): readonly string[] {
	return text.trim().split(/\s+/);
}

/** Files that decide what runs next: whoever changes one has a command run later, by somebody else. */
export const filesThatRun: readonly string[] = [
	// Git: hooks, and settings that name programs.
	...names(
		".git .git/ .gitconfig .config/git/ .gitmodules .husky/ .githooks/ lefthook.yml .lefthook.yml lefthook.yaml",
	),
	...names(".pre-commit-config.yaml .lintstagedrc .lintstagedrc.json"),
	// omp and other agents.
	...names(".omp/ .pi/ .claude/ .claude.json .cursor/ .codex/ .gemini/ .windsurf/ .continue/ .roo/ .kiro/ .amazonq/"),
	...names(
		".mcp.json mcp.json mcp_config.json .aider.conf.yml opencode.json opencode.jsonc .opencode/ .goose/ .junie/",
	),
	// Editors that run tasks.
	...names(".vscode/tasks.json .vscode/launch.json .vscode/settings.json .vscode/mcp.json .vscode/extensions.json"),
	...names(
		".idea/ .zed/ .devcontainer/ .devcontainer.json .vimrc .exrc .nvimrc .nvim.lua .gvimrc .emacs .dir-locals.el",
	),
	// The environment of a folder.
	...names(".env .envrc .direnv/ .mise.toml mise.toml .mise/ .config/mise/ .tool-versions"),
	// What shells and terminals read when they start.
	...names(
		".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .login .cshrc .tcshrc .kshrc .mkshrc",
	),
	...names(".zshrc .zshenv .zprofile .zlogin .zlogout .config/fish/ .config/nushell/ .inputrc .tmux.conf .screenrc"),
	...names(".xprofile .xinitrc .xsession .xsessionrc .pam_environment .config/environment.d/ .config/autostart/"),
	...names(".config/systemd/ .local/share/systemd/ Library/LaunchAgents/ Library/LaunchDaemons/ .ssh/"),
	// Debuggers, downloaders and package managers.
	...names(
		".gdbinit .lldbinit .curlrc .wgetrc .netrc .ripgreprc .npmrc .yarnrc .yarnrc.yml .yarn/releases/ .yarn/plugins/",
	),
	...names(
		".pnpmfile.cjs .pnpmfile.mjs bunfig.toml .cargo/config .cargo/config.toml .bundle/config .gemrc .irbrc .pryrc",
	),
	...names("pip.conf .config/pip/ .pypirc .condarc .pythonrc .pythonrc.py sitecustomize.py usercustomize.py .bazelrc"),
	...names(
		".mvn/ gradle/wrapper/gradle-wrapper.properties .gradle/init.gradle .gradle/init.d/ .m2/settings.xml .sbtopts",
	),
	// Continuous integration.
	...names(".github/workflows/ .github/actions/ .gitea/workflows/ .forgejo/workflows/ .gitlab-ci.yml .gitlab/ci/"),
	...names(
		".circleci/ .travis.yml .drone.yml .buildkite/ .woodpecker/ .woodpecker.yml .teamcity/ .semaphore/ Jenkinsfile",
	),
	...names("azure-pipelines.yml .azure-pipelines/ bitbucket-pipelines.yml appveyor.yml cloudbuild.yaml cloudbuild.yml"),
	// The system's own.
	...names("/etc/"),
];

/** Templates that nothing reads as they are. */
export const onlyExamples = /^\.env\.(?:example|sample|template|dist|defaults)$/;

/** Secrets that no tool reads, in any mode. `~` is the home folder, `*` anything but a slash, `**` anything. */
export const secretFiles: readonly string[] = [
	...names("~/.omp/agent/agent.db ~/.omp/agent/agent.db-* ~/.omp/profiles/*/agent/agent.db **/agent.db **/agent.db-*"),
	...names("~/.omp/**/auth.json ~/.pi/**/auth.json ~/.omp/**/.env ~/.omp/.env"),
	...names("~/.omp/**/*.token ~/.omp/**/oauth-clients.yml ~/.omp/**/mcp-auth.*"),
	...names("~/.ssh/id_* ~/.ssh/identity ~/.ssh/*.pem ~/.ssh/*.key ~/.ssh/*_key ~/.gnupg/private-keys-v1.d/**"),
	...names("~/.gnupg/secring.gpg /etc/ssh/ssh_host_*_key"),
	...names("/proc/*/environ /proc/*/mem /proc/*/task/*/environ /proc/*/task/*/mem /proc/kcore /dev/mem /dev/kmem"),
];

/** Of these the other half may be seen by everybody. */
export const notSecret = /\.pub$/;

/** Files that are asked about beside those of `key-places.data.ts`, which the sandbox hides, too. */
export const filesWithKeys: readonly string[] = [
	...names("~/.omp/**/models.yml ~/.omp/**/models.yaml ~/.omp/**/models.json ~/.omp/**/mcp.json ~/.docker/config.json"),
];

/** Files of a project that mostly hold secrets, by their names. */
export const secretNames =
	/^(?:\.env(?:\..+)?|.+\.env|\.envrc|\.netrc|_netrc|\.npmrc|\.pypirc|\.pgpass|\.htpasswd|\.git-credentials|\.vault[-_]pass(?:word)?|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|.+\.(?:pem|key|p12|pfx|pkcs12|jks|keystore|kdbx|ppk|tfvars|tfstate)|(?:client_)?secrets?\.(?:ya?ml|json|toml)|credentials(?:\.(?:json|toml|ya?ml|csv))?|service[-_]account.*\.json)$/i;

/** Folders that hold such files, for whoever reads a whole folder. */
export const secretFolders: readonly string[] = names(
	"~/.ssh ~/.gnupg ~/.aws ~/.password-store ~/.config/gcloud ~/.omp/agent ~/.omp",
);
