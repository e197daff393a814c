/** What stands for a refresh token, which never leaves the broker. */
export const remoteRefresh = "__remote__";

export interface WireKey {
	readonly type: "api_key";
	readonly key: string;
	/** It came from the provider's login. */
	readonly source?: "login" | undefined;
}

export interface WireLogin {
	readonly type: "oauth";
	readonly access: string;
	readonly refresh?: string | undefined;
	/** On the broker's clock, as all times of an answer. */
	readonly expires: number;
	readonly email?: string | undefined;
	readonly accountId?: string | undefined;
	readonly orgId?: string | undefined;
	readonly orgName?: string | undefined;
	readonly projectId?: string | undefined;
	readonly enterpriseUrl?: string | undefined;
	readonly apiEndpoint?: string | undefined;
	readonly authorizedAt?: number | undefined;
}

export interface WireBlock {
	readonly provider: string;
	readonly scope: string;
	readonly untilMs: number;
}

export interface WireEntry {
	readonly id: number;
	readonly provider: string;
	readonly credential: WireKey | WireLogin;
	readonly identityKey: string | null;
	/** Until the sweep that will refresh it. */
	readonly rotatesInMs: number | null;
	readonly blocks?: readonly WireBlock[] | undefined;
}

export interface WireRefresher {
	readonly enabled: boolean;
	readonly intervalMs: number;
	readonly skewMs: number;
	readonly nextSweepInMs: number;
}

export interface WireSnapshot {
	readonly generation: number;
	readonly generatedAt: number;
	readonly serverNowMs: number;
	readonly refresher: WireRefresher;
	readonly credentials: readonly WireEntry[];
}

interface Change {
	readonly generation: number;
	readonly serverNowMs: number;
	readonly refresher: WireRefresher;
}

/** An event of the stream; its name is its kind. */
export type WireChange =
	| ({ readonly kind: "snapshot" } & WireSnapshot)
	| ({ readonly kind: "entry"; readonly entry: WireEntry } & Change)
	| ({ readonly kind: "removed"; readonly id: number; readonly cause?: string | undefined } & Change);
