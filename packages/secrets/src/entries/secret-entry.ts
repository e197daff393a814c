import type { SecretPattern } from "../patterns/secret-pattern.ts";

export type SecretMode = "obfuscate" | "replace";

/** Where an entry comes from. The user's own entries count before what is guessed from names and shapes. */
export const secretSources = ["file", "environment", "pattern"] as const;
export type SecretSource = (typeof secretSources)[number];

interface EntryFields {
	readonly source: SecretSource;
	readonly mode: SecretMode;
	/** Mode `replace` only; a value of the same length without it. */
	readonly replacement?: string;
	/** `[A-Z0-9]{1,32}`: part of the placeholder. */
	readonly label?: string;
}

export interface PlainSecret extends EntryFields {
	readonly type: "plain";
	readonly value: string;
}

export interface PatternSecret extends EntryFields {
	readonly type: "regex";
	readonly pattern: SecretPattern;
}

/** A value, or a pattern of values, that must not leave. */
export type SecretEntry = PlainSecret | PatternSecret;

/** Shorter values would hide ordinary text; only mode `replace` takes them. */
export const minObfuscated = 8;
