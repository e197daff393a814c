import { expect } from "bun:test";
import { readFile } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { atTerminal } from "./at-terminal.ts";

const runs = (command: string) => toolCall("bash", { i: "Running", command });

/** All files and folders with their bytes and modes. */
async function treeOf(path: string): Promise<string> {
	const script =
		"find . -path ./.git -prune -o -printf '%P %y %m %l\\n' | sort; find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0 -r sha256sum; git status --porcelain=v2 --branch --ignored 2>/dev/null; git stash list 2>/dev/null";
	return (await runCommand(["bash", "-c", script], { cwd: path })).stdout;
}

async function project(path: string): Promise<void> {
	const script = `
		git init -q -b main && git config user.email a@b.c && git config user.name A
		mkdir -p src/deep build empty && printf 'node_modules\\n*.log\\n' > .gitignore
		for n in $(seq 200); do printf 'line one\\nvalue = %s\\n' $n > src/f$n.txt; done
		printf '#!/bin/sh\\n' > src/run.sh && chmod 755 src/run.sh && ln -s f1.txt src/link && printf '\\000\\001' > src/deep/bytes.bin
		git add -A && git commit -qm first
		printf 'changed by hand\\n' > src/f2.txt && printf 'staged\\n' > src/f3.txt && git add src/f3.txt
		printf 'untracked\\n' > notes.txt && printf 'ignored\\n' > debug.log && chmod 600 notes.txt`;
	await runCommand(["bash", "-ec", script], { cwd: path });
}

const destructive = [
	["rm -rf src", "rm -rf src"],
	["git reset --hard", "git reset -q --hard"],
	["git clean", "git clean -qfdx"],
	[
		"sed over 200 files",
		"sed -i s/value/worth/ src/*.txt && chmod -x src/run.sh && rmdir empty && rm src/link && mkdir new && echo x > new/y",
	],
] as const;

verifies(
	"sessions:undo:destructive-commands",
	async () => {
		await using omp = await ompProject({
			replies: destructive.flatMap(([, command]) => [runs(command), text(`Ran ${command.slice(0, 8)}.`)]),
		});
		await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: yolo }\n");
		await project(omp.path);
		const before = await treeOf(omp.path);
		await using terminal = await atTerminal(omp);
		for (const [index, [, command]] of destructive.entries()) {
			await terminal.say(`go ${index}`, `Ran ${command.slice(0, 8)}.`);
			await terminal.waitFor("undo with /undo");
			const after = await treeOf(omp.path);
			expect(after).not.toBe(before);
			await (index % 2 === 0 ? terminal.press("/undo\r", "Took back") : terminal.press("\x1bz", "Took back"));
			expect(await treeOf(omp.path)).toBe(before);
			await (index % 2 === 0 ? terminal.press("/redo\r", "Put back") : terminal.press("\x1bZ", "Put back"));
			expect(await treeOf(omp.path)).toBe(after);
			await terminal.press("/undo\r", "Took back");
			expect(await treeOf(omp.path)).toBe(before);
		}
	},
	120_000,
);

verifies(
	"sessions:undo:session-tree",
	async () => {
		const writes = (content: string) => toolCall("write", { i: "Writing", path: "a.txt", content });
		await using omp = await ompProject({
			replies: [writes("one\n"), text("First."), writes("two\n"), text("Second."), text("Third."), text("Fourth.")],
		});
		await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: yolo }\n");
		await using terminal = await atTerminal(omp);
		await terminal.say("write one", "First.");
		await terminal.say("write two", "Second.");
		expect(await readFile(omp.files.file("a.txt"), "utf8")).toBe("two\n");
		terminal.type("\x1b");
		terminal.type("\x1b");
		await terminal.waitFor("Session Tree");
		terminal.type("\x1b[1;3A\r");
		await terminal.waitFor("The agent changed 1 file after this point.");
		await terminal.waitFor("Conversation and files");
		terminal.type("\r");
		await terminal.waitFor("Before: write two");
		await until(async () => (await readFile(omp.files.file("a.txt"), "utf8")) === "one\n");
		await terminal.waitFor(/╰─ write two/);
		terminal.type("\x15");
		await terminal.say("go on", "Third.");
		// The model has never heard of what it wrote there.
		expect(JSON.stringify(omp.model.requests.at(-1)?.messages)).not.toContain("two");
		terminal.type("/tree\r");
		await terminal.waitFor("Session Tree");
		terminal.type("\x1b[1;3A\x1b[1;3A\x1b[1;3A\r");
		await terminal.waitFor("The agent changed 1 file after this point.");
		terminal.type("\x1b[B\x1b[B\r");
		await until(async () => !(await Bun.file(omp.files.file("a.txt")).exists()));
		expect(terminal.screen()).toContain("Third.");
		await terminal.say("and now", "Fourth.");
		// It is told that the file is not as it left it.
		expect(JSON.stringify(omp.model.requests.at(-1))).toContain(
			"The user took back changes that you made to files: a.txt",
		);
	},
	60_000,
);

verifies(
	"sessions:undo:end-state",
	async () => {
		await using omp = await ompProject({
			replies: [
				runs("echo x > new.txt && git add new.txt && git commit -qm second"),
				text("Committed."),
				text("Noted."),
				text("Seen."),
			],
		});
		await omp.home.write(".omp/agent/config.yml", "tools: { approvalMode: yolo }\n");
		await project(omp.path);
		await using terminal = await atTerminal(omp);
		await terminal.say("commit it", "Committed.");
		await terminal.waitFor("1 file and the repository · undo with /undo");
		await terminal.press("/checkpoint\r", "1. 1 file and the repository by bash: new.txt (commit it)");
		await terminal.press("/undo\r", "Took back 1 file and the repository: new.txt. /redo puts them back.");
		await terminal.press("/undo\r", "everything is taken back already. /redo puts it back.");
		await terminal.press("/redo\r", "Put back 1 file and the repository");
		await terminal.press("/undo\r", "Took back");
		await terminal.press("/redo\r", "Put back");
		// Things are as the model left them, so there is nothing to say about them.
		await terminal.say("what now", "Noted.");
		expect(JSON.stringify(omp.model.requests.at(-1))).not.toMatch(/The user (?:took back|put)/);
		await terminal.press("/undo\r", "Took back");
		await terminal.press("/redo\r", "Put back");
		await terminal.press("/undo\r", "Took back");
		await terminal.say("and now", "Seen.");
		const told = JSON.stringify(omp.model.requests.at(-1)).match(/The user (?:took back|put)[^:]*/g);
		expect(told).toEqual(["The user took back changes that you made to files"]);
	},
	60_000,
);
