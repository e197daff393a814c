import type { Database } from "bun:sqlite";
import type { Admission, AdmitRequest, BatchLimits, RequestOutcome } from "../contract/fleet-queue.ts";
import {
	type AccountState,
	afterBlock,
	checkCap,
	correctTokens,
	dayCap,
	describeWait,
	freshAccount,
	limitsForAccount,
	type Money,
	reserveRequest,
} from "../engine/admission.ts";
import { formatDay, toNanos } from "../engine/rules.ts";
import { addPaid, findOwned } from "./leases.ts";

interface ReservationRow {
	readonly task: number;
	readonly batch: string;
	readonly tokens: number;
	readonly usd: number;
	readonly ready_at: number;
	readonly is_granted: number;
}

export function admitRequest(database: Database, now: number, account: string, request: AdmitRequest): Admission {
	const owner = findOwned(database, request.lease);
	if (!owner) return { kind: "lost" };
	const present = findReservation(database, account, request.key);
	if (present) return continueReservation(database, now, account, request.key, present);
	const nanos = toNanos(request.usd);
	const shared = sharedLimits(database);
	const refusal =
		checkCap("batch", batchLimits(database, owner.batch).usd, batchMoney(database, owner.batch), nanos) ??
		checkCap("day", dayCap(shared), dayMoney(database, now), nanos);
	if (refusal) return refusal;
	const reserved = reserveRequest(
		readAccount(database, account),
		limitsForAccount(shared, account),
		request.tokens,
		now,
	);
	writeAccount(database, account, reserved.state);
	database.run(
		`INSERT INTO reservation (account, key, task, batch, tokens, usd, ready_at, is_granted) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		[
			account,
			request.key,
			owner.seq,
			owner.batch,
			request.tokens,
			nanos,
			reserved.readyAt,
			reserved.readyAt <= now ? 1 : 0,
		],
	);
	return describeWait(reserved.readyAt, now, reserved.state);
}

function continueReservation(
	database: Database,
	now: number,
	account: string,
	key: string,
	{ ready_at: readyAt, is_granted: isGranted }: ReservationRow,
): Admission {
	if (isGranted) return { kind: "go" };
	const state = readAccount(database, account);
	if (readyAt > now) return describeWait(readyAt, now, state);
	const open = afterBlock(state, now);
	if (open.readyAt > now) writeAccount(database, account, open.state);
	database.run("UPDATE reservation SET ready_at = ?, is_granted = ? WHERE account = ? AND key = ?", [
		open.readyAt,
		open.readyAt <= now ? 1 : 0,
		account,
		key,
	]);
	return describeWait(open.readyAt, now, open.state);
}

export function reportRequest(database: Database, now: number, account: string, outcome: RequestOutcome): void {
	const reservation = findReservation(database, account, outcome.key);
	if (reservation) {
		database.run("DELETE FROM reservation WHERE account = ? AND key = ?", [account, outcome.key]);
		const nanos = toNanos(outcome.usd);
		addPaid(database, now, reservation.batch, nanos);
		database.run("UPDATE task SET reported = reported + ? WHERE seq = ?", [nanos, reservation.task]);
		const surplus = {
			requests: reservation.is_granted ? 0 : 1,
			tokens: reservation.tokens - outcome.tokens,
		};
		writeAccount(database, account, correctTokens(readAccount(database, account), surplus));
	}
	if (outcome.blockedMs) {
		const state = readAccount(database, account);
		const blockedUntil = Math.max(state.blockedUntil, now + outcome.blockedMs);
		writeAccount(database, account, { ...state, blockedUntil });
	}
}

function findReservation(database: Database, account: string, key: string): ReservationRow | undefined {
	const sql = "SELECT task, batch, tokens, usd, ready_at, is_granted FROM reservation WHERE account = ? AND key = ?";
	return database.query<ReservationRow, [string, string]>(sql).get(account, key) ?? undefined;
}

function batchLimits(database: Database, batch: string): BatchLimits {
	const row = database.query<{ limits: string }, [string]>("SELECT limits FROM batch WHERE id = ?").get(batch);
	return row ? (JSON.parse(row.limits) as BatchLimits) : {};
}

/** Limits of batches with unfinished tasks. */
function sharedLimits(database: Database): readonly BatchLimits[] {
	const sql = `SELECT limits FROM batch WHERE is_shared = 1 AND EXISTS
		(SELECT 1 FROM task WHERE task.batch = batch.id AND state IN ('queued', 'running', 'waiting'))`;
	return database
		.query<{ limits: string }, []>(sql)
		.all()
		.map(({ limits }) => JSON.parse(limits) as BatchLimits);
}

function batchMoney(database: Database, batch: string): Money {
	const sql = `SELECT paid AS paidNanos, (SELECT COALESCE(SUM(usd), 0) FROM reservation WHERE reservation.batch = batch.id)
		AS reservedNanos FROM batch WHERE id = ?`;
	return database.query<Money, [string]>(sql).get(batch) ?? { paidNanos: 0, reservedNanos: 0 };
}

function dayMoney(database: Database, now: number): Money {
	const sql = `SELECT COALESCE((SELECT paid FROM day WHERE day = ?), 0) AS paidNanos,
		(SELECT COALESCE(SUM(usd), 0) FROM reservation) AS reservedNanos`;
	return database.query<Money, [string]>(sql).get(formatDay(now)) ?? { paidNanos: 0, reservedNanos: 0 };
}

function readAccount(database: Database, account: string): AccountState {
	const sql = `SELECT requests, tokens, at, blocked_until AS blockedUntil, next_at AS nextAt FROM account WHERE name = ?`;
	return database.query<AccountState, [string]>(sql).get(account) ?? freshAccount;
}

function writeAccount(database: Database, account: string, state: AccountState): void {
	database.run(
		`INSERT INTO account (name, requests, tokens, at, blocked_until, next_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
		ON CONFLICT (name) DO UPDATE SET requests = ?2, tokens = ?3, at = ?4, blocked_until = ?5, next_at = ?6`,
		[account, state.requests, state.tokens, state.at, state.blockedUntil, state.nextAt],
	);
}
