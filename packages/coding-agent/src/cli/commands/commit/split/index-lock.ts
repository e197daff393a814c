import {
	closeSync,
	copyFileSync,
	existsSync,
	openSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
} from "node:fs";
import { CliError } from "../../../../process/usage-error.ts";

const retryMs = 100;
const maxTries = 100;

/** The lock that git takes for changing the index. Others wait or fail meanwhile, so what was read is what is replaced. */
export class IndexLock implements AsyncDisposable {
	readonly #index: string;
	readonly #lock: string;
	#isReplaced = false;

	private constructor(index: string) {
		this.#index = index;
		this.#lock = `${index}.lock`;
	}

	static async take(path: string): Promise<IndexLock> {
		const index = existsSync(path) ? realpathSync(path) : path;
		const lock = new IndexLock(index);
		const mode = existsSync(index) ? statSync(index).mode & 0o777 : 0o666;
		for (let tries = 1; ; tries++) {
			try {
				closeSync(openSync(lock.#lock, "wx", mode));
				return lock;
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
				if (tries === maxTries)
					throw new CliError(
						"Another git process holds the index (.git/index.lock). Wait until it ends; if none is running, remove the file",
					);
				await Bun.sleep(retryMs);
			}
		}
	}

	/** Puts a file in the place of the index, with its time; ends the lock. */
	replaceWith(file: string): void {
		const { mtimeMs } = statSync(file);
		copyFileSync(file, this.#lock);
		const seconds = Math.floor(mtimeMs / 1000);
		utimesSync(this.#lock, seconds, seconds);
		renameSync(this.#lock, this.#index);
		this.#isReplaced = true;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		if (!this.#isReplaced) rmSync(this.#lock, { force: true });
	}
}
