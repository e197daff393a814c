import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { Turns } from "@oh-my-pi/pi-natives/walk/turns";
import { realPathOrSame } from "@oh-my-pi/pi-utils/files/real-path-or-same";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { absent, type BytePath, type NodeState, toBytePath } from "../contract/node-state.ts";
import type { Coverage, FileChange, UndoLimits, UndoOptions } from "../contract/undo-engine.ts";
import { findGitFolders, type GitFolders, isInGitFolder } from "../git/git-paths.ts";
import { ObjectMirror } from "../git/object-mirror.ts";
import type { JournalRecord } from "../journal/record.ts";
import { flag, KnownFiles, nothing } from "../known/known-files.ts";
import type { Keeper } from "../look/keeper.ts";
import { readState } from "../look/known-state.ts";
import { NotCoveredFiles } from "../look/not-covered-files.ts";
import { Twins } from "../look/twins.ts";
import type { Watches } from "../look/watches.ts";
import { TooManyFilesError, WorkspaceView } from "../look/workspace-view.ts";
import type { ContentStore } from "../store/content-store.ts";
import { readGitFolders, readLastSession, writeGitFolders, writeLastSession } from "../store/session-folder.ts";
import { keepContents, readFirstLook, writeFirstLook } from "./first-look.ts";
import { replay } from "./replay.ts";
import { trustGit } from "./trust-git.ts";

interface WorkspaceOptions {
	readonly options: UndoOptions;
	readonly limits: UndoLimits;
	readonly folder: string;
	readonly store: ContentStore;
	readonly keeper: Keeper;
	readonly watches: Watches;
}

const shownRows = 100;

/** What the engine knows of the workspace, from the first look on. */
export class CoveredWorkspace implements Disposable {
	readonly #with: WorkspaceOptions;
	readonly #root: string;
	readonly #git: GitFolders | undefined;
	readonly #mirrors = new Map<string, ObjectMirror>();
	readonly #notCovered = new NotCoveredFiles();
	readonly #stop = new AbortController();
	readonly #turns = new Turns(this.#stop.signal);
	#known = new KnownFiles();
	#view: WorkspaceView | undefined;
	#state: Coverage["programs"] = "preparing";
	#why: Coverage["why"];

	constructor(parts: WorkspaceOptions) {
		this.#with = parts;
		this.#root = realPathOrSame(parts.options.workspace);
		this.#git = findGitFolders(this.#root) ?? readGitFolders(parts.folder);
		if (this.#git) writeGitFolders(parts.folder, this.#git);
	}

	/** Whether changes are noticed. */
	get isReady(): boolean {
		return this.#state === "covered";
	}

	/** The first look. Gives what changed since the end of the journal, if this session was here before. */
	async prepare(records: () => Iterable<JournalRecord>): Promise<readonly FileChange[]> {
		const why = this.#tooLargeByItself();
		if (why) return this.#giveUp(why);
		const { folder, watches } = this.#with;
		if (isCaseInsensitive(this.#root)) watches.giveUp();
		const restored = readFirstLook(folder);
		if (restored) replay(restored, records());
		this.#known = restored ?? this.#known;
		const view = this.#makeView();
		try {
			const changes = await view.look(restored ? { isWhole: true } : { isFirst: true });
			if (!restored) await this.#keepAll(view);
			this.#view = view;
			this.#state = "covered";
			return changes;
		} catch (error) {
			this.#stop.signal.throwIfAborted();
			if (error instanceof TooManyFilesError) return this.#giveUp("too-many-files");
			return this.#giveUp(this.#with.keeper.isFull ? "disk-full" : "unreadable");
		}
	}

	async look(): Promise<readonly FileChange[]> {
		return (await this.#view?.look()) ?? [];
	}

	async lookAt(path: BytePath): Promise<readonly FileChange[]> {
		return (await this.#view?.lookAt(path)) ?? [];
	}

	/** Takes over what the system has to tell, while a command runs. */
	collect(): void {
		this.#with.watches.collect();
	}

	/** Whether changes of this path are noticed by looking. */
	isTracked(path: BytePath): boolean {
		if (!this.isReady) return false;
		for (let at = path as string; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
			const entry = this.#known.lookUp(at as BytePath);
			if (entry !== nothing)
				return !this.#known.hasFlag(entry, flag.excluded) && !this.#known.hasFlag(entry, flag.objects);
		}
		return false;
	}

	knownState(path: BytePath): NodeState {
		const entry = this.#known.lookUp(path);
		return entry === nothing ? absent : readState(this.#known, entry, new Twins(this.#known));
	}

	/** Other names of the same file in the workspace. */
	twins(path: BytePath): BytePath[] {
		const entry = this.#known.lookUp(path);
		if (entry === nothing || !this.#known.hasFlag(entry, flag.linked)) return [];
		return new Twins(this.#known).of(entry).map((twin) => this.#known.path(twin));
	}

	isInGitFolder(path: BytePath): boolean {
		return isInGitFolder(path, this.#gitFolders());
	}

	/** The objects of the workspace's own repository, for reading contents. */
	gitMirror(): string | undefined {
		return this.#git && this.#findMirror(join(this.#git.common, "objects")).folder;
	}

	/** Of a repository in the workspace, by its `.git`. */
	findGitMirror(gitFolder: string): ObjectMirror {
		const common = this.#git && gitFolder === this.#git.folder ? this.#git.common : gitFolder;
		return this.#findMirror(join(common, "objects"));
	}

	/** The lock of a git command that is running, or was killed. */
	gitLock(): BytePath | undefined {
		const lock = this.#git && join(this.#git.folder, "index.lock");
		return lock !== undefined && existsSync(lock) ? toBytePath(lock) : undefined;
	}

	/** The folder of git data that a path is in. */
	findGitFolder(path: BytePath): string | undefined {
		const at = path.lastIndexOf("/.git/");
		if (at >= 0) return path.slice(0, at + "/.git".length);
		return this.#gitFolders().find((folder) => path.startsWith(`${folder}/`));
	}

	coverage(): Coverage {
		return {
			programs: this.#state,
			...(this.#why && { why: this.#why }),
			watching: this.#with.watches.areOn ? "inotify" : "scan",
			files: this.#known.count,
			keptBytes: this.#with.store.addedBytes,
			notCovered: this.#notCovered.rows(shownRows),
			notCoveredCount: this.#notCovered.count,
		};
	}

	[Symbol.dispose](): void {
		this.#stop.abort();
		this.#with.watches[Symbol.dispose]();
	}

	async #keepAll(view: WorkspaceView): Promise<void> {
		const { options, folder, store, keeper, limits } = this.#with;
		const mirror = this.#git && this.#findMirror(join(this.#git.common, "objects"));
		if (this.#git && mirror?.isComplete) {
			await ignoreFailure(
				trustGit(this.#known, this.#git, mirror, options.env, this.#pause),
				"then its files are copied",
			);
		}
		const last = readLastSession(options.base, this.#root);
		await keepContents(this.#known, {
			store,
			keeper,
			limits,
			now: options.now,
			notCovered: this.#notCovered,
			pause: this.#pause,
			earlier: last === undefined ? undefined : readFirstLook(last),
		});
		// What changed meanwhile belongs to what was there at first.
		await view.look();
		await writeFirstLook(this.#known, folder);
		await ignoreFailure(writeLastSession(options.base, this.#root, folder), "the next session only reads more");
	}

	readonly #pause = async (): Promise<void> => {
		if (this.#turns.isOver) await this.#turns.next();
	};

	#makeView(): WorkspaceView {
		const { options, limits, keeper, watches } = this.#with;
		return new WorkspaceView({
			known: this.#known,
			roots: this.#roots().map(toBytePath),
			gitFolders: this.#gitFolders(),
			excluded: [options.base, ...(options.ownFolders ?? [])].map((folder) => toBytePath(realPathOrSame(folder))),
			keeper,
			watches,
			limits,
			now: options.now,
			notCovered: this.#notCovered,
			onObject: (objects, name) => this.#findMirror(objects).add(name),
			pause: this.#pause,
		});
	}

	#findMirror(objects: string): ObjectMirror {
		let mirror = this.#mirrors.get(objects);
		if (!mirror) {
			mirror = new ObjectMirror(this.#with.folder, objects);
			this.#mirrors.set(objects, mirror);
		}
		return mirror;
	}

	#gitFolders(): string[] {
		return this.#git ? [...new Set([this.#git.folder, this.#git.common])] : [];
	}

	/** Not one in the other. */
	#roots(): string[] {
		const outside = this.#gitFolders().filter((folder) => !isInside(folder, this.#root));
		return [
			this.#root,
			...outside.filter((folder) => !outside.some((other) => other !== folder && isInside(folder, other))),
		];
	}

	#tooLargeByItself(): Coverage["why"] {
		if (this.#root === sep) return "root-folder";
		return isInside(realPathOrSame(this.#with.options.home), this.#root) ? "home-folder" : undefined;
	}

	#giveUp(why: Coverage["why"]): readonly FileChange[] {
		this.#state = "none";
		this.#why = why;
		this.#known = new KnownFiles();
		this.#with.watches.giveUp();
		return [];
	}
}

/** Also itself. */
function isInside(path: string, folder: string): boolean {
	return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function isCaseInsensitive(folder: string): boolean {
	try {
		const name = readdirSync(folder).find((entry) => entry.toLowerCase() !== entry.toUpperCase());
		if (name === undefined) return false;
		const swapped = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
		const other = lstatSync(join(folder, swapped), { throwIfNoEntry: false });
		return other !== undefined && other.ino === lstatSync(join(folder, name)).ino;
	} catch {
		return false;
	}
}
