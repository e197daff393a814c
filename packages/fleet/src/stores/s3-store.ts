import { S3Client } from "bun";
import type { BlobStore } from "../contract/blob-store.ts";
import { FleetError } from "../contract/fleet-error.ts";
import type { BlobReference } from "../contract/task.ts";
import {
	checkKey,
	checkPrefix,
	damagedError,
	defaultMaxBytes,
	hashContent,
	tooLargeError,
	verifyContent,
} from "./blob-key.ts";
import { asFleetError, isTransient } from "./s3-error.ts";
import type { OpenStoreOptions } from "./store-options.ts";

/** How often a request is tried: waits of 0.2, 0.4, 0.8 and 1.6 s, and a bit, are between. */
const maxAttempts = 5;
const firstWaitMs = 200;
/** For an answer that never comes; more for large objects. */
const attemptTimeoutMs = 60_000;
const slowestBytesPerMs = 50;
const deletedAtOnce = 8;

/** `s3://bucket/prefix?endpoint=…&region=…`; the keys come from the environment. */
export function openS3Store(text: string, { env, maxBytes, sleep }: OpenStoreOptions): BlobStore {
	const url = parseUrl(text);
	const value = (...names: readonly string[]) => names.map((name) => env[name]).find((found) => found);
	const accessKeyId = value("S3_ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID");
	const secretAccessKey = value("S3_SECRET_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY");
	if (!accessKeyId || !secretAccessKey) {
		throw new FleetError(
			"invalid",
			`The keys of ${describe(url)} are missing. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or those of AWS.`,
		);
	}
	const sessionToken = value("S3_SESSION_TOKEN", "AWS_SESSION_TOKEN");
	const endpoint = url.searchParams.get("endpoint") ?? value("S3_ENDPOINT", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL");
	const region = url.searchParams.get("region") ?? value("S3_REGION", "AWS_REGION", "AWS_DEFAULT_REGION");
	const client = new S3Client({
		bucket: url.hostname,
		accessKeyId,
		secretAccessKey,
		region: region ?? "us-east-1",
		...(sessionToken ? { sessionToken } : {}),
		...(endpoint ? { endpoint } : {}),
		...(url.searchParams.get("virtualHosted") === "true" ? { virtualHostedStyle: true } : {}),
		// Retries are ours, so that they are bounded.
		retry: 0,
	});
	return new S3Store(client, {
		location: describe(url),
		prefix: decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, ""),
		maxBytes: maxBytes ?? defaultMaxBytes,
		sleep: sleep ?? Bun.sleep,
	});
}

function parseUrl(text: string): URL {
	if (!URL.canParse(text)) throw new FleetError("invalid", "The URL of the store is malformed: s3://bucket/prefix");
	const url = new URL(text);
	if (url.username || url.password) {
		throw new FleetError("invalid", "The URL of the store must have no keys in it. Put them into the environment.");
	}
	if (!url.hostname) throw new FleetError("invalid", "The URL of the store names no bucket: s3://bucket/prefix");
	return url;
}

const describe = ({ hostname, pathname }: URL): string => `s3://${hostname}${pathname === "/" ? "" : pathname}`;

interface S3StoreOptions {
	readonly location: string;
	readonly prefix: string;
	readonly maxBytes: number;
	readonly sleep: (ms: number) => Promise<void>;
}

/** A store in a bucket. */
class S3Store implements BlobStore {
	readonly location: string;
	readonly #client: S3Client;
	readonly #options: S3StoreOptions;

	constructor(client: S3Client, options: S3StoreOptions) {
		this.location = options.location;
		this.#client = client;
		this.#options = options;
	}

	async put(key: string, content: Uint8Array | Blob, signal?: AbortSignal): Promise<BlobReference> {
		checkKey(key);
		const size = content instanceof Uint8Array ? content.byteLength : content.size;
		if (size > this.#options.maxBytes) throw tooLargeError(this.location, key, size, this.#options.maxBytes);
		const reference = { key, ...(await hashContent(content, signal)) };
		const name = this.#nameFor(key);
		await this.#attempt(signal, size, async () => {
			await this.#client.write(name, content, {
				type: "application/octet-stream",
			});
			const stored = await this.#client.stat(name);
			if (stored.size !== reference.bytes) throw damagedError(this.location, reference, `it has ${stored.size} bytes`);
		});
		return reference;
	}

	async get(reference: BlobReference, signal?: AbortSignal): Promise<Uint8Array> {
		checkKey(reference.key);
		return this.#attempt(signal, reference.bytes, async () => {
			const file = this.#client.file(this.#nameFor(reference.key));
			// One more than expected shows an object that is too long, without reading all of it; an empty one has no range.
			const content = await (reference.bytes === 0 ? file : file.slice(0, reference.bytes + 1)).bytes();
			verifyContent(this.location, reference, content);
			return content;
		});
	}

	async *list(prefix: string) {
		checkPrefix(prefix);
		yield* this.#list(prefix);
	}

	async *#list(prefix: string) {
		const root = this.#nameFor("");
		for (let continuationToken: string | undefined; ; ) {
			const input = { prefix: this.#nameFor(prefix), ...(continuationToken ? { continuationToken } : {}) };
			const page = await this.#attempt(undefined, 0, () => this.#client.list(input));
			for (const { key, size, lastModified } of page.contents ?? []) {
				const changedAt = lastModified === undefined ? 0 : Date.parse(String(lastModified));
				yield { key: key.slice(root.length), bytes: size ?? 0, changedAt };
			}
			continuationToken = page.nextContinuationToken;
			if (!page.isTruncated || !continuationToken) return;
		}
	}

	async remove(prefix: string): Promise<number> {
		checkPrefix(prefix);
		let removed = 0;
		let group: string[] = [];
		const flush = async () => {
			await Promise.all(group.map((key) => this.#attempt(undefined, 0, () => this.#client.delete(this.#nameFor(key)))));
			removed += group.length;
			group = [];
		};
		for await (const { key } of this.#list(prefix)) {
			group.push(key);
			if (group.length === deletedAtOnce) await flush();
		}
		await flush();
		return removed;
	}

	async [Symbol.asyncDispose]() {}

	#nameFor(key: string): string {
		return this.#options.prefix === "" ? key : `${this.#options.prefix}/${key}`;
	}

	/** An object that is cut off may be so on its way, so that it is read again, too. */
	async #attempt<T>(signal: AbortSignal | undefined, bytes: number, work: () => Promise<T>): Promise<T> {
		const timeoutMs = attemptTimeoutMs + bytes / slowestBytesPerMs;
		for (let attempt = 1; ; attempt++) {
			signal?.throwIfAborted();
			try {
				return await unlessAborted(
					work(),
					AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(timeoutMs)]),
				);
			} catch (error) {
				signal?.throwIfAborted();
				if (!isTransient(error) || attempt === maxAttempts) throw asFleetError(error, this.location);
			}
			await this.#options.sleep(firstWaitMs * 2 ** (attempt - 1) * (1 + Math.random() / 4));
		}
	}
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const stop = () => reject(signal.reason);
	signal.addEventListener("abort", stop, { once: true });
	try {
		return await Promise.race([work, promise]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}
