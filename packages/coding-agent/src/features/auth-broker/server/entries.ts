import {
	remoteRefresh,
	type WireBlock,
	type WireEntry,
	type WireKey,
	type WireLogin,
} from "@oh-my-pi/pi-ai/auth/broker/wire";
import type { CredentialStore } from "@oh-my-pi/pi-ai/auth/store/credential-store";
import type { StoredCredential, StoredKey, StoredLogin } from "@oh-my-pi/pi-ai/auth/store/stored-credential";
import type { OAuthTokens } from "@oh-my-pi/pi-ai/model/credential";
import { serverLoginPrefix } from "../../../accounts/provider-accounts.ts";
import type { RefreshSchedule } from "./refresher.ts";

/** What leaves the broker of a row; `rotatesInMs` is added when it is sent. */
export type SharedEntry = Omit<WireEntry, "rotatesInMs"> & { readonly row: StoredCredential };

/** The rows that clients may use, without refresh tokens. Logins at MCP servers stay where they were made. */
export function sharedEntries(store: CredentialStore): SharedEntry[] {
	const blocks = store.allBlocks();
	return store
		.list()
		.filter(({ provider }) => !provider.startsWith(serverLoginPrefix))
		.map((row) => {
			const own = blocks.get(row.id);
			return {
				row,
				id: row.id,
				provider: row.provider,
				credential: row.type === "api_key" ? sharedKey(row) : redacted(row.tokens),
				identityKey: row.identityKey ?? null,
				...(own && { blocks: own }),
			};
		});
}

function sharedKey({ type, key, source }: StoredKey): WireKey {
	return { type, key, ...(source && { source }) };
}

function redacted({ refresh: _, ...tokens }: OAuthTokens): WireLogin {
	return { type: "oauth", ...tokens, refresh: remoteRefresh };
}

/** Whether two states of a row are the same for a client. */
export function isSameEntry({ row: _a, ...a }: SharedEntry, { row: _b, ...b }: SharedEntry): boolean {
	return Bun.deepEquals(a, b);
}

/** An entry as one client sees it now. */
export function toWire(entry: SharedEntry, view: EntryView): WireEntry {
	const { row, blocks, ...shared } = entry;
	const { now, schedule, knowsMeters } = view;
	return {
		...shared,
		rotatesInMs: row.type === "oauth" ? rotatesInMs(row, now, schedule) : null,
		...(blocks && { blocks: knowsMeters ? blocks : blocks.map(asOneMeter) }),
	};
}

export interface EntryView {
	readonly now: number;
	readonly schedule: RefreshSchedule;
	/** The client tells the two meters of a Codex account apart. */
	readonly knowsMeters: boolean;
}

const meteredProvider = "openai-codex";
/** How a client that knows one meter calls it. */
export const oneMeter = "shared";

function asOneMeter(block: WireBlock): WireBlock {
	return block.provider === meteredProvider && block.scope !== "" ? { ...block, scope: oneMeter } : block;
}

/** Until the sweep that will refresh it. */
function rotatesInMs({ tokens }: StoredLogin, now: number, { intervalMs, skewMs, nextSweepAt }: RefreshSchedule) {
	if (!tokens.refresh) return null;
	const nextSweepInMs = Math.max(0, nextSweepAt - now);
	const lateMs = tokens.expires - skewMs - now - nextSweepInMs;
	return nextSweepInMs + Math.max(0, Math.ceil(lateMs / intervalMs)) * intervalMs;
}
