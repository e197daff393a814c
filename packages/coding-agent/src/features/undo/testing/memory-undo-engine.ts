import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { absent, type ContentRef, isSameState, type NodeState, pathBytes, toBytePath } from "../contract/node-state.ts";
import type { Coverage, FileChange, RecordedChange, Selection, UndoEngine, UndoPlan } from "../contract/undo-engine.ts";

/**
 * An engine for tests of what is built on it: remembers in memory what calls announce by `willWrite`, plain files only, without
 * merging. Whatever changed since is a conflict.
 */
export function memoryUndoEngine(): UndoEngine {
	const contents = new Map<ContentRef, Uint8Array>();
	const recorded: RecordedChange[] = [];
	const undone = new Set<number>();
	const coverage: Coverage = {
		programs: "covered",
		watching: "scan",
		files: 0,
		keptBytes: 0,
		notCovered: [],
		notCoveredCount: 0,
	};

	const stateAt = (path: string): NodeState => {
		if (!existsSync(path)) return absent;
		const bytes = readFileSync(path);
		const content: ContentRef = `s:${new Bun.CryptoHasher("sha256").update(bytes).digest("hex")}`;
		contents.set(content, bytes);
		return { kind: "file", mode: 0o644, size: bytes.length, content };
	};

	const selected = (selection: Selection, isUndone: boolean): RecordedChange[] => {
		const open = recorded
			.map((change) => ({ ...change, isUndone: undone.has(change.number) }))
			.filter((change) => change.isUndone === isUndone)
			.filter(({ calls }) => !selection.among || calls.some((call) => selection.among?.has(call)))
			.filter(({ path }) => !selection.paths || selection.paths.includes(pathBytes(path).toString()));
		if (selection.kind === "turn") return open.filter(({ turn }) => turn === selection.turn);
		if (selection.kind === "calls") {
			return open.filter(({ calls }) => calls.some((call) => selection.callIds.includes(call)));
		}
		return selection.kind === "last-turn" ? open.filter(({ turn }) => turn === open.at(-1)?.turn) : open;
	};

	const plan = (direction: UndoPlan["direction"], changes: readonly RecordedChange[]): UndoPlan | undefined => {
		if (changes.length === 0) return undefined;
		const steps = netOf(changes).map(({ path, before, after, inPlace }) => {
			const now = stateAt(pathBytes(path).toString());
			const [expected, wanted] = direction === "undo" ? [after, before] : [before, after];
			return { path, from: now, to: wanted, isMerged: false, inPlace, expected };
		});
		return {
			id: changes.map(({ number }) => number).join(" "),
			direction,
			steps: steps.filter(({ from, expected }) => isSameState(from, expected)).map(({ expected: _, ...step }) => step),
			conflicts: steps
				.filter(({ from, expected }) => !isSameState(from, expected))
				.map(({ path, from, to, expected }) => ({ path, reason: "changed-since", expected, wanted: to, now: from })),
			callIds: [...new Set(changes.flatMap(({ calls }) => calls))],
			running: [],
		};
	};

	return {
		notes: [],
		prepare: async () => coverage,
		coverage: () => coverage,
		look: async () => {},
		sync: async () => {},
		async begin({ callId, turn, tool }) {
			const before = new Map<string, NodeState>();
			let ended: FileChange[] | undefined;
			return {
				async willWrite(paths) {
					for (const path of paths) if (!before.has(path)) before.set(path, stateAt(path));
					return [];
				},
				async end() {
					ended ??= [...before]
						.map(([path, state]) => ({ path: toBytePath(path), before: state, after: stateAt(path), inPlace: true }))
						.filter((change) => !isSameState(change.before, change.after));
					for (const change of ended) {
						recorded.push({ ...change, number: recorded.length, calls: [callId], turn, tool, at: 0, isUndone: false });
					}
					return ended;
				},
			};
		},
		changes: async (selection) => selected(selection, false),
		netChanges: async (selection) => netOf(selected(selection, false)),
		content: async (ref) => contents.get(ref),
		planUndo: async (selection) => plan("undo", selected(selection, false)),
		planRedo: async (selection = { kind: "last-turn" }) => plan("redo", selected(selection, true)),
		async apply({ id, direction, steps }) {
			for (const { path, to } of steps) {
				if (to.kind === "file") writeFileSync(pathBytes(path), contents.get(to.content ?? "s:") ?? "");
				else rmSync(pathBytes(path), { force: true });
			}
			for (const number of id.split(" ").map(Number)) direction === "undo" ? undone.add(number) : undone.delete(number);
			return { isApplied: true, changed: steps.map(({ path }) => path), left: [] };
		},
		[Symbol.asyncDispose]: async () => {},
	};
}

function netOf(changes: readonly RecordedChange[]): FileChange[] {
	const net = new Map<string, FileChange>();
	for (const { path, before, after, inPlace } of changes) {
		net.set(path, { path, before: net.get(path)?.before ?? before, after, inPlace });
	}
	return [...net.values()].filter(({ before, after }) => !isSameState(before, after));
}
