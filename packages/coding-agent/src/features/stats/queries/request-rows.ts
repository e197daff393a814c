import { agentTypes } from "../store/rows.ts";
import type { StatsStore } from "../store/stats-store.ts";

export const maxRows = 1000;

type Flat = Readonly<Record<string, string | number | null>>;

/** The newest requests, or the newest that failed. */
export function recentRequests(store: StatsStore, limit: number, options: { readonly onlyFailed?: boolean } = {}) {
	const rows = store.all<Flat>(
		`${select} ${options.onlyFailed ? "WHERE failed = 1" : ""} ORDER BY at DESC, requests.id LIMIT ?`,
		Math.min(maxRows, limit),
	);
	return rows.map(shapeRequest);
}

export interface StoredPlace {
	readonly sessionFile: string | null;
	readonly entryId: string;
	readonly lineStart: number;
}

export function findRequest(store: StatsStore, id: number) {
	const [row] = store.all<Flat>(`${select} WHERE requests.id = ?`, id);
	if (row === undefined) return undefined;
	const place: StoredPlace = {
		sessionFile: row.sessionFile === null ? null : String(row.sessionFile),
		entryId: String(row.entry),
		lineStart: Number(row.lineStart),
	};
	return { request: shapeRequest(row), place };
}

const select = `SELECT requests.*, requests.id AS id, folderName.text AS folderText, providerName.text AS providerText,
	modelName.text AS modelText, apiName.text AS apiText, files.path AS sessionFile FROM requests
	JOIN names folderName ON folderName.id = requests.folder JOIN names providerName ON providerName.id = requests.provider
	JOIN names modelName ON modelName.id = requests.model JOIN names apiName ON apiName.id = requests.api
	LEFT JOIN files ON files.id = requests.file`;

function shapeRequest(row: Flat) {
	return {
		id: row.id,
		sessionFile: row.sessionFile,
		entryId: row.entry,
		folder: row.folderText,
		model: row.modelText,
		provider: row.providerText,
		api: row.apiText,
		timestamp: row.at,
		duration: row.durationMs,
		ttft: row.ttftMs,
		stopReason: row.stopReason,
		errorMessage: row.errorMessage,
		agentType: agentTypes[Number(row.agentType)] ?? "main",
		usage: {
			input: row.input,
			output: row.output,
			cacheRead: row.cacheRead,
			cacheWrite: row.cacheWrite,
			totalTokens: row.totalTokens,
			premiumRequests: row.premiumRequests,
			cost: {
				input: row.costInput,
				output: row.costOutput,
				cacheRead: row.costCacheRead,
				cacheWrite: row.costCacheWrite,
				total: row.cost,
			},
		},
	};
}
