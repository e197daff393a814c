import type { Database } from "bun:sqlite";
import { noVector, pageBits, pageOf, pageSize, SignaturePage } from "../vectors/signature-page.ts";
import { cosineTo, packVector, signature, signatureWords, unitVector } from "../vectors/vector.ts";

export interface EmbeddingModel {
	readonly name: string;
	readonly dimension: number;
}

export interface VectorHit {
	readonly seq: number;
	readonly distance: number;
}

/** Beyond this, only the newest vectors are compared: 700,000 of 768 dimensions. */
const maxSignatureBytes = 64 * 1024 * 1024;

/**
 * Vectors of memories. A search compares one bit per dimension with all of them, then the stored bytes of the best. Methods that
 * write run in a transaction of the caller.
 */
export class VectorIndex {
	readonly #database: Database;
	#pages: ReadonlyArray<{ readonly number: number; readonly page: SignaturePage }> = [];
	#loadedAt: string | undefined;
	#writes = 0;

	constructor(database: Database) {
		this.#database = database;
	}

	/** The model that all vectors are of. */
	get model(): EmbeddingModel | undefined {
		const rows = this.#database
			.query<{ value: string }, []>(
				"SELECT value FROM meta WHERE key IN ('embedding.model', 'embedding.dimension') ORDER BY key DESC",
			)
			.all();
		const [name, dimension] = rows.map(({ value }) => value);
		return name === undefined || dimension === undefined ? undefined : { name, dimension: Number(dimension) };
	}

	get count(): number {
		return this.#database.query<{ count: number }, []>("SELECT COUNT(*) AS count FROM vectors").get()?.count ?? 0;
	}

	/** Makes this the model of all vectors; those of another are deleted. */
	useModel({ name, dimension }: EmbeddingModel): void {
		const known = this.model;
		if (known?.name === name && known.dimension === dimension) return;
		this.clear();
		const put = this.#database.query("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
		put.run("embedding.model", name);
		put.run("embedding.dimension", String(dimension));
	}

	put(vectors: ReadonlyArray<{ readonly seq: number; readonly vector: Float32Array }>): void {
		const insert = this.#database.query("INSERT OR REPLACE INTO vectors (seq, data) VALUES (?, ?)");
		for (const { seq, vector } of vectors) insert.run(seq, packVector(vector));
		this.#changePages(vectors.map(({ seq, vector }) => ({ seq, bits: signature(vector) })));
	}

	remove(seqs: readonly number[]): void {
		const remove = this.#database.query("DELETE FROM vectors WHERE seq = ?");
		const removed = seqs.filter((seq) => remove.run(seq).changes > 0);
		this.#changePages(removed.map((seq) => ({ seq })));
	}

	clear(): void {
		this.#writes++;
		this.#database.run("DELETE FROM vectors");
		this.#database.run("DELETE FROM signatures");
		this.#database.run("DELETE FROM meta WHERE key IN ('embedding.model', 'embedding.dimension')");
	}

	#changePages(changes: ReadonlyArray<{ readonly seq: number; readonly bits?: Uint32Array }>): void {
		const { model } = this;
		if (!model || changes.length === 0) return;
		this.#writes++;
		const read = this.#database.query<{ data: Uint8Array }, [number]>("SELECT data FROM signatures WHERE page = ?");
		const write = this.#database.query("INSERT OR REPLACE INTO signatures (page, data) VALUES (?, ?)");
		for (const [number, group] of Map.groupBy(changes, ({ seq }) => pageOf(seq))) {
			const page = new SignaturePage(signatureWords(model.dimension), read.get(number)?.data);
			for (const { seq, bits } of group) page.put(seq, bits);
			write.run(number, page.data);
		}
	}

	/** Those that are probably nearest, best first, and the distance of an average pair. */
	nearest(vector: Float32Array, limit: number): { readonly hits: readonly VectorHit[]; readonly average: number } {
		const { model } = this;
		if (model?.dimension !== vector.length) return { hits: [], average: 0 };
		this.#load(model.dimension);
		const bits = signature(vector);
		const distances = new Uint16Array(this.#pages.length * pageSize);
		for (const [index, { page }] of this.#pages.entries()) page.distances(bits, distances, index * pageSize);
		const counts = new Uint32Array(model.dimension + 1);
		let [total, sum] = [0, 0];
		for (const distance of distances) {
			if (distance === noVector) continue;
			counts[distance] = (counts[distance] as number) + 1;
			sum += distance;
			total++;
		}
		const most = distanceOfLast(counts, limit);
		const hits: VectorHit[] = [];
		for (let at = 0; at < distances.length; at++) {
			const distance = distances[at] as number;
			if (distance > most) continue;
			hits.push({ seq: (this.#pages[at >>> pageBits]?.number ?? 0) * pageSize + (at & (pageSize - 1)), distance });
		}
		hits.sort((a, b) => a.distance - b.distance || b.seq - a.seq);
		return { hits: hits.slice(0, limit), average: total === 0 ? 0 : sum / total };
	}

	/** The cosine of each of these rows that has a vector. */
	cosines(vector: Float32Array, seqs: readonly number[]): ReadonlyMap<number, number> {
		const unit = unitVector(vector);
		const rows = this.#database
			.query<{ seq: number; data: Uint8Array }, [string]>(
				"SELECT seq, data FROM vectors WHERE seq IN (SELECT value FROM json_each(?))",
			)
			.all(JSON.stringify(seqs));
		return new Map(rows.map(({ seq, data }) => [seq, cosineTo(unit, data)]));
	}

	/** Pages stay in memory until this or another process writes. */
	#load(dimension: number): void {
		const version = this.#database.query("PRAGMA data_version").values()[0]?.[0];
		const state = `${version} ${this.#writes}`;
		if (state === this.#loadedAt) return;
		const each = signatureWords(dimension);
		const limit = Math.floor(maxSignatureBytes / new SignaturePage(each).data.byteLength);
		const rows = this.#database
			.query<{ page: number; data: Uint8Array }, [number]>(
				"SELECT page, data FROM signatures ORDER BY page DESC LIMIT ?",
			)
			.all(limit);
		this.#pages = rows.map(({ page, data }) => ({ number: page, page: new SignaturePage(each, data) }));
		this.#loadedAt = state;
	}
}

/** The largest distance among the `limit` smallest. */
function distanceOfLast(counts: Uint32Array, limit: number): number {
	let seen = 0;
	const at = counts.findIndex((count) => {
		seen += count;
		return seen >= limit;
	});
	return at === -1 ? counts.length : at;
}
