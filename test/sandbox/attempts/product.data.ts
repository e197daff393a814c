import { type Attempt, attempt } from "./attempt.ts";

/** An attempt whose harm shows only later: `then` is what the user does outside of any box, and prints ESCAPED when it works out. */
export interface LaterAttempt extends Attempt {
	readonly then: string;
	/** What was in the project before, run in it. */
	readonly given?: string;
	/** Variables of the user's. */
	readonly env?: Readonly<Record<string, string>>;
}

const later = (
	name: string,
	python: string,
	then: string,
	options: Pick<LaterAttempt, "given" | "env"> = {},
): LaterAttempt => ({ ...attempt(name, python), then, ...options });

const git = "git -c user.name=a -c user.email=a@b";
const evil = "put('evil/run', '#!/bin/sh\\ntouch ' + PROJECT + '/ran\\n'); os.chmod('evil/run', 0o755)\n";
const settings =
	"[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tfsmonitor = ' + PROJECT + '/evil/run\\n";
const status = "sh('git status'); escaped(os.path.exists(PROJECT + '/ran'))";
const repository = "sh('git init -q'); sh('git -C . commit -q --allow-empty -m x')";

/** What is left in a project for later: for git, for editors and shells, for the next command. */
export const laterAttempts: readonly LaterAttempt[] = [
	later(
		"git is led to other settings by a file commondir",
		`${evil}shutil.copytree('.git', 'evil/git'); put('evil/git/config', '${settings}'); put('.git/commondir', '../evil/git')`,
		status,
		{ given: repository },
	),
	later(
		"the file .git of a linked working tree leads elsewhere",
		`${evil}sh('git init -q evil/repo'); put('evil/repo/.git/config', '${settings}'); os.unlink('.git'); put('.git', 'gitdir: evil/repo/.git\\n')`,
		status,
		{ given: "sh('git init -q --separate-git-dir ../separate')" },
	),
	later(
		"a file .git appears in a project that is no repository",
		`${evil}sh('git init -q evil/repo'); put('evil/repo/.git/config', '${settings}'); put('.git', 'gitdir: evil/repo/.git\\n')`,
		status,
	),
	later(
		"a new repository brings settings that run programs",
		`${evil}sh('git init -q'); put('.git/config', '${settings}')`,
		status,
	),
	later(
		"a new repository in a subfolder brings settings that run programs",
		`${evil}sh('git init -q sub'); put('sub/.git/config', '${settings}')`,
		"sh('git -C sub status'); escaped(os.path.exists('ran'))",
	),
	later(
		"a new repository in a subfolder brings hooks",
		"sh('git init -q sub'); put('sub/.git/hooks/post-checkout', 'x')",
		"escaped(os.path.exists('sub/.git/hooks/post-checkout'))",
	),
	later(
		"a bare repository in a subfolder runs programs",
		`${evil}sh('git init -q --bare bare'); put('bare/config', '[core]\\n\\tbare = true\\n[alias]\\n\\tlog = x\\n\\tx = !touch ' + PROJECT + '/ran\\n')`,
		"sh('git -C bare x'); escaped(os.path.exists('ran'))",
	),
	later(
		"settings of a submodule with a slash in its name",
		"put('.git/modules/vendor/lib/config', '[core]\\n\\tfsmonitor = evil\\n')",
		"escaped('evil' in open('.git/modules/vendor/lib/config').read())",
		{ given: `${repository}; sh('git init -q --bare .git/modules/vendor/lib')` },
	),
	later(
		"a hook of a submodule with a slash in its name",
		"put('.git/modules/vendor/lib/hooks/post-checkout', 'x')",
		"escaped(os.path.exists('.git/modules/vendor/lib/hooks/post-checkout'))",
		{ given: `${repository}; sh('git init -q --bare .git/modules/vendor/lib')` },
	),
	later(
		"a linked working tree takes its settings from elsewhere",
		"put('.git/worktrees/tree/commondir', '../../../evil\\n')",
		"escaped('evil' in open('.git/worktrees/tree/commondir').read())",
		{ given: `${repository}; sh('git worktree add -q tree')` },
	),
	later(
		"a rebase that has stopped goes on with a program",
		`sh("GIT_SEQUENCE_EDITOR='printf \\"break\\\\nexec touch ran\\\\n\\" >' git rebase -q -i --root")`,
		`sh('${git} rebase --continue'); escaped(os.path.exists('ran'))`,
		{ given: repository },
	),
	later(
		"a hook of a repository inside, with the time of its folder set back",
		"t = os.stat('sub/.git/hooks'); put('sub/.git/hooks/post-checkout', 'x'); os.utime('sub/.git/hooks', ns=(t.st_atime_ns, t.st_mtime_ns))",
		"escaped(os.path.exists('sub/.git/hooks/post-checkout'))",
		{ given: "sh('git init -q sub')" },
	),
	later(
		"a link leads protected names to a folder of the user's",
		"os.symlink(HOME + '/.m2', '.m2'); os.symlink(HOME + '/.config', '.config')",
		"escaped(os.path.islink('.m2') or not os.path.exists(HOME + '/.m2/settings.xml') or not os.path.exists(HOME + '/.config/fish/config.fish'))",
	),
	later(
		"a link that is protected becomes a file",
		"os.unlink('.env'); put('.env', 'PATH=/evil')",
		"escaped('evil' in open('.env').read())",
		{
			given:
				"put('../real.env', 'A=1'); os.path.lexists('.env') and os.unlink('.env'); os.symlink('../real.env', '.env')",
		},
	),
	later(
		"a linked folder that is protected becomes another one",
		"os.unlink('.claude'); put('.claude/settings.json', 'evil')",
		"escaped('evil' in open('.claude/settings.json').read())",
		{ given: "put('shared/settings.json', '{}'); os.symlink('shared', '.claude')" },
	),
	...[".envrc", ".husky/pre-commit", ".github/workflows/x.yml", ".vscode/tasks.json", ".npmrc", ".mcp.json"].map(
		(name) => later(`${name} appears`, `put('${name}', 'evil')`, `escaped(os.path.exists('${name}'))`),
	),
	later(
		"a program beside the caches of cargo",
		"put(HOME + '/.cargo/bin/ls', 'x')",
		"escaped(os.path.exists(HOME + '/.cargo/bin/ls'))",
		{ env: { CARGO_HOME: "HOME/.cargo" } },
	),
	later(
		"settings beside the caches of gradle",
		"put(HOME + '/.gradle/init.d/x.gradle', 'x')",
		"escaped(os.path.exists(HOME + '/.gradle/init.d/x.gradle'))",
		{ env: { GRADLE_USER_HOME: "HOME/.gradle" } },
	),
	later(
		"what was found out about the machine is changed",
		"put(HOME + '/.cache/omp/sandbox-support.json', '{}')",
		"escaped(open(HOME + '/.cache/omp/sandbox-support.json').read() == '{}')",
	),
];

/** Credentials and copies of secrets, by their place below the home folder. */
export const secretPlaces: readonly string[] = [
	...[".ssh/id_rsa", ".aws/credentials", ".netrc", ".npmrc", ".config/gh/hosts.yml", ".kube/config"],
	...[".config/rclone/rclone.conf", ".config/containers/auth.json", ".config/sops/age/keys.txt", ".s3cfg", ".boto"],
	...[".cache/huggingface/token", ".local/share/opencode/auth.json", ".local/share/uv/credentials/x", ".databrickscfg"],
	...[".kaggle/kaggle.json", ".snowsql/config", ".config/stripe/config.toml", ".pulumi/credentials.json"],
	...[
		".wrangler/config/default.toml",
		".config/npm/npmrc",
		".config/fish/fish_history",
		".local/share/fish/fish_history",
	],
	...[".config/nushell/history.txt", ".cargo/credentials.toml", ".gradle/gradle.properties", ".m2/settings.xml"],
	...[".omp/agent/agent.db", ".omp/agent/agent.db-wal", ".omp/agent/models.yml", ".omp/agent/undo/contents/ab/cd"],
	...[".omp/agent/sandbox-removed/rx/settings.xml", ".omp/agent/sessions/other/a.jsonl", ".omp/agent/memories/x/m.db"],
	...[".omp/agent/history.db", ".omp/logs/omp.log", "elsewhere/kube", "elsewhere/docker/config.json"],
];
