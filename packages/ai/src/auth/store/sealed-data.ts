import { type Keyring, KeyringError, systemKeyring } from "./keyring.ts";

/** Where the secret part of a row is: in the row, or in the keyring with only its id in the row. */
export type CredentialStorage = "file" | "keyring";

/** Reads and writes the secret parts of rows, wherever they are. */
export class SealedData {
	readonly #keyring: Keyring;
	/** An id stands for one text for ever. */
	readonly #known = new Map<string, string>();

	constructor(keyring: Keyring = systemKeyring()) {
		this.#keyring = keyring;
	}

	/** What goes into the row. */
	seal(data: string, storage: CredentialStorage): string {
		if (storage === "file") return data;
		const id = crypto.randomUUID();
		this.#keyring.save(id, data);
		if (this.#keyring.find(id) !== data)
			throw new KeyringError("The keyring cannot be used: it does not keep what is saved");
		this.#known.set(id, data);
		return JSON.stringify({ keyring: id });
	}

	/** What a row stands for; empty when the keyring does not have it. */
	open(stored: string): string {
		const id = keyringId(stored);
		if (id === undefined) return stored;
		const data = this.#known.get(id) ?? this.#keyring.find(id);
		if (data === undefined) return "";
		this.#known.set(id, data);
		return data;
	}

	/** Removes what a row no longer needs. */
	forget(stored: string): void {
		const id = keyringId(stored);
		if (id === undefined) return;
		this.#known.delete(id);
		this.#keyring.remove(id);
	}
}

function keyringId(stored: string): string | undefined {
	return /^\{"keyring":"([\da-f-]{36})"\}$/.exec(stored)?.[1];
}
