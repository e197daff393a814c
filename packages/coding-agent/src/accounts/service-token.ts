import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { CliError } from "../process/usage-error.ts";

/** A token that opens a service, in a file that only the user can read. */
export class ServiceTokenFile {
	readonly path: string;
	#known: { readonly mark: string; readonly token: string } | undefined;

	constructor(path: string) {
		this.path = path;
	}

	/** `undefined` if there is none. Read again when the file has changed, so that a replaced token holds at once. */
	read(): string | undefined {
		try {
			const { mtimeMs, ino, size } = statSync(this.path);
			const mark = `${ino} ${mtimeMs} ${size}`;
			if (this.#known?.mark !== mark) this.#known = { mark, token: readFileSync(this.path, "utf8").trim() };
			return this.#known.token || undefined;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
			throw new CliError(`The token file ${this.path} cannot be read: ${errorMessage(error)}`);
		}
	}

	/** Makes one if there is none. */
	async ensure(): Promise<string> {
		const present = this.read();
		if (present === undefined) return this.replace();
		if ((statSync(this.path).mode & 0o077) !== 0) chmodSync(this.path, 0o600);
		return present;
	}

	/** Makes a new one; the old one is refused from now on. */
	async replace(): Promise<string> {
		const token = newToken();
		mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
		await atomicWrite(this.path, `${token}\n`);
		return token;
	}
}

/** 43 characters. */
export function newToken(): string {
	return randomBytes(32).toString("base64url");
}
