import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { InnerNames } from "../policy/inner-names.ts";
import { InnerFiles } from "./inner-files.ts";
import { type GuardOptions, ProtectedFiles } from "./protected-files.ts";

export interface SessionGuardOptions extends Pick<GuardOptions, "isHeld" | "takenTo"> {
	readonly now: () => number;
	/** Differs whenever something in the box has run since; `undefined` where that cannot be seen. */
	readonly activity: () => string | undefined;
	/** Whether programs run in the box that nobody waits for. */
	readonly hasPrograms: () => boolean;
	/** What was found while no call waited for it. */
	readonly onFound: (lines: readonly string[]) => void;
}

interface Guarded {
	readonly top: ProtectedFiles;
	readonly inner: InnerFiles;
}

/**
 * Keeps the protected names of a session's folders as they are: what changes while something in the box runs is put back, by whichever
 * program and tool. Tools of omp say what they write; what changes while all in the box is still is the user's own.
 */
export class SessionGuard implements Disposable {
	readonly #options: SessionGuardOptions;
	readonly #folders = new Map<string, Guarded>();
	/** Paths that tools of omp write, with the call and the time until which that counts. */
	readonly #expected = new Map<string, { readonly id: string; readonly until: number }>();
	#commands = 0;
	readonly #calls = new Set<string>();
	#activity: string | undefined;
	#pending: string[] = [];
	#timer: ReturnType<typeof setInterval> | undefined;
	#looksUntil = 0;

	constructor(options: SessionGuardOptions) {
		this.#options = options;
	}

	/** A command begins in the box, with what is guarded there; `end` belongs to it. */
	begin(folders: readonly string[]): void {
		this.started(folders);
		this.#commands++;
	}

	/** Gives a line for each file that was taken away or put back. */
	end(): readonly string[] {
		this.#commands = Math.max(0, this.#commands - 1);
		return this.look();
	}

	/** A tool that may run something in the box is called. */
	callBegins(id: string, folders: readonly string[]): void {
		this.started(folders);
		this.#calls.add(id);
	}

	/** The same as `end`. What the call was to write, it has written. */
	callEnds(id: string): readonly string[] {
		const paths = [...this.#expected].flatMap(([path, expected]) => (expected.id === id ? [path] : []));
		if (!this.#calls.delete(id) && paths.length === 0) return [];
		const lines = this.look();
		for (const path of paths) this.#expected.delete(path);
		return lines;
	}

	/** A program starts in the box that may outlive the call. */
	started(folders: readonly string[]): void {
		const isStill = this.#isStill();
		const activity = this.#options.activity();
		if (!isStill) this.#check();
		for (const folder of folders) {
			const known = this.#folders.get(folder);
			if (known && !isStill) continue;
			const guarded = known ?? this.#guard(folder);
			this.#quietly(() => guarded.top.adopt());
			this.#quietly(() => guarded.inner.adopt());
		}
		this.#activity = activity;
		this.#watch();
	}

	/** Compares now. */
	look(): readonly string[] {
		this.#check();
		return this.#pending.splice(0);
	}

	/** A tool of omp is about to write these, in a call. */
	expect(id: string, paths: readonly string[]): void {
		const until = this.#options.now() + expectedMs;
		for (const path of paths) this.#expected.set(path, { id, until });
	}

	[Symbol.dispose](): void {
		clearInterval(this.#timer);
		this.#timer = undefined;
		if (this.#folders.size > 0 && !this.#isStill()) this.#check();
	}

	#guard(folder: string): Guarded {
		const { takenTo, now, isHeld } = this.#options;
		const takeExpected = (path: string) => this.#takeExpected(path);
		const isBusy = () => this.#calls.size + this.#commands > 0;
		const guarded = {
			top: new ProtectedFiles(folder, { isHeld, takenTo, takeExpected, isBusy, now }),
			inner: new InnerFiles(folder, new InnerNames(now), { takenTo, takeExpected, isBusy }),
		};
		this.#folders.set(folder, guarded);
		return guarded;
	}

	#takeExpected(path: string): boolean {
		const expected = this.#expected.get(path);
		this.#expected.delete(path);
		return expected !== undefined && expected.until >= this.#options.now();
	}

	/** Nothing in the box has run since the last look, so that what has changed is somebody else's work. */
	#isStill(): boolean {
		if (this.#calls.size > 0) return false;
		const activity = this.#options.activity();
		// Where that cannot be seen, only commands count.
		return activity === undefined ? this.#commands === 0 : (this.#activity ?? activity) === activity;
	}

	#check(): void {
		// Before the files are looked at: what runs meanwhile counts for the next time.
		this.#activity = this.#options.activity();
		for (const { top, inner } of this.#folders.values()) {
			this.#quietly(() => this.#pending.push(...top.compare()));
			this.#quietly(() => this.#pending.push(...inner.compare()));
		}
		for (const [path, { until }] of this.#expected) if (until < this.#options.now()) this.#expected.delete(path);
	}

	/** A file that is in the way, or a full disk, must not keep a tool from answering. */
	#quietly(work: () => unknown): void {
		try {
			work();
		} catch (error) {
			this.#pending.push(`Protected files could not be compared: ${errorMessage(error)}`);
		}
	}

	/** Looks now and then for as long as programs run that nobody waits for. */
	#watch(): void {
		this.#looksUntil = this.#options.now() + startMs;
		this.#timer ??= setInterval(() => this.#tick(), lookEveryMs);
		this.#timer.unref();
	}

	#tick(): void {
		if (this.#calls.size + this.#commands > 0 || this.#options.hasPrograms())
			this.#looksUntil = this.#options.now() + startMs;
		// A call that runs may be making a repository; its end compares.
		if (this.#calls.size === 0 && !this.#isStill()) {
			this.#check();
			if (this.#pending.length > 0) this.#options.onFound(this.#pending.splice(0));
		}
		if (this.#options.now() < this.#looksUntil) return;
		clearInterval(this.#timer);
		this.#timer = undefined;
	}
}

const expectedMs = 10_000;
const lookEveryMs = 500;
const startMs = 3000;

/** Of folders of a session, those whose names are to be guarded: what commands cannot write needs nobody. */
export function guardedFolders(folders: readonly string[], writable: readonly string[]): readonly string[] {
	return folders.filter((folder) => writable.some((one) => isInFolder(folder, one)));
}
