import { readdirSync } from "node:fs";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { withMergeLock } from "../../../agents/isolation/merge/merge-lock.ts";
import { type ApplyOptions, applySteps, blockedSteps, removeTemporaries, reversed } from "../apply/apply-steps.ts";
import { diskState } from "../apply/disk-state.ts";
import {
	type BytePath,
	type ContentRef,
	isSameState,
	type NodeState,
	pathBytes,
	shownPath,
} from "../contract/node-state.ts";
import {
	type CallToRecord,
	type Coverage,
	defaultLimits,
	type FileChange,
	type NotCovered,
	type PlannedStep,
	type RecordedCall,
	type RecordedChange,
	type Selection,
	type UndoEngine,
	type UndoLimits,
	type UndoOptions,
	type UndoPlan,
	type UndoResult,
} from "../contract/undo-engine.ts";
import { readHistory } from "../journal/history.ts";
import { Journal } from "../journal/journal.ts";
import { Keeper } from "../look/keeper.ts";
import { Watches } from "../look/watches.ts";
import type { PlannedChanges } from "../plan/build-plan.ts";
import { selectChanges } from "../plan/select-changes.ts";
import { AliveSign, readLastAlive } from "../store/alive-sign.ts";
import { ContentStore } from "../store/content-store.ts";
import { makeSessionFolder } from "../store/session-folder.ts";
import { giveUpOwnership, takeOwnership } from "../store/session-owner.ts";
import { Contents } from "./contents.ts";
import { CoveredWorkspace } from "./covered-workspace.ts";
import { finishPlan } from "./finish-plan.ts";
import { findKilledCalls } from "./killed-calls.ts";
import { netChanges } from "./net-changes.ts";
import { planWithContents } from "./plan-with-contents.ts";
import { resolveWritten } from "./resolve-written.ts";
import { attribute, changeRecords, type RunningCall } from "./running-calls.ts";
import { TurnPlaces } from "./turn-places.ts";

const collectEveryMs = 50;

/** The engine of one session. */
export class UndoSession implements UndoEngine {
	readonly notes: string[] = [];
	readonly #options: UndoOptions;
	readonly #limits: UndoLimits;
	readonly #folder: string;
	/** Of the process that had the session before. */
	readonly #lastAlive: number | undefined;
	readonly #alive: AliveSign;
	readonly #journal: Journal;
	readonly #store: ContentStore;
	readonly #keeper: Keeper;
	readonly #contents: Contents;
	readonly #workspace: CoveredWorkspace;
	readonly #running = new Map<string, RunningCall>();
	readonly #marks = new WeakMap<UndoPlan, Pick<PlannedChanges, "marks" | "tried">>();
	#last: Promise<unknown> = Promise.resolve();
	#preparing: Promise<Coverage> | undefined;
	#collecting: ReturnType<typeof setInterval> | undefined;
	#nextNumber = 1;
	readonly #turns = new TurnPlaces();
	#isClosed = false;

	private constructor(options: UndoOptions) {
		this.#options = options;
		this.#limits = { ...defaultLimits, ...options.limits };
		const folder = makeSessionFolder(options.base, options.sessionId);
		takeOwnership(folder);
		this.#folder = folder;
		this.#lastAlive = readLastAlive(folder);
		this.#alive = new AliveSign(folder);
		this.#journal = new Journal(folder);
		this.#store = new ContentStore(options.base, options.now);
		this.#keeper = new Keeper(this.#store, this.#limits);
		this.#workspace = new CoveredWorkspace({
			options,
			limits: this.#limits,
			folder,
			store: this.#store,
			keeper: this.#keeper,
			watches: new Watches(),
		});
		this.#contents = new Contents(this.#store, () => this.#workspace.gitMirror(), options.env);
	}

	static async open(options: UndoOptions): Promise<UndoSession> {
		const session = new UndoSession(options);
		const { openPlan, nextNumber, turns } = readHistory(session.#journal.records());
		session.#nextNumber = nextNumber;
		for (const turn of turns) session.#turns.begin(turn, () => 0);
		if (openPlan) {
			const parts = { keeper: session.#keeper, store: session.#store, apply: session.#applyOptions(openPlan.id) };
			const { left, note } = finishPlan(openPlan, parts);
			session.#restoreObjects(openPlan.steps);
			session.#journal.append({ type: "done", id: openPlan.id, left });
			session.notes.push(note);
		}
		return session;
	}

	prepare(): Promise<Coverage> {
		this.#preparing ??= this.#prepare();
		return this.#preparing;
	}

	coverage(): Coverage {
		return this.#workspace.coverage();
	}

	async begin(call: CallToRecord): Promise<RecordedCall> {
		const { callId, tool, turn, exact = false } = call;
		if (!exact) await this.#waitForFirstLook();
		const running: RunningCall = { callId, tool, turn, exact, announced: new Map(), changes: new Map() };
		await this.#inTurn(async () => {
			if (!exact) this.#record(await this.#workspace.look());
			this.#turns.begin(turn, () => this.#journal.end);
			this.#journal.append({ type: "begin", call: callId, tool, turn, exact });
			this.#running.set(callId, running);
		});
		this.#alive.start();
		if (!exact) this.#collecting ??= setInterval(() => this.#workspace.collect(), collectEveryMs);
		let ended: Promise<readonly FileChange[]> | undefined;
		return {
			willWrite: (paths) => this.#inTurn(() => this.#announce(running, paths)),
			end: () => (ended ??= this.#inTurn(() => this.#end(running))),
		};
	}

	look(): Promise<void> {
		return this.#whenReady(async () => this.#record(await this.#workspace.look()));
	}

	async changes(selection: Selection): Promise<readonly RecordedChange[]> {
		const records = this.#journal.records(selection.kind === "turn" ? this.#turns.startOf(selection.turn) : 0);
		return selectChanges(readHistory(records).changes, selection);
	}

	async netChanges(selection: Selection): Promise<readonly FileChange[]> {
		return netChanges(await this.changes(selection));
	}

	content(ref: ContentRef): Promise<Buffer | undefined> {
		return this.#contents.read(ref);
	}

	planUndo(selection: Selection): Promise<UndoPlan | undefined> {
		return this.#whenReady(async () => {
			this.#record(await this.#workspace.look());
			const { changes, tried } = readHistory(this.#journal.records());
			return this.#plan("undo", selectChanges(changes, selection, { isUndone: false, tried }));
		});
	}

	planRedo(selection?: Selection): Promise<UndoPlan | undefined> {
		return this.#whenReady(async () => {
			this.#record(await this.#workspace.look());
			const { changes, plans } = readHistory(this.#journal.records());
			if (selection) return this.#plan("redo", selectChanges(changes, selection, { isUndone: true }));
			const undone = new Set(changes.filter(({ isUndone }) => isUndone).map(({ number }) => number));
			const last = plans.findLast(
				({ direction, marks }) => direction === "undo" && marks.some((mark) => undone.has(mark)),
			);
			const marks = new Set(last?.marks.filter((mark) => undone.has(mark)));
			const wanted = changes.filter(({ number }) => marks.has(number));
			return this.#plan("redo", wanted);
		});
	}

	apply(plan: UndoPlan): Promise<UndoResult> {
		return this.#whenReady(() => withMergeLock(this.#options.base, () => this.#apply(plan)));
	}

	async sync(): Promise<void> {
		await this.#store.sync();
		await this.#journal.sync();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		if (this.#isClosed) return;
		this.#isClosed = true;
		clearInterval(this.#collecting);
		this.#workspace[Symbol.dispose]();
		await Promise.allSettled([this.#last, this.#preparing]);
		this.#alive[Symbol.dispose]();
		this.#journal[Symbol.dispose]();
		giveUpOwnership(this.#folder);
	}

	async #prepare(): Promise<Coverage> {
		const changes = await this.#workspace.prepare(() => this.#journal.records());
		await this.#inTurn(async () => this.#finishOpenCalls(changes));
		return this.coverage();
	}

	async #waitForFirstLook(): Promise<void> {
		const { promise: isOver, resolve } = Promise.withResolvers<void>();
		const timer = setTimeout(resolve, this.#limits.maxWaitMs);
		try {
			await Promise.race([this.prepare(), isOver]);
		} finally {
			clearTimeout(timer);
		}
	}

	/** What calls of a killed omp changed is recorded as theirs. */
	#finishOpenCalls(changes: readonly FileChange[]): void {
		const killed = findKilledCalls(readHistory(this.#journal.records()), this.#running, this.#lastAlive);
		const { theirs, later } = killed.divide(changes);
		this.#record(theirs, killed.calls);
		this.#record(later, []);
		for (const call of killed.calls) {
			this.#recordAnnounced(call);
			this.#journal.append({ type: "end", call: call.callId });
		}
	}

	async #announce(running: RunningCall, paths: readonly string[]): Promise<readonly NotCovered[]> {
		const problems: NotCovered[] = [];
		for (const path of paths.flatMap(resolveWritten)) {
			if (running.announced.has(path)) continue;
			const isTracked = this.#workspace.isTracked(path);
			if (isTracked) this.#record(await this.#workspace.lookAt(path));
			const state = isTracked ? this.#workspace.knownState(path) : diskState(path, this.#keeper);
			if (state.kind === "file" && state.content === undefined) {
				problems.push({ path, reason: this.#keeper.isFull ? "disk-full" : "too-large" });
			}
			this.#rememberBefore(running, path, state);
			// What is written to one name, is in all of them.
			const twins = isTracked ? this.#workspace.twins(path) : [];
			for (const twin of twins) this.#rememberBefore(running, twin, this.#workspace.knownState(twin));
		}
		return problems;
	}

	#rememberBefore(running: RunningCall, path: BytePath, state: NodeState): void {
		this.#journal.append({ type: "before", call: running.callId, path, state });
		running.announced.set(path, state);
	}

	async #end(running: RunningCall): Promise<readonly FileChange[]> {
		this.#record(await this.#workspace.look());
		this.#recordAnnounced(running);
		this.#running.delete(running.callId);
		this.#journal.append({ type: "end", call: running.callId });
		if (this.#running.size === 0) this.#alive.stop();
		if (![...this.#running.values()].some(({ exact }) => !exact)) {
			clearInterval(this.#collecting);
			this.#collecting = undefined;
		}
		return [...running.changes.values()].filter(({ before, after }) => !isSameState(before, after));
	}

	/** Paths that looking does not cover: outside of the workspace, or before the first look. */
	#recordAnnounced(running: RunningCall): void {
		const changes: FileChange[] = [];
		for (const [path, before] of running.announced) {
			if (running.changes.has(path) || this.#workspace.isTracked(path)) continue;
			const after = diskState(path, this.#keeper, before.kind === "file" ? before.content : undefined);
			if (!isSameState(before, after)) changes.push({ path, before, after, inPlace: before.kind === "file" });
		}
		this.#record(changes, [running]);
	}

	#record(changes: readonly FileChange[], running: Iterable<RunningCall> = this.#running.values()): void {
		for (const group of attribute(changes, running)) {
			this.#journal.append(...changeRecords(group, this.#nextNumber, this.#options.now()));
			this.#nextNumber += group.changes.length;
			for (const change of group.changes) {
				for (const { changes: recorded } of group.calls) {
					recorded.set(change.path, { ...change, before: recorded.get(change.path)?.before ?? change.before });
				}
			}
		}
	}

	async #plan(direction: UndoPlan["direction"], changes: readonly RecordedChange[]): Promise<UndoPlan | undefined> {
		if (changes.length === 0) return undefined;
		const parts = { workspace: this.#workspace, contents: this.#contents, keeper: this.#keeper, store: this.#store };
		const history = readHistory(this.#journal.records());
		const { steps, conflicts, marks, tried } = await planWithContents(direction, changes, history, parts);
		const callIds = [...new Set(changes.flatMap(({ calls }) => calls))];
		const running = [...this.#running.keys()];
		const plan: UndoPlan = { id: this.#options.newId(), direction, steps, conflicts, callIds, running };
		this.#marks.set(plan, { marks, tried });
		return plan;
	}

	async #apply(plan: UndoPlan): Promise<UndoResult> {
		const marks = this.#marks.get(plan);
		if (!marks) throw new Error("The plan was made by another engine; make a new one");
		this.#record(await this.#workspace.look());
		const lock = this.#workspace.gitLock();
		// One that the agent's own command left is among the steps.
		if (lock !== undefined && !plan.steps.some(({ path }) => path === lock)) {
			const problem = `Another git command is running here, or left ${shownPath(lock)}. Try again, or remove the file`;
			return { isApplied: false, problem, changed: [], left: [] };
		}
		const blocked = blockedSteps(plan.steps);
		const steps = plan.steps.filter((step) => !blocked.has(step) && this.#isAt(step.path, step.from));
		const kept = new Set(steps);
		const left = plan.steps.filter((step) => !kept.has(step)).map(({ path }) => path);
		const { id, direction } = plan;
		// Finishing it after a power failure takes what it names.
		await this.#store.sync();
		this.#journal.append({ type: "plan", id, direction, at: this.#options.now(), ...marks, steps: plan.steps });
		this.#journal.syncNow();
		let stayed: readonly BytePath[];
		try {
			stayed = applySteps(steps, this.#applyOptions(id));
			this.#restoreObjects(steps);
		} catch (error) {
			const stuck = this.#takeBack(steps, id);
			this.#journal.append({ type: "aborted", id });
			this.#record(await this.#workspace.look(), []);
			return { isApplied: false, problem: errorMessage(error), changed: [], left: stuck };
		}
		this.#journal.append({ type: "done", id, left: [...left, ...stayed] });
		const targets = new Map(steps.map(({ path, to }) => [path, to]));
		const others = (await this.#workspace.look()).filter(({ path, after }) => !isSameTarget(targets.get(path), after));
		this.#record(others);
		return { isApplied: true, changed: steps.map(({ path }) => path), left };
	}

	/** What an error stopped is taken back, as far as it goes. */
	#takeBack(steps: readonly PlannedStep[], id: string): BytePath[] {
		removeTemporaries(steps, id);
		const done = steps.filter(
			({ path, from, to }) => !this.#isAt(path, from) && (this.#isAt(path, to) || to.kind === "folder"),
		);
		const gone = steps.filter((step) => !done.includes(step) && !this.#isAt(step.path, step.from));
		try {
			const back = [
				...reversed(done),
				...gone.map((step) => ({ ...step, from: diskState(step.path, this.#keeper), to: step.from })),
			];
			applySteps(back, this.#applyOptions(id));
			return [];
		} catch {
			return steps.filter(({ path, from }) => !this.#isAt(path, from)).map(({ path }) => path);
		}
	}

	#isAt(path: BytePath, state: NodeState): boolean {
		return isSameState(diskState(path, this.#keeper, state.kind === "file" ? state.content : undefined), state);
	}

	#applyOptions(id: string): ApplyOptions {
		return {
			id,
			content: (state) => {
				const content = state.kind === "file" && state.content ? this.#store.read(state.content) : undefined;
				if (!content) throw new Error("A content is no longer kept");
				return content;
			},
			isAt: (path, state) => this.#isAt(path, state),
			removeObjects: (gitFolder) => {
				// Otherwise the user has something in the repository, which needs them.
				const isRest = readdirSync(pathBytes(gitFolder)).every((name) => name === "objects");
				if (isRest) this.#workspace.findGitMirror(gitFolder).takeAway();
			},
		};
	}

	/** Objects of repositories that come back. */
	#restoreObjects(steps: readonly PlannedStep[]): void {
		const folders = new Set<string>();
		for (const { path, to } of steps) {
			const folder = to.kind === "absent" ? undefined : this.#workspace.findGitFolder(path);
			if (folder !== undefined) folders.add(folder);
		}
		for (const folder of folders) this.#workspace.findGitMirror(folder).restore();
	}

	async #whenReady<Value>(work: () => Promise<Value>): Promise<Value> {
		await this.prepare();
		return this.#inTurn(work);
	}

	#inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
		const next = this.#last.then(work, work);
		this.#last = next.catch(() => {});
		return next;
	}
}

function isSameTarget(target: NodeState | undefined, after: NodeState): boolean {
	return target !== undefined && isSameState(target, after);
}
