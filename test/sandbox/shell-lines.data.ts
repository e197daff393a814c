// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the lines are those of a shell.

/** What people do in a shell all day, and what it prints. */
export interface ShellLine {
	readonly line: string;
	readonly prints: string | RegExp;
	/** Needs a mount, a terminal or a socket that Landlock and the filter alone cannot allow. */
	readonly needsNamespaces?: true;
}

export const shellLines: readonly ShellLine[] = [
	{ line: "printf 'b\\na\\n' | sort | head -1", prints: "a\n" },
	{ line: "cat <<'X'\n$HOME\nX", prints: "$HOME\n" },
	{ line: "diff <(echo a) <(echo a) && echo same", prints: "same\n" },
	{ line: "{ echo out >/dev/stdout; echo err >/dev/stderr; } 2>&1 | cat", prints: "out\nerr\n" },
	{ line: "f=$(mktemp) && echo x >$f && cat $f && rm $f", prints: "x\n" },
	{ line: "d=$(mktemp -d) && cd $d && touch a && ls", prints: "a\n" },
	{ line: "case $(mktemp) in $TMPDIR/*) echo inside;; esac", prints: "inside\n" },
	{ line: "echo x >/tmp/box-everyday && cat /tmp/box-everyday", prints: "x\n", needsNamespaces: true },
	{ line: "sleep 60 & kill $! ; wait $! ; echo $?", prints: "143\n" },
	{ line: "sleep 0.01 & wait; echo done", prints: "done\n" },
	{ line: "(exit 3); echo $?", prints: "3\n" },
	{ line: "trap 'echo bye' EXIT; kill -0 $$", prints: "bye\n" },
	{ line: "yes | head -1; echo ${PIPESTATUS[0]}", prints: "y\n141\n" },
	{ line: "timeout 0.05 sleep 5; echo $?", prints: "124\n" },
	{ line: "mkfifo p; echo x >p & cat p", prints: "x\n" },
	{ line: "ln -s main.c l; ln main.c h; mv l k; rm k h; ls *.c", prints: "main.c\n" },
	{ line: "mkdir -p a/b; mv a/b c; mv main.c c/; ls c", prints: "main.c\n" },
	{ line: "mkdir a b; echo x >a/f; mv a/f b/; cat b/f; cp -a b d; ls d", prints: "x\nf\n" },
	{ line: "tar cf x.tar main.c && mkdir o && tar xf x.tar -C o && ls o", prints: "main.c\n" },
	{ line: "cc main.c -o m && ./m", prints: "built\n" },
	{
		line: "chmod +x main.c; chmod u=rw main.c; touch -t 200001010000 main.c; stat -c %Y main.c | wc -l",
		prints: "1\n",
	},
	{
		line: "git init -q n && cd n && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && git log --format=%s",
		prints: "x\n",
	},
	{
		line: "git init -q n && git -C n -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && git clone -q n o && git -C o log --format=%s",
		prints: "x\n",
	},
	{
		line: "git status --short >/dev/null; git add main.c; git -c user.name=a -c user.email=a@b commit -qm x; git log --format=%s",
		prints: "x\n",
	},
	{
		line: "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x; git checkout -qb other; git stash list; git branch --show-current",
		prints: "other\n",
	},
	{
		line: "python3 -c 'import os, tempfile; print(len(os.urandom(4)), tempfile.TemporaryFile() and 1)'",
		prints: "4 1\n",
	},
	{ line: "python3 -c 'import multiprocessing as m; print(m.Lock() and 1)'", prints: "1\n", needsNamespaces: true },
	{
		line: 'python3 -c \'import subprocess; print(subprocess.check_output(["echo", "x"]).decode(), end="")\'',
		prints: "x\n",
	},
	{ line: "python3 -m venv --without-pip v && v/bin/python -c 'print(1)'", prints: "1\n" },
	{
		line: "python3 -c 'import socket; a, b = socket.socketpair(); a.send(b\"x\"); print(b.recv(1))'",
		prints: "b'x'\n",
	},
	{
		line: "python3 -u -m http.server 8123 --bind 127.0.0.1 >log 2>&1 & for i in $(seq 100); do curl -sf http://127.0.0.1:8123/main.c >/dev/null && break; sleep 0.05; done; curl -s http://localhost:8123/main.c | wc -l; kill %1",
		prints: "1\n",
		needsNamespaces: true,
	},
	{
		line: 'python3 -c \'import socket; s = socket.socket(socket.AF_UNIX); s.bind("s"); s.listen(); c = socket.socket(socket.AF_UNIX); c.connect("s"); print(1)\'',
		prints: "1\n",
		needsNamespaces: true,
	},
	{ line: "python3 -c 'import pty; pty.spawn([\"tty\"])'", prints: /^\/dev\/pts\/\d+\r?\n$/, needsNamespaces: true },
	{ line: "script -qc 'echo x' /dev/null", prints: "x\r\n", needsNamespaces: true },
	{
		line: `echo '{"name":"x","version":"1.0.0","scripts":{"build":"echo ran"}}' >package.json; npm run -s build`,
		prints: "ran\n",
	},
	{ line: `node -e 'require("child_process").exec("echo x", (e, o) => process.stdout.write(o))'`, prints: "x\n" },
	{
		line: `node -e 'const w = new (require("worker_threads").Worker)("console.log(1)", { eval: true })'`,
		prints: "1\n",
	},
	{ line: "cat /proc/self/status | grep -c NoNewPrivs; ls /proc/$$ >/dev/null && echo proc", prints: "1\nproc\n" },
	{ line: "id -u; whoami >/dev/null; hostname >/dev/null && nproc >/dev/null && echo facts", prints: /^\d+\nfacts\n$/ },
	{ line: "ls / ~ >/dev/null && echo listed", prints: "listed\n" },
	{ line: "cat ~/notes.txt; ls ~/bin", prints: "notes\nls\n" },
	{ line: "ulimit -n 512; ulimit -n; umask 077; touch u; stat -c %a u", prints: "512\n600\n" },
	{ line: "flock main.c echo locked; setsid -w echo session; nice echo nice", prints: "locked\nsession\nnice\n" },
	{ line: "find . -name main.c -newermt 1999-01-01; xargs -a main.c true; rg -l puts", prints: "./main.c\nmain.c\n" },
	{ line: "sort -T $TMPDIR -S 1M <<<'x'; split -b 1 main.c x.; ls x.* | wc -l", prints: /^x\n\d+\n$/ },
	{ line: "touch a; mv .git g 2>/dev/null; rm -rf a; echo end", prints: "end\n" },
	{ line: "exec 3<main.c; read -r line <&3; echo ${line:0:3}", prints: "int\n" },
	{ line: "coproc cat; echo x >&${COPROC[1]}; read -r y <&${COPROC[0]}; echo $y", prints: "x\n" },
	{ line: 'perl -e \'print fork() ? do { wait; "parent\\n" } : "child\\n"\'', prints: "child\nparent\n" },
	{ line: "strace -V >/dev/null 2>&1; gdb --version >/dev/null 2>&1; echo there", prints: "there\n" },
];
