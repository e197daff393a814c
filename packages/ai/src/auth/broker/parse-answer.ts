import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { WireBlock, WireChange, WireEntry, WireKey, WireLogin, WireSnapshot } from "./wire.ts";

/** What a program that is no broker answers, or a broker of another version. */
export class UnknownAnswerError extends Error {
	override readonly name = "UnknownAnswerError";
}

/** Entries that cannot be understood are left out, so that one of a newer version does not cost the others. */
export function parseSnapshot(value: unknown): WireSnapshot {
	if (!isRecord(value) || !Array.isArray(value.credentials)) throw unknown("a snapshot");
	return {
		generation: number(value.generation, "generation"),
		generatedAt: number(value.generatedAt, "generatedAt"),
		serverNowMs: number(value.serverNowMs, "serverNowMs"),
		refresher: parseRefresher(value.refresher),
		credentials: value.credentials.map(parseEntry).filter((entry) => entry !== undefined),
	};
}

/** `undefined` for a kind that is not known. */
export function parseChange(value: unknown): WireChange | undefined {
	if (!isRecord(value)) throw unknown("an event");
	if (value.kind === "snapshot") return { kind: "snapshot", ...parseSnapshot(value) };
	if (value.kind !== "entry" && value.kind !== "removed") return undefined;
	const common = {
		generation: number(value.generation, "generation"),
		serverNowMs: number(value.serverNowMs, "serverNowMs"),
		refresher: parseRefresher(value.refresher),
	};
	if (value.kind === "removed") {
		const cause = typeof value.cause === "string" ? value.cause : undefined;
		return { kind: "removed", id: number(value.id, "id"), cause, ...common };
	}
	const entry = parseEntry(value.entry);
	return entry && { kind: "entry", entry, ...common };
}

export function parseEntry(value: unknown): WireEntry | undefined {
	if (!isRecord(value) || typeof value.id !== "number" || typeof value.provider !== "string") return undefined;
	const credential = parseCredential(value.credential);
	if (!credential) return undefined;
	const blocks = Array.isArray(value.blocks) ? value.blocks.map(parseBlock).filter((block) => block !== undefined) : [];
	return {
		id: value.id,
		provider: value.provider,
		credential,
		identityKey: typeof value.identityKey === "string" ? value.identityKey : null,
		rotatesInMs: typeof value.rotatesInMs === "number" ? value.rotatesInMs : null,
		...(blocks.length > 0 && { blocks }),
	};
}

function parseCredential(value: unknown): WireKey | WireLogin | undefined {
	if (!isRecord(value)) return undefined;
	if (value.type === "api_key" && typeof value.key === "string") {
		return { type: "api_key", key: value.key, ...(value.source === "login" && { source: value.source }) };
	}
	if (value.type !== "oauth" || typeof value.access !== "string" || typeof value.expires !== "number") return undefined;
	return {
		type: "oauth",
		access: value.access,
		...(typeof value.refresh === "string" && { refresh: value.refresh }),
		expires: value.expires,
		...texts(value, ["email", "accountId", "orgId", "orgName", "projectId", "enterpriseUrl", "apiEndpoint"]),
		...(typeof value.authorizedAt === "number" && { authorizedAt: value.authorizedAt }),
	};
}

function parseBlock(value: unknown): WireBlock | undefined {
	if (!isRecord(value) || typeof value.provider !== "string" || typeof value.untilMs !== "number") return undefined;
	return {
		provider: value.provider,
		scope: typeof value.scope === "string" ? value.scope : "",
		untilMs: value.untilMs,
	};
}

function parseRefresher(value: unknown): WireSnapshot["refresher"] {
	const of = isRecord(value) ? value : {};
	const ms = (field: unknown) => (typeof field === "number" ? field : 0);
	return {
		enabled: of.enabled === true,
		intervalMs: ms(of.intervalMs),
		skewMs: ms(of.skewMs),
		nextSweepInMs: ms(of.nextSweepInMs),
	};
}

function texts<Name extends string>(
	value: Record<string, unknown>,
	names: readonly Name[],
): Partial<Record<Name, string>> {
	const found: Partial<Record<Name, string>> = {};
	for (const name of names) {
		const text = value[name];
		if (typeof text === "string") found[name] = text;
	}
	return found;
}

function number(value: unknown, name: string): number {
	if (typeof value !== "number" || !Number.isFinite(value)) throw unknown(`a number as "${name}"`);
	return value;
}

function unknown(what: string): UnknownAnswerError {
	return new UnknownAnswerError(`The answer is not from an omp auth broker: expected ${what}`);
}
