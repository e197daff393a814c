import type { BankStore } from "./bank-store.ts";

/** Work that only one omp does at a time. A lease of one that was killed runs out. */
export class Leases {
	readonly #store: BankStore;

	constructor(store: BankStore) {
		this.#store = store;
	}

	/** Takes or extends a lease; false while another owner has it. */
	take(name: string, owner: string, forMs: number): boolean {
		const now = this.#store.now();
		return this.#store.run(() => {
			const take = this.#store.database.query(
				`INSERT INTO leases (name, owner, until) VALUES (?1, ?2, ?3)
				 ON CONFLICT (name) DO UPDATE SET owner = ?2, until = ?3 WHERE owner = ?2 OR until <= ?4`,
			);
			return take.run(name, owner, now + forMs, now).changes > 0;
		});
	}

	release(name: string, owner: string): void {
		this.#store.run(() =>
			this.#store.database.query("DELETE FROM leases WHERE name = ? AND owner = ?").run(name, owner),
		);
	}
}
