import { readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { emptyFacts, fileKind, folderKind, kindMask, linkKind, nodeReader } from "@oh-my-pi/pi-natives/disk/file-facts";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { FileChange, UndoEngine, UndoLimits, UndoOptions } from "../contract/undo-engine.ts";
import { openUndoEngine } from "../open-undo-engine.ts";

export interface UndoProject extends AsyncDisposable {
	readonly project: Workspace;
	readonly base: string;
	readonly engine: UndoEngine;
	/** Runs a shell command as a call of the agent. */
	sh(command: string, turn?: string): Promise<readonly FileChange[]>;
	/** Writes a file as a file tool does. */
	edit(path: string, content: string, turn?: string): Promise<readonly FileChange[]>;
	/** The engine is there no more, and could end nothing. */
	kill(): Promise<void>;
	/** The same session, opened by another process. */
	reopen(): Promise<void>;
	readonly options: UndoOptions;
	/** Everything in the workspace. */
	tree(): Record<string, string>;
}

/** A workspace with an engine at work. */
export async function undoProject(
	files: Readonly<Record<string, string>> = {},
	options: {
		readonly git?: boolean;
		readonly limits?: Partial<UndoLimits>;
		/** In the workspace. */
		readonly base?: string;
		/** The workspace is one that is too much by itself. */
		readonly whole?: "home-folder" | "root-folder";
	} = {},
): Promise<UndoProject> {
	const project = await workspace(files, { name: "project", ...(options.git && { git: true }) });
	const base = options.base === undefined ? join(project.path, "..", "undo") : project.file(options.base);
	let calls = 0;
	const engineOptions: UndoOptions = {
		workspace: options.whole === "root-folder" ? "/" : project.path,
		home: options.whole === "home-folder" ? project.path : "/nowhere",
		base,
		sessionId: "session",
		env: process.env,
		now: Date.now,
		newId: () => crypto.randomUUID(),
		...(options.limits && { limits: options.limits }),
	};
	const open = () => openUndoEngine(engineOptions);
	let engine = await open();
	return {
		project,
		base,
		get engine() {
			return engine;
		},
		async sh(command, turn = "turn") {
			const call = await engine.begin({ callId: `sh-${++calls}`, tool: "bash", turn });
			const { exitCode, stderr } = await runCommand(["bash", "-c", command], { cwd: project.path });
			if (exitCode !== 0) throw new Error(`${command}: ${stderr}`);
			return call.end();
		},
		async edit(path, content, turn = "turn") {
			const call = await engine.begin({ callId: `edit-${++calls}`, tool: "edit", turn, exact: true });
			await call.willWrite([project.file(path)]);
			await project.write(path, content);
			return call.end();
		},
		options: engineOptions,
		kill: async () => engine[Symbol.asyncDispose](),
		async reopen() {
			await engine[Symbol.asyncDispose]();
			engine = await open();
		},
		tree: () => readTree(project.path),
		async [Symbol.asyncDispose]() {
			await engine[Symbol.asyncDispose]();
			await runCommand(["chmod", "-R", "u+rwX", project.path]);
			await project[Symbol.asyncDispose]();
		},
	};
}

/** Kinds, modes, targets, contents and which names are one file. Git objects are left out: they are only added. */
export function readTree(root: string): Record<string, string> {
	const rows: Record<string, string> = {};
	const inodes = new Map<string, string>();
	const facts = emptyFacts();
	const walk = (folder: Buffer, shown: string) => {
		const names: Buffer[] = [];
		nodeReader.readFolder(folder, facts, (block, start, end) => names.push(Buffer.from(block.subarray(start, end))));
		for (const name of names.sort(Buffer.compare)) {
			const path = Buffer.concat([folder, Buffer.from("/"), name]);
			const label = `${shown}${name.toString("latin1")}`;
			if (!nodeReader.read(path, facts) || label.endsWith(".git/objects")) continue;
			const mode = (facts.mode & 0o7777).toString(8);
			switch (facts.mode & kindMask) {
				case folderKind:
					rows[label] = `folder ${mode}`;
					walk(path, `${label}/`);
					break;
				case linkKind:
					rows[label] = `link ${readlinkSync(path, { encoding: "buffer" }).toString("latin1")}`;
					break;
				case fileKind: {
					const inode = `${facts.inodeHigh}:${facts.inodeLow}`;
					const twin = facts.links > 1 ? inodes.get(inode) : undefined;
					inodes.set(inode, label);
					const same = twin === undefined ? "" : ` same file as ${twin}`;
					rows[label] = `file ${mode} ${readFileSync(path).toString("latin1")}${same}`;
					break;
				}
				default:
					rows[label] = "other";
			}
		}
	};
	walk(Buffer.from(root), "");
	return rows;
}
