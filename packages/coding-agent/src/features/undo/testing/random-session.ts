import {
	appendFileSync,
	chmodSync,
	existsSync,
	lstatSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type Random, seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import type { UndoEngine } from "../contract/undo-engine.ts";
import { openUndoEngine } from "../open-undo-engine.ts";

/** Undo does not restore what lies in a folder that the user may not enter; root enters all. */
const modes = process.getuid?.() === 0 ? ["600", "755", "644", "700"] : ["u=rwX,go=", "755", "u=rwX,go=rX", "700"];

export interface RandomSession {
	readonly project: string;
	readonly base: string;
	/** Where the user's own edits are noted, before they are made. */
	readonly notes: string;
	readonly seed: number;
	readonly steps: number;
	/** Tells calls of several processes apart. */
	readonly part: string;
	readonly git: boolean;
}

/** Lines of the shared file: the agent changes those from the top, the user those from here on. */
export const firstUserLine = 40;
export const sharedLines = 200;
const names = ["a", "b", "c", "d/x", "d/y", "d/e/z", "shared", "build/out", "u\\ v", "$'\\377'"];
const folders = ["d", "d/e", "build", "new", "new/er"];

export const openFor = ({ project, base }: RandomSession): Promise<UndoEngine> =>
	openUndoEngine({
		workspace: project,
		home: "/nowhere",
		base,
		sessionId: "random",
		env: process.env,
		now: Date.now,
		newId: () => crypto.randomUUID(),
	});

/** What an agent and its user could do: file tools, programs, undo and redo, the user's own edits. */
export async function runRandomSession(session: RandomSession, engine: UndoEngine): Promise<void> {
	const random = seeded(session.seed);
	for (let step = 0; step < session.steps; step++) {
		const turn = `${session.part}-${Math.floor(step / 3)}`;
		const callId = `${session.part}-${step}`;
		switch (random.below(12)) {
			case 0:
			case 1:
				editAsUser(session, random);
				break;
			case 2:
			case 3:
				await writeAsTool(session, engine, random, { callId, turn });
				break;
			case 4:
				await takeBack(engine, random);
				break;
			case 5:
				await runAtOnce(session, engine, random, { callId, turn });
				break;
			default:
				await runProgram(session, engine, random, { callId, turn });
		}
	}
}

async function runProgram(
	session: RandomSession,
	engine: UndoEngine,
	random: Random,
	{ callId, turn }: { callId: string; turn: string },
): Promise<void> {
	const call = await engine.begin({ callId, tool: "bash", turn });
	const count = 1 + random.below(4);
	const commands = Array.from({ length: count }, () => randomCommand(random, session.git));
	await runCommand(["bash", "-c", commands.join("\n")], { cwd: session.project });
	await call.end();
}

async function runAtOnce(
	session: RandomSession,
	engine: UndoEngine,
	random: Random,
	{ callId, turn }: { callId: string; turn: string },
): Promise<void> {
	await Promise.all([
		runProgram(session, engine, random, { callId: `${callId}-1`, turn }),
		runProgram(session, engine, random, { callId: `${callId}-2`, turn }),
	]);
}

async function writeAsTool(
	{ project }: RandomSession,
	engine: UndoEngine,
	random: Random,
	{ callId, turn }: { callId: string; turn: string },
): Promise<void> {
	const path = join(project, random.pick(["a", "b", "c", "d/x", "tool"]));
	const call = await engine.begin({ callId, tool: "edit", turn, exact: true });
	await call.willWrite([path]);
	try {
		if (random.oneIn(4)) rmSync(path, { force: true });
		else if (random.oneIn(2)) writeFileSync(path, `tool ${random.below(1000)}\n`.repeat(random.below(5)));
		else {
			writeFileSync(join(project, "..", "tool.tmp"), `atomic ${random.below(1000)}\n`);
			renameSync(join(project, "..", "tool.tmp"), path);
		}
	} catch {
		// A folder is there, or none for it.
	}
	await call.end();
}

async function takeBack(engine: UndoEngine, random: Random): Promise<void> {
	const plan = random.oneIn(3) ? await engine.planRedo() : await engine.planUndo({ kind: "last-turn" });
	if (plan) await engine.apply(plan);
}

function randomCommand(random: Random, git: boolean): string {
	const name = random.pick(names);
	const other = random.pick(names);
	const folder = random.pick(folders);
	const number = random.below(1000);
	const line = random.below(firstUserLine - 4);
	if (name === "shared") return `[ -f shared ] && sed -i 's/^${line} .*/${line} agent ${number}/' shared`;
	const plain = [
		`echo ${number} >> ${name}`,
		`echo ${number} > ${name}`,
		`rm -f ${name}`,
		`mv ${name} ${other === "shared" ? "b" : other}`,
		`cp -p ${name} ${other === "shared" ? "c" : other}`,
		`mkdir -p ${folder}`,
		`rm -rf ${folder}`,
		`mv ${folder} moved`,
		`mv moved ${folder}`,
		`ln -s ${other} ${name}`,
		`ln ${name} ${other === "shared" ? "hard" : other}`,
		`ln -f ${name} ${other === "shared" ? "hard" : other}`,
		`chmod ${random.pick(modes)} ${random.pick([name, folder])}`,
		`head -c ${number} /dev/urandom > ${name}`,
		`rm -rf ${name}; mkdir ${name}; echo ${number} > ${name}/in`,
		`rm -f shared`,
		`touch ${name}`,
		`for i in 1 2 3; do echo $i > new-$i; done`,
		`rm -f new-*`,
	];
	const inGit = [
		"git add -A",
		`git commit -qm ${number}`,
		"git stash -q",
		"git stash pop -q",
		`git checkout -qb branch-${number}`,
		"git checkout -q main",
		"git reset -q --hard HEAD~1",
		"git gc -q",
		"rm -rf .git",
		"git init -q",
	];
	return git && random.oneIn(3) ? random.pick(inGit) : random.pick(plain);
}

/** Renamed into place, so that it is there whole or not at all. */
function editAsUser(session: RandomSession, random: Random): void {
	if (random.oneIn(2)) {
		editShared(session);
		return;
	}
	editOwnFile(session, random);
}

export function editOwnFile(session: RandomSession, random: Random, { removes = true } = {}): void {
	const path = join(session.project, "user", random.pick(["one", "two", "three"]));
	const content = removes && random.oneIn(4) ? undefined : `user ${random.below(100_000)}\n`;
	note(session, { file: path, content });
	if (content === undefined) rmSync(path, { force: true });
	else replace(path, content);
	appendFileSync(session.notes, madeMark);
}

function editShared(session: RandomSession): void {
	const path = join(session.project, "shared");
	if (!existsSync(path) || !lstatSync(path).isFile()) return;
	const count = readNotes(session.notes).filter((row) => "line" in row).length;
	const line = firstUserLine + count * 2;
	if (line >= sharedLines) return;
	const lines = readFileSync(path, "utf8").split("\n");
	// The agent made another one.
	if (lines.length !== sharedLines) return;
	lines[line] = `${line} user`;
	note(session, { line });
	replace(path, lines.join("\n"), lstatSync(path).mode & 0o7777);
	appendFileSync(session.notes, madeMark);
}

function replace(path: string, content: string, mode = 0o644): void {
	// Outside of the workspace, where nobody looks.
	const temporary = join(path, path.includes("/user/") ? "../../.." : "../..", `user-${process.pid}`);
	writeFileSync(temporary, content, { mode });
	chmodSync(temporary, mode);
	renameSync(temporary, path);
}

export type UserNote = { readonly file: string; readonly content: string | undefined } | { readonly line: number };

function note({ notes }: RandomSession, row: UserNote): void {
	appendFileSync(notes, `${JSON.stringify(row)}\n`);
}

/** Follows each edit that was made. */
const madeMark = "made\n";

/** Whether the user was stopped in the middle of the last edit. */
export function isLastEditOpen(path: string): boolean {
	return existsSync(path) && !readFileSync(path, "utf8").endsWith(madeMark);
}

export function readNotes(path: string): UserNote[] {
	if (!existsSync(path)) return [];
	return readFileSync(path, "utf8")
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line));
}

if (import.meta.main) {
	const session: RandomSession = JSON.parse(process.argv[2] ?? "");
	const engine = await openFor(session);
	await engine.prepare();
	process.stdout.write("ready\n");
	await runRandomSession(session, engine);
	await engine[Symbol.asyncDispose]();
}
