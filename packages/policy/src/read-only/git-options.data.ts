/** Options of git commands that only read. Those that run a program or write a file (`--ext-diff`, `--textconv`, `--output`) are not among them. */
export const diffOptions = `-p/-u/--patch -s/--no-patch -U/--unified= --raw --patch-with-raw --minimal --patience --histogram --anchored= --diff-algorithm=
	--stat[=] --compact-summary --numstat --shortstat -X[=] --dirstat[=] --cumulative --summary --patch-with-stat -z --name-only --name-status
	--submodule[=] --color[=] --no-color --color-moved[=] --no-color-moved --word-diff[=] --word-diff-regex= --color-words[=] --no-renames --check
	--full-index --binary --abbrev[=] -B[=] -M[=] --find-renames[=] -C[=] --find-copies[=] --find-copies-harder -D -l= --diff-filter= -S= -G=
	--find-object= --pickaxe-all --pickaxe-regex -O= -R --relative[=] --no-relative -a/--text --ignore-cr-at-eol --ignore-space-at-eol
	-b/--ignore-space-change -w/--ignore-all-space --ignore-blank-lines -I/--ignore-matching-lines= --inter-hunk-context= -W/--function-context
	--exit-code --quiet -q --no-ext-diff --no-textconv --ignore-submodules[=] --src-prefix= --dst-prefix= --no-prefix --cached --staged --merge-base
	--no-index --base --ours --theirs -c --cc -m -t -r --root --no-commit-id --indent-heuristic --no-indent-heuristic --ws-error-highlight=`;

export const logOptions = `-# -n/--max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= --all-match --invert-grep
	-i/--regexp-ignore-case --basic-regexp -E/--extended-regexp -F/--fixed-strings -P/--perl-regexp --merges --no-merges --min-parents= --max-parents=
	--first-parent --not --all --branches[=] --tags[=] --remotes[=] --glob= --exclude= --reflog -g/--walk-reflogs --cherry-pick --cherry-mark --cherry
	--left-only --right-only --left-right --boundary --simplify-by-decoration --full-history --dense --sparse --simplify-merges --ancestry-path[=]
	--date-order --author-date-order --topo-order --reverse --no-walk[=] --pretty[=] --format= --oneline --abbrev-commit --no-abbrev-commit --encoding=
	--expand-tabs[=] --notes[=] --no-notes --date= --relative-date --parents --children --graph --follow --no-decorate --decorate[=] --decorate-refs=
	--source --use-mailmap --no-mailmap --mailmap --full-diff -L= --count --objects --disk-usage --stat[=] --name-only --no-color --color[=] --shortstat`;

export const blameOptions = `-L= -l -t -s -e/--show-email -w -M[=] -C[=] --date= -c -f/--show-name -n/--show-number -p/--porcelain --line-porcelain --since=
	--ignore-rev= --ignore-revs-file= --color-lines --root --reverse --first-parent --abbrev= -b`;

export const gitGrepOptions = `-n/--line-number -l/--files-with-matches/--name-only -L -i/--ignore-case -w/--word-regexp -v/--invert-match -c/--count -E/--extended-regexp
	-F/--fixed-strings -P/--perl-regexp -G -e= --and --or --not -A= -B= -C= -p -W -h -H -o/--only-matching -q/--quiet --cached --untracked
	--no-index --column --heading --break --color[=] --no-color -I -a --max-depth= --all-match -m= --threads= -z -# --full-name`;

export const configOptions = `--get --get-all --get-regexp -l/--list --show-origin --show-scope --global --local --system --worktree --name-only -z/--null --bool --int
	--path --type= --includes --no-includes`;
