import { expect, test } from "bun:test";
import { safeGitConfig } from "./safe-git-config.ts";

const made = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = false
	logallrefupdates = true
# a comment
[remote "origin"]
	url = git@example.com:a/b.git
	fetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
	remote = origin
	merge = refs/heads/main
[user]
	name = Ann
`;

test("git config: what git init and git clone write is left as it is", () => {
	expect(safeGitConfig(made)).toBeUndefined();
});

test("git config: keys that name programs or other files are dropped, however they are written", () => {
	const evil = `${made}[core] fsmonitor = ./evil
[CORE]
	hooksPath=evil
	pager = "less; evil" # quiet
	sshCommand = a\\
b
[filter "x"]
	clean = evil
[alias]
	st = !evil
[include]
	path = ../evil
[includeIf "gitdir:/"]
	path = ../evil
[diff.x]
	textconv = evil
[protocol "ext"]
	allow = always
[remote "evil"]
	url = "ext::sh -c evil"
[core]
	worktree = /home/ann
[user]
	email = "a\\"b;c" ; rest
`;
	expect(safeGitConfig(evil)).toEqual({
		text: `[core]
	repositoryformatversion = "0"
	filemode = "true"
	bare = "false"
	logallrefupdates = "true"
[remote "origin"]
	url = "git@example.com:a/b.git"
	fetch = "+refs/heads/*:refs/remotes/origin/*"
[branch "main"]
	remote = "origin"
	merge = "refs/heads/main"
[user]
	name = "Ann"
	email = "a\\"b;c"
`,
		dropped: [
			"core.fsmonitor",
			"core.hookspath",
			"core.pager",
			"core.sshcommand",
			"filter.x.clean",
			"alias.st",
			"include.path",
			"includeif.gitdir:/.path",
			"diff.x.textconv",
			"protocol.ext.allow",
			"remote.evil.url",
			"core.worktree",
		],
	});
});

test("git config: the folder of a submodule stays where it is allowed, and what cannot be read is dropped", () => {
	expect(safeGitConfig("[core]\n\tworktree = ../../../lib\n", (folder) => folder === "../../../lib")).toBeUndefined();
	expect(safeGitConfig('[core]\n\tbare = false\n\t"x = 1\n')).toEqual({
		text: '[core]\n\tbare = "false"\n',
		dropped: [],
	});
});

test("git config: git reads what was written anew as it was meant", () => {
	const { text = "" } =
		safeGitConfig(`[user]\n\tname = "a \\\\ \\"b\\"\\tc"\n[x]\n\ty = z\n[branch "a\\\\b\\"c"]\n\tremote = o\n`) ?? {};
	const read = Bun.spawnSync(["git", "config", "--file", "-", "--list", "-z"], { stdin: Buffer.from(text) });
	expect(read.stdout.toString()).toBe('user.name\na \\ "b"\tc\0branch.a\\b"c.remote\no\0');
});
