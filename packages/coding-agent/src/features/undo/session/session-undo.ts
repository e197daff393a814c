import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ScratchFolder, scratchFolder } from "@oh-my-pi/pi-natives/scratch-folder";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import { hiddenNote } from "../../../conversation/history/hidden-note.ts";
import type { LiveContext } from "../../../conversation/hooks/live-context.ts";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import type { RestorableFiles } from "../../../workbench/running-feature.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import type {
	CollectGarbage,
	FileChange,
	OpenUndoEngine,
	RecordedCall,
	Selection,
	UndoEngine,
	UndoPlan,
} from "../contract/undo-engine.ts";
import { changedFiles } from "../shown/changed-files.ts";
import { coverageText } from "../shown/coverage-text.ts";
import { type Outcome, outcomeText } from "../shown/outcome-text.ts";
import { listTurns, type RecordedTurn } from "../shown/turns.ts";
import { BackgroundCalls } from "./background-calls.ts";
import { PendingNote } from "./note-for-model.ts";
import { userMessages } from "./user-messages.ts";

/** What lies in other folders of the feature. */
export interface UndoParts {
	readonly openEngine: OpenUndoEngine;
	readonly limitStore: CollectGarbage;
	readonly settings: { readonly maxStoreMegabytes: Setting<number> };
}

interface SessionUndoOptions extends UndoParts {
	readonly workbench: Workbench;
	/** The conversation that the user opened. */
	readonly top: Conversation;
	readonly folder: () => string;
}

interface StartedCall extends RecordedCall {
	readonly beganAt: number;
}

interface Opened {
	readonly sessionId: string;
	readonly workspace: string;
	readonly engine: Promise<UndoEngine>;
	/** Why it could not be opened. */
	failure?: unknown;
	/** For a session that leaves nothing on disk. */
	readonly scratch?: Promise<ScratchFolder>;
}

/** What the agent did to files in the session that is open, recorded and taken back. */
export class SessionUndo implements AsyncDisposable {
	readonly #options: SessionUndoOptions;
	/** Calls that run, by conversation and id. */
	readonly #calls = new Map<string, StartedCall>();
	readonly #background: BackgroundCalls;
	#opened: Opened | undefined;
	/** What the user was told already. */
	readonly #shown = new Set<string>();
	/** Of the store, when its limit was last looked at. */
	#limitedAtBytes = 0;
	/** What the model has not been told yet, of one session. */
	#note = { sessionId: "", pending: new PendingNote() };
	#syncing: Promise<unknown> | undefined;

	constructor(options: SessionUndoOptions) {
		this.#options = options;
		this.#background = new BackgroundCalls(options.workbench.jobs);
	}

	/** Of the session and folder that are open now. */
	async engine(): Promise<UndoEngine> {
		const { top, folder } = this.#options;
		const [sessionId, workspace] = [top.log.id, folder()];
		const before = this.#opened;
		if (before?.sessionId !== sessionId || before.workspace !== workspace) {
			this.#opened = this.#open(sessionId, workspace);
			if (before) await dispose(before);
		}
		return (this.#opened as Opened).engine;
	}

	/** Looks at the workspace, so that the first program need not wait. */
	async prepare(): Promise<void> {
		await (await this.engine()).prepare();
	}

	/** A call is about to run. */
	async begin(
		conversation: Conversation,
		callId: string,
		{ tool, exact }: { readonly tool: string; readonly exact: boolean },
	): Promise<void> {
		const engine = await this.engine();
		const key = callKey(conversation.id, callId);
		const beganAt = this.#options.workbench.host.now();
		const recorded = await engine.begin({ callId: key, tool, turn: this.#turn(), ...(exact && { exact }) });
		this.#calls.set(key, { ...recorded, beganAt });
		const uncovered = exact ? undefined : coverageText(engine.coverage(), this.#options.folder());
		if (uncovered !== undefined) this.#showOnce("info", uncovered);
	}

	/** Never rejects: a file that cannot be kept is changed all the same. */
	async willWrite(conversationId: string, callId: string, paths: readonly string[]): Promise<void> {
		try {
			await this.#calls.get(callKey(conversationId, callId))?.willWrite(paths);
		} catch (error) {
			this.#options.top.notify("warning", `Undo cannot keep a file: ${errorMessage(error)}`, "undo");
		}
	}

	async end(conversationId: string, callId: string): Promise<void> {
		const key = callKey(conversationId, callId);
		const call = this.#calls.get(key);
		this.#calls.delete(key);
		if (call && !this.#background.keep(conversationId, call)) await call.end();
	}

	/** A call could not be recorded; it runs all the same. */
	reportFailure(error: unknown): void {
		// Reported when it was opened.
		if (error === this.#opened?.failure) return;
		this.#showOnce("warning", `Undo could not record a change, which may not be taken back: ${errorMessage(error)}`);
	}

	/** A run is over: what changed goes out as an event. */
	async turnEnded(live: LiveContext): Promise<void> {
		const engine = await this.engine();
		const turn = this.#turn();
		for (const { label } of await this.#background.endAll()) {
			this.#showOnce("info", `Still running: ${label}. What it changes from now on is not taken back by /undo.`);
		}
		const changes = await engine.netChanges({ kind: "turn", turn });
		this.#syncing = ignoreFailure(engine.sync(), "only a power failure now loses the record of this turn");
		void ignoreFailure(this.#limitStore(), "the store is limited another time, or by omp gc");
		if (changes.length > 0) await live.emit({ type: "files_changed", turn, ...changedFiles(changes) });
	}

	/** Turns on the present branch of the session that changed files, newest first. */
	async turns(options: { readonly undone?: boolean } = {}): Promise<readonly RecordedTurn[]> {
		const engine = await this.engine();
		await engine.look();
		const messages = userMessages(this.#options.top.log.path());
		const changes = await engine.changes({ kind: "all" });
		return listTurns(
			changes.filter(({ isUndone }) => options.undone || !isUndone),
			messages,
		);
	}

	/** One row for each file. */
	async netChanges(selection: Selection): Promise<readonly FileChange[]> {
		return (await this.engine()).netChanges(selection);
	}

	async content(...ref: Parameters<UndoEngine["content"]>): Promise<Uint8Array | undefined> {
		return (await this.engine()).content(...ref);
	}

	plan(direction: "undo" | "redo", selection?: Selection): Promise<UndoPlan | undefined> {
		return this.engine().then((engine) =>
			direction === "redo" ? engine.planRedo(selection) : engine.planUndo(selection ?? { kind: "last-turn" }),
		);
	}

	/** Puts a plan in place. The model learns of it with the next prompt. */
	async apply(plan: UndoPlan): Promise<Outcome> {
		const { top } = this.#options;
		const engine = await this.engine();
		const result = await engine.apply(plan);
		const outcome = { plan, result };
		if (result.changed.length > 0) {
			const { text, isStale } = this.#noteIn(top.log.id).add(outcome, this.#options.folder());
			if (text !== undefined) {
				const message = hiddenNote("undo", text, this.#options.workbench.host.now());
				await top.submit({ type: "send", as: "next_turn", message, isStale });
			}
		}
		return outcome;
	}

	/** What the turns behind an entry changed, itself included when it is a message of the user's. */
	async filesBehind(entryId: string): Promise<RestorableFiles | undefined> {
		const path = this.#options.top.log.path();
		const index = path.findIndex(({ id }) => id === entryId);
		if (index < 0) return undefined;
		const behind = new Set(path.slice(index).flatMap(({ id, role }) => (role === "user" ? [id] : [])));
		const engine = await this.engine();
		const changes = await engine.changes({ kind: "all" });
		const callIds = changes.filter(({ turn, isUndone }) => !isUndone && behind.has(turn)).flatMap(({ calls }) => calls);
		if (callIds.length === 0) return undefined;
		const selection: Selection = { kind: "calls", callIds: [...new Set(callIds)] };
		const net = await engine.netChanges(selection);
		if (net.length === 0) return undefined;
		return {
			count: net.length,
			restore: async () => {
				const plan = await engine.planUndo(selection);
				return plan ? outcomeText(await this.apply(plan), this.#options.folder()) : "There is nothing to take back.";
			},
		};
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#background.endAll();
		await this.#syncing;
		if (this.#opened) await dispose(this.#opened);
	}

	#open(sessionId: string, workspace: string): Opened {
		const { workbench, top, openEngine } = this.#options;
		const { host, agentDir } = workbench;
		const scratch = top.log.file === undefined ? scratchFolder() : undefined;
		const engine = (async () => {
			const opened = await openEngine({
				workspace,
				home: host.home,
				base: scratch ? (await scratch).path : join(agentDir, "undo"),
				ownFolders: [agentDir],
				sessionId,
				env: workbench.env.command,
				now: host.now,
				newId: () => host.newId(),
			});
			for (const note of opened.notes) top.notify("info", note, "undo");
			return opened;
		})();
		const opened: Opened = { sessionId, workspace, engine, ...(scratch && { scratch }) };
		engine.catch((error: unknown) => {
			opened.failure = error;
			top.notify("warning", `Changes cannot be taken back in this session: ${errorMessage(error)}`, "undo");
		});
		return opened;
	}

	/** Once a day, whichever session comes first, and when this one has added much. */
	async #limitStore(): Promise<void> {
		const { workbench, top, limitStore, settings } = this.#options;
		const base = join(workbench.agentDir, "undo");
		if (top.log.file === undefined) return;
		const maxBytes = workbench.settings.get(settings.maxStoreMegabytes) * 1024 * 1024;
		const addedBytes = (await this.engine()).coverage().keptBytes;
		const stamp = join(base, "limited");
		const now = workbench.host.now();
		const last = await stat(stamp).then(
			({ mtimeMs }) => mtimeMs,
			() => 0,
		);
		if (Math.abs(now - last) < dayMs && addedBytes - this.#limitedAtBytes < maxBytes / 8) return;
		this.#limitedAtBytes = addedBytes;
		await writeFile(stamp, "", { mode: 0o600 });
		await limitStore(base, { maxBytes, now, keep: [top.log.id] });
	}

	#noteIn(sessionId: string): PendingNote {
		if (this.#note.sessionId !== sessionId) this.#note = { sessionId, pending: new PendingNote() };
		return this.#note.pending;
	}

	#showOnce(level: "info" | "warning", text: string): void {
		if (this.#shown.has(text)) return;
		this.#shown.add(text);
		this.#options.top.notify(level, text, "undo");
	}

	/** The id of the user's last message. */
	#turn(): string {
		return this.#options.top.log.path().findLast(({ role }) => role === "user")?.id ?? "";
	}
}

const dayMs = 24 * 3600 * 1000;

/** Tool call ids are only unique within a conversation. */
function callKey(conversationId: string, callId: string): string {
	return `${conversationId}/${callId}`;
}

async function dispose({ engine, scratch }: Opened): Promise<void> {
	// One that could not be opened was reported.
	const opened = await engine.catch(() => undefined);
	await opened?.[Symbol.asyncDispose]();
	await (await scratch)?.[Symbol.asyncDispose]();
}
