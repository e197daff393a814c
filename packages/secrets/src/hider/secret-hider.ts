import { createHmac } from "node:crypto";
import { minObfuscated, type SecretEntry, secretSources } from "../entries/secret-entry.ts";
import { type Cluster, clusters, type Span } from "../matching/clusters.ts";
import { prepareSearch } from "../matching/searched-text.ts";
import { SpelledWords, type Word } from "../matching/spelled-words.ts";
import { decodedSpellings, spellings } from "../matching/spellings.ts";
import type { TextGuard } from "../text-guard.ts";
import { caseHint, type FoundPlaceholder, placeholder, placeholderLike, placeholdersIn } from "./placeholder.ts";
import { RememberedTexts } from "./remembered-texts.ts";
import { safeLabels } from "./safe-labels.ts";

export const redacted = "[redacted]";
/** The entry of a text that only looks like a placeholder of ours. */
const literal = -1;
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

interface Issued {
	readonly value: string;
	readonly hint: string | undefined;
}

/**
 * Replaces secrets by placeholders, and placeholders by secrets. The same value has the same placeholder for as long as the key
 * is the same; `restore(hide(text))` is the text, except for what mode `replace` has changed.
 */
export class SecretHider implements TextGuard {
	readonly #entries: readonly SecretEntry[];
	readonly #labels: ReadonlyArray<string | undefined>;
	readonly #key: Uint8Array;
	readonly #words: readonly Word[];
	readonly #spelled: SpelledWords;
	readonly #issued = new Map<string, Issued>();
	readonly #hashes = new Map<string, string>();
	readonly #remembered = new RememberedTexts();
	#areAllIssued = false;

	/** Entries in the order they count. `key` has 32 bytes. */
	constructor(entries: readonly SecretEntry[], key: Uint8Array) {
		this.#entries = [...entries].sort((a, b) => rankOf(a) - rankOf(b));
		this.#labels = safeLabels(this.#entries);
		this.#key = key;
		const { words, decoded } = buildWords(this.#entries);
		this.#words = words;
		this.#spelled = new SpelledWords(words, decoded);
	}

	/**
	 * `keepPlaceholders` leaves those that are there already, in what a user or a provider wrote; otherwise a file that holds one
	 * would get the secret when it is edited.
	 */
	hide(text: string, { keepPlaceholders = false }: { readonly keepPlaceholders?: boolean } = {}): string {
		const hasPlaceholders = text.includes("$$");
		const known = hasPlaceholders ? undefined : this.#remembered.find(text);
		if (known !== undefined) return known;
		const hidden = this.#replace(text, this.#clusters(text, hasPlaceholders && !keepPlaceholders), (part, cluster) =>
			this.#instead(part, cluster),
		);
		if (!hasPlaceholders) this.#remembered.keep(text, hidden);
		return hidden;
	}

	/** Unknown placeholders stay as they are. */
	restore(text: string): string {
		const pieces: string[] = [];
		let from = 0;
		for (const { start, end, hash } of this.findPlaceholders(text)) {
			pieces.push(text.slice(from, start), this.#find(hash)?.value ?? "");
			from = end;
		}
		return from === 0 ? text : pieces.join("") + text.slice(from);
	}

	/** Those that stand for something. */
	findPlaceholders(text: string): FoundPlaceholder[] {
		if (!text.includes("$$")) return [];
		return placeholdersIn(text, ({ hash, hint }) => {
			const issued = this.#find(hash);
			return issued !== undefined && (hint === undefined || hint === issued.hint);
		});
	}

	/** For what leaves to people: nothing tells one secret from another. */
	redact(text: string): string {
		return this.#replace(text, this.#clusters(text, false), (_, { entries }) => {
			const [entry] = entries.map((index) => this.#entries[index]);
			return (entries.length === 1 && entry?.replacement) || redacted;
		});
	}

	#clusters(text: string, withLiterals: boolean): Cluster[] {
		const searched = prepareSearch(text);
		const spans: Span[] = this.#spelled.find(searched).map((found) => ({ ...found, rank: found.entry }));
		this.#entries.forEach((entry, index) => {
			if (entry.type !== "regex") return;
			const least = entry.mode === "replace" ? 1 : minObfuscated;
			const find = (searched: string) => entry.pattern.find(searched).filter(([start, end]) => end - start >= least);
			// What is encoded would not be understood once a part is exchanged for another.
			const views = entry.mode === "obfuscate" ? searched.encoded : [];
			const encoded = views.flatMap((view) =>
				find(view.text)
					.map((range) => view.toOrigin(range))
					.filter((range) => range !== undefined),
			);
			for (const [start, end] of [...find(text), ...encoded]) spans.push({ start, end, entry: index, rank: index });
		});
		if (withLiterals) {
			const known = placeholdersIn(text, ({ hash }) => this.#find(hash) !== undefined, placeholderLike);
			for (const { start, end } of known) spans.push({ start, end, entry: literal, rank: literal });
		}
		return spans.length === 0 ? [] : clusters(spans);
	}

	#replace(text: string, found: readonly Cluster[], change: (part: string, cluster: Cluster) => string): string {
		if (found.length === 0) return text;
		const pieces: string[] = [];
		let from = 0;
		for (const cluster of found) {
			pieces.push(text.slice(from, cluster.start), change(text.slice(cluster.start, cluster.end), cluster));
			from = cluster.end;
		}
		return pieces.join("") + text.slice(from);
	}

	#instead(part: string, { entries }: Cluster): string {
		const [first = literal] = entries;
		const entry = entries.length === 1 ? this.#entries[first] : undefined;
		const isOneWay = entries.some((index) => this.#entries[index]?.mode === "replace");
		if (isOneWay) return entry?.replacement ?? this.#sameLength(part);
		return placeholder(this.#issue(part), part, entry && this.#labels[first]);
	}

	#sameLength(value: string): string {
		for (let round = 0; ; round++) {
			let made = "";
			for (let block = 0; made.length < value.length; block++) {
				const bytes = this.#hmac(`replace\0${round}\0${block}\0${value}`);
				for (const byte of bytes) made += letters[byte % letters.length];
			}
			const cut = made.slice(0, value.length);
			if (cut !== value) return cut;
		}
	}

	#find(hash: string): Issued | undefined {
		const issued = this.#issued.get(hash);
		if (issued || this.#areAllIssued) return issued;
		// From a session before this one.
		this.#areAllIssued = true;
		for (const { text, entry } of this.#words) if (this.#entries[entry]?.mode === "obfuscate") this.#issue(text);
		return this.#issued.get(hash);
	}

	#issue(value: string): string {
		const known = this.#hashes.get(value);
		if (known !== undefined) return known;
		const hash = Array.from(this.#hmac(value).subarray(0, 12), (byte) => alphabet[byte % alphabet.length]).join("");
		this.#hashes.set(value, hash);
		this.#issued.set(hash, { value, hint: caseHint(value) });
		return hash;
	}

	#hmac(text: string): Buffer {
		return createHmac("sha256", this.#key).update(text).digest();
	}
}

function rankOf({ source }: SecretEntry): number {
	return secretSources.indexOf(source);
}

function buildWords(entries: readonly SecretEntry[]): { readonly words: Word[]; readonly decoded: Word[] } {
	const words = new Map<string, number>();
	const decoded = new Map<string, number>();
	const plain = entries.flatMap((entry, index) =>
		entry.type === "plain" && (entry.mode === "replace" || entry.value.length >= minObfuscated)
			? [{ index, value: entry.value, all: spellings(entry.value) }]
			: [],
	);
	// A value as somebody wrote it counts before the spelling of another.
	for (const { index, all } of plain) addFirst(words, all[0] ?? "", index);
	for (const { index, all } of plain) for (const text of all.slice(1)) addFirst(words, text, index);
	for (const { index, value } of plain) for (const text of decodedSpellings(value)) addFirst(decoded, text, index);
	words.delete("");
	return { words: toList(words), decoded: toList(decoded) };
}

function addFirst(words: Map<string, number>, text: string, entry: number): void {
	if (!words.has(text)) words.set(text, entry);
}

function toList(words: ReadonlyMap<string, number>): Word[] {
	return [...words].map(([text, entry]) => ({ text, entry }));
}
