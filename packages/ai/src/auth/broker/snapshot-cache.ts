import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { parseSnapshot } from "./parse-answer.ts";
import type { WireSnapshot } from "./wire.ts";

export interface SnapshotCacheOptions {
	readonly path: string;
	/** Older ones are not used; 0 for no cache at all. */
	readonly ttlMs: number;
	readonly url: string;
	readonly token: string;
	readonly now: () => number;
}

/** The format of the file. Another one is ignored, never converted: the broker has the truth. */
const magic = Buffer.from("OMPBRK\x00\x02", "latin1");
const ivBytes = 12;
const tagBytes = 16;

/** The last snapshot, for a start while the broker cannot be reached. Only who has the token can read it. */
export class SnapshotCache {
	readonly #options: SnapshotCacheOptions;

	constructor(options: SnapshotCacheOptions) {
		this.#options = options;
	}

	/** As if it came now; `undefined` if there is none that is fresh and for this broker and token. */
	async read(): Promise<WireSnapshot | undefined> {
		const { path, ttlMs, now } = this.#options;
		if (ttlMs <= 0) return undefined;
		const sealed = await readFile(path).catch(() => undefined);
		const text = sealed && this.#open(sealed);
		if (text === undefined) return undefined;
		try {
			const value: unknown = JSON.parse(text);
			if (!isRecord(value) || typeof value.savedAt !== "number") return undefined;
			const ageMs = now() - value.savedAt;
			// The clock of this machine, since that of the broker may differ; one that was set back makes it old, too.
			if (Math.abs(ageMs) >= ttlMs) return undefined;
			const snapshot = parseSnapshot(value.snapshot);
			return { ...snapshot, serverNowMs: snapshot.serverNowMs + ageMs };
		} catch {
			// Damaged, or of another version: as if it were not there.
			return undefined;
		}
	}

	async write(snapshot: WireSnapshot): Promise<void> {
		const { path, ttlMs, now } = this.#options;
		if (ttlMs <= 0) return;
		await mkdir(dirname(path), { recursive: true, mode: 0o700 });
		await atomicWrite(path, this.#seal(JSON.stringify({ savedAt: now(), snapshot })));
	}

	async remove(): Promise<void> {
		await rm(this.#options.path, { force: true });
	}

	#seal(text: string): Buffer {
		const iv = randomBytes(ivBytes);
		const cipher = createCipheriv("aes-256-gcm", this.#key(), iv);
		cipher.setAAD(Buffer.from(this.#options.url));
		const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
		return Buffer.concat([magic, iv, body, cipher.getAuthTag()]);
	}

	#open(sealed: Buffer): string | undefined {
		if (sealed.length < magic.length + ivBytes + tagBytes || !sealed.subarray(0, magic.length).equals(magic)) {
			return undefined;
		}
		const iv = sealed.subarray(magic.length, magic.length + ivBytes);
		const decipher = createDecipheriv("aes-256-gcm", this.#key(), iv, { authTagLength: tagBytes });
		decipher.setAAD(Buffer.from(this.#options.url));
		decipher.setAuthTag(sealed.subarray(-tagBytes));
		try {
			const body = sealed.subarray(magic.length + ivBytes, -tagBytes);
			return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
		} catch {
			// Sealed with another token, or for another broker.
			return undefined;
		}
	}

	#key(): Buffer {
		return createHash("sha256").update(this.#options.token).digest();
	}
}
