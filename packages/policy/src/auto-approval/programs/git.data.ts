import {
	checkedOut,
	cleaned,
	overwrittenBy,
	removedFromIndex,
	resetTo,
	restored,
	stopped,
	whyNotRemote,
} from "../usage/git-losses.ts";
import { each, type Usage } from "../usage/usage.ts";

const text = { operands: "text" } as const;
const steps = "--continue --abort --skip --quit";

/** Commands of git that change the repository or the project's files; those that only read are elsewhere. */
export const gitUsage: Usage = {
	options: "--no-pager -P --no-optional-locks --literal-pathspecs",
	commands: {
		...each("add stage", {
			...text,
			options: "-A/--all -u/--update -n/--dry-run -v/--verbose -f/--force -N/--intent-to-add --renormalize --chmod=",
		}),
		rm: {
			operands: "write",
			options: "-r -f/--force --cached -n/--dry-run -q/--quiet --ignore-unmatch",
			check: removedFromIndex,
		},
		mv: {
			operands: "write",
			options: "-f/--force -k -n/--dry-run -v/--verbose",
			check: overwrittenBy("-f", "--force"),
		},
		commit: {
			...text,
			options: `-m/--message= -a/--all -F/--file=< --amend --no-edit -v/--verbose -q/--quiet -s/--signoff -n/--no-verify
				--author= --date= --trailer= --allow-empty --allow-empty-message --fixup= --squash= --dry-run --short
				-C/--reuse-message= --no-gpg-sign --cleanup= -o/--only -i/--include --reset-author --no-status`,
		},
		switch: {
			...text,
			options: `-c/--create= -d/--detach --guess --no-guess -q/--quiet -t/--track --no-track --orphan= -f/--force
				--discard-changes`,
			check: checkedOut,
		},
		checkout: {
			...text,
			options: `-b= -q/--quiet -t/--track --no-track --detach -d --orphan= --guess --no-guess --progress -f/--force --ours
				--theirs`,
			check: checkedOut,
		},
		restore: {
			...text,
			options: "-S/--staged -W/--worktree -s/--source= -q/--quiet --ours --theirs --overlay --no-overlay",
			check: restored,
		},
		"cherry-pick": {
			...text,
			options: `${steps} -x -n/--no-commit -m/--mainline= -s/--signoff --ff --allow-empty --keep-redundant-commits
				-X/--strategy-option=`,
			check: stopped,
		},
		merge: {
			...text,
			options: `${steps} -m/--message= --no-ff --ff --ff-only --squash --no-commit --commit --no-edit -q/--quiet -v/--verbose
				--stat -n/--no-stat --allow-unrelated-histories -X/--strategy-option= --autostash --signoff --no-verify`,
			check: stopped,
		},
		revert: { ...text, options: `${steps} --no-edit -n/--no-commit -m/--mainline= -s/--signoff`, check: stopped },
		rebase: {
			...text,
			options: `${steps} --onto= -q/--quiet -v/--verbose --stat --autostash --no-autostash --keep-base --root --fork-point
				--no-fork-point --autosquash --no-autosquash -r[=] --rebase-merges[=] -X/--strategy-option= --update-refs
				--signoff --show-current-patch --force-rebase --no-ff`,
			check: stopped,
		},
		pull: {
			operands: /^[\w][\w./-]*$/,
			options: `--rebase[=] -r --no-rebase --ff-only --ff --no-ff --autostash --no-autostash -p/--prune -t/--tags --no-tags
				--all -q/--quiet -v/--verbose --depth= --unshallow --no-edit --no-commit --squash --progress --stat --no-stat`,
			check: whyNotRemote,
		},
		fetch: {
			operands: /^[\w][\w./-]*$/,
			options: `--all -p/--prune -P/--prune-tags -t/--tags --no-tags -n --depth= --unshallow --deepen= -q/--quiet -v/--verbose
				-j= --dry-run --multiple --progress`,
			check: whyNotRemote,
		},
		branch: {
			...text,
			options: `-a/--all -r/--remotes -v/-vv/--verbose -l/--list --show-current --sort= --format= --contains[=] --no-contains=
				--merged[=] --no-merged[=] --points-at= -d/--delete -m/--move -c/--copy -u/--set-upstream-to= --unset-upstream
				-t/--track --no-track -q/--quiet --column --no-column --color[=] --no-color`,
		},
		tag: {
			...text,
			options: `-a/--annotate -m/--message= -l/--list -n[=] --sort= --format= --contains= --no-contains= --merged[=]
				--points-at= -F/--file=<`,
		},
		stash: {
			options: "-u/--include-untracked -a/--all -k/--keep-index --no-keep-index -q/--quiet -m/--message= -S/--staged",
			alone: true,
			commands: {
				...each("push save", {
					...text,
					options:
						"-u/--include-untracked -a/--all -k/--keep-index --no-keep-index -q/--quiet -m/--message= -S/--staged",
				}),
				...each("pop apply", { ...text, options: "--index -q/--quiet" }),
				...each("list show", { ...text, options: "-p/--patch --stat --name-only --oneline -u/--include-untracked" }),
				branch: text,
			},
		},
		reset: {
			...text,
			options: "--soft --mixed -q/--quiet -N/--intent-to-add --hard --merge --keep",
			check: resetTo,
		},
		clean: {
			...text,
			options: "-n/--dry-run -f/--force -d -x -X -q/--quiet -e/--exclude=",
			check: cleaned,
		},
		worktree: {
			commands: {
				list: { operands: "none", options: "--porcelain -v/--verbose -z" },
				prune: { operands: "none", options: "-n/--dry-run -v/--verbose" },
				add: { operands: "read", options: "-b= -d/--detach --track --no-track --checkout --no-checkout -q/--quiet" },
			},
		},
		submodule: {
			alone: true,
			commands: {
				status: { options: "--cached --recursive -q/--quiet" },
				summary: { ...text, options: "--cached --files -n=" },
				...each("init sync", { options: "--recursive -q/--quiet" }),
				update: {
					options: "--init --recursive --depth= -j/--jobs= --progress -N/--no-fetch --single-branch -q/--quiet",
				},
			},
		},
		bisect: { commands: each("start good bad new old skip reset log", text) },
		remote: {
			options: "-v/--verbose",
			commands: {
				...each("update prune", { operands: /^[\w.-]+$/, options: "-p/--prune -n/--dry-run" }),
				show: { operands: /^[\w.-]+$/, options: "-n" },
			},
		},
		init: { operands: "read", maxOperands: 1, options: "-b/--initial-branch= -q/--quiet" },
		gc: { operands: "none", options: "--auto -q/--quiet --aggressive" },
		fsck: { operands: "none", options: "--full --no-dangling --connectivity-only --no-progress" },
		"format-patch": {
			...text,
			options:
				"-o/--output-directory=> --stdout -# -n -N -k --cover-letter --start-number= --subject-prefix= -v= --stat -p",
		},
		"range-diff": { ...text, options: "--stat --no-color --color[=] --creation-factor=" },
		notes: { commands: { ...each("list show", text), ...each("add append", { ...text, options: "-m=" }) } },
		"sparse-checkout": {
			commands: each("list init set add reapply disable", { ...text, options: "--cone --no-cone" }),
		},
		"ls-remote": {
			operands: /^[\w./*-]+$/,
			options: "-h/--heads --branches -t/--tags --refs -q/--quiet --exit-code --get-url --sort= --symref",
			check: whyNotRemote,
		},
	},
};
