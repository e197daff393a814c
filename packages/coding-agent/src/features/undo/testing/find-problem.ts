import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { aliveMarginMs } from "../store/alive-sign.ts";
import {
	editOwnFile,
	isLastEditOpen,
	openFor,
	type RandomSession,
	readNotes,
	runRandomSession,
	sharedLines,
	type UserNote,
} from "./random-session.ts";
import { readTree } from "./undo-project.ts";

const program = join(import.meta.dir, "random-session.ts");
const shared = Array.from({ length: sharedLines }, (_, line) => `${line} start`).join("\n");

/** Runs one random session that is killed, and undoes all of it. Empty if that gives the start with the user's own edits. */
export async function findProblem(
	seed: number,
	onEnd: (base: string, problem: object) => void = () => {},
): Promise<Record<string, unknown>> {
	const random = seeded(seed * 7919);
	const git = seed % 3 === 0;
	const files = {
		a: "a\n",
		b: "b\n",
		c: "c\n",
		"d/x": "x\n",
		"d/e/z": "z\n",
		"build/out": "o\n",
		shared,
		"user/one": "1\n",
		"user/.gitignore": "*\n",
	};
	await using project = await workspace(files, { git, name: "project" });
	const outside = join(project.path, "..");
	mkdirSync(join(outside, "undo"));
	const session: RandomSession = {
		project: project.path,
		base: join(outside, "undo"),
		notes: join(outside, "notes"),
		seed,
		steps: 400,
		part: "killed",
		git,
	};
	const start = readTree(project.path);
	await runAndKill(session, random.below(400));
	dropUnmadeEdit(session);
	if (seed % 6 === 0) {
		// Long enough after the kill that no command made it. Nobody knows when a file was removed.
		await Bun.sleep(aliveMarginMs + 50);
		for (let edit = 0; edit < 3; edit++) editOwnFile(session, random, { removes: false });
	}
	await using engine = await openFor(session);
	await engine.prepare();
	if (random.oneIn(2)) await runRandomSession({ ...session, part: "after", seed: seed + 1_000_000, steps: 8 }, engine);
	const user = readUserFiles(project.path);
	const plan = await engine.planUndo({ kind: "all" });
	const result = plan && (await engine.apply(plan));
	const expected = withUserEdits(start, readNotes(session.notes));
	const tree = readTree(project.path);
	const problem = {
		...(plan && plan.conflicts.length > 0 && { conflicts: plan.conflicts }),
		...(result && !result.isApplied && { problem: result.problem }),
		...(result && result.left.length > 0 && { left: result.left }),
		...differences(tree, expected),
		...(Bun.deepEquals(user, readUserFiles(project.path)) ? {} : { user }),
	};
	onEnd(session.base, problem);
	return problem;
}

async function runAndKill(session: RandomSession, afterMs: number): Promise<void> {
	const child = Bun.spawn([process.execPath, program, JSON.stringify(session)], {
		stdout: "pipe",
		stderr: "inherit",
		env: { ...process.env },
		detached: true,
	});
	await child.stdout.getReader().read();
	const killed = setTimeout(() => process.kill(-child.pid, "SIGKILL"), afterMs);
	await child.exited;
	clearTimeout(killed);
}

/** The last edit that the user noted may not have been made before the kill. */
function dropUnmadeEdit({ project, notes }: RandomSession): void {
	const rows = readNotes(notes);
	const last = rows.at(-1);
	if (!last || !isLastEditOpen(notes)) return;
	const now = readTree(project);
	const isMade =
		"line" in last
			? now.shared?.includes(`\n${last.line} user`)
			: now[last.file.slice(project.length + 1)] ===
				(last.content === undefined ? undefined : `file 644 ${last.content}`);
	if (!isMade)
		writeFileSync(
			notes,
			rows
				.slice(0, -1)
				.map((row) => `${JSON.stringify(row)}\n`)
				.join(""),
		);
}

/** The start, with what the user did. */
function withUserEdits(start: Readonly<Record<string, string>>, notes: readonly UserNote[]): Record<string, string> {
	const expected = { ...start };
	const lines = shared.split("\n");
	for (const row of notes) {
		if ("line" in row) lines[row.line] = `${row.line} user`;
		else {
			const label = row.file.slice(row.file.indexOf("/user/") + 1);
			if (row.content === undefined) delete expected[label];
			else expected[label] = `file 644 ${row.content}`;
		}
	}
	expected.shared = `file 644 ${lines.join("\n")}`;
	return expected;
}

function differences(tree: Readonly<Record<string, string>>, expected: Readonly<Record<string, string>>) {
	const names = [...new Set([...Object.keys(tree), ...Object.keys(expected)])];
	const different = names.filter((name) => tree[name] !== expected[name]);
	if (different.length === 0) return {};
	return { different: different.map((name) => [name, tree[name] ?? "absent", expected[name] ?? "absent"]) };
}

function readUserFiles(project: string): Record<string, string> {
	const files = ["one", "two", "three"].map((name) => join(project, "user", name)).filter((path) => existsSync(path));
	return Object.fromEntries(files.map((path) => [path, readFileSync(path, "utf8")]));
}

if (import.meta.main) {
	const [first = 1, count = 100] = process.argv.slice(2).map(Number);
	let failures = 0;
	for (let seed = first; seed < first + count; seed++) {
		const problem = await findProblem(seed, (base, found) => {
			if (Object.keys(found).length > 0) cpSync(base, join(tmpdir(), `undo-failure-${seed}`), { recursive: true });
		});
		if ((seed - first) % 100 === 99) process.stdout.write(`${seed - first + 1} of ${count}\n`);
		if (Object.keys(problem).length === 0) continue;
		failures++;
		process.stdout.write(`seed ${seed}: ${JSON.stringify(problem).slice(0, 3000)}\n`);
	}
	process.stdout.write(`${count} sessions, ${failures} failures\n`);
}
