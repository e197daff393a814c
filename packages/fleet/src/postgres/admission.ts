import type { Admission, AdmitRequest, BatchLimits, RequestOutcome } from "../contract/fleet-queue.ts";
import {
	type AccountState,
	afterBlock,
	checkCap,
	correctTokens,
	dayCap,
	describeWait,
	limitsForAccount,
	type Money,
	reserveRequest,
} from "../engine/admission.ts";
import { toNanos } from "../engine/rules.ts";
import type { Transaction } from "./connection.ts";
import { addPaid } from "./payments.ts";

/** What an admission has to know, read in one statement. */
interface AdmitRow {
	readonly seq: number;
	readonly batch: string;
	readonly limits: string;
	readonly now: number;
	readonly shared: readonly string[];
	readonly ready_at: number | null;
	readonly is_granted: boolean | null;
}

/**
 * Locks are taken in the order task, reservation, batch, account everywhere. Money is read after the lock that keeps others from
 * reserving the same rest of a cap.
 */
export async function admitRequest(
	transaction: Transaction,
	account: string,
	request: AdmitRequest,
): Promise<Admission> {
	const row = await readFacts(transaction, account, request);
	if (!row) return { kind: "lost" };
	if (row.ready_at !== null) {
		return row.is_granted
			? { kind: "go" }
			: continueReservation(transaction, account, request.key, row.ready_at, row.now);
	}
	const limits = JSON.parse(row.limits) as BatchLimits;
	const shared = row.shared.map((text) => JSON.parse(text) as BatchLimits);
	const nanos = toNanos(request.usd);
	const refusal = await checkCaps(transaction, row, limits, dayCap(shared), nanos);
	if (refusal) return refusal;
	const state = await lockAccount(transaction, account);
	const reserved = reserveRequest(state, limitsForAccount(shared, account), request.tokens, row.now);
	const isGranted = reserved.readyAt <= row.now;
	const { requests, tokens, at, blockedUntil, nextAt } = reserved.state;
	await transaction.query(
		`WITH account AS (
			UPDATE omp_fleet.account SET requests = $9, tokens = $10, at = $11, blocked_until = $12, next_at = $13 WHERE name = $1
		)
		INSERT INTO omp_fleet.reservation (account, key, task, batch, tokens, usd, ready_at, is_granted)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		[
			...[account, request.key, row.seq, row.batch, request.tokens, nanos, reserved.readyAt, isGranted],
			...[requests, tokens, at, blockedUntil, nextAt],
		],
	);
	return describeWait(reserved.readyAt, row.now, reserved.state);
}

async function readFacts(
	transaction: Transaction,
	account: string,
	{ lease, key }: AdmitRequest,
): Promise<AdmitRow | undefined> {
	const [row] = await transaction.query<AdmitRow>(
		`SELECT t.seq, t.batch, b.limits, omp_fleet.now_ms() AS now, r.ready_at, r.is_granted, ARRAY(
			SELECT s.limits FROM omp_fleet.batch s WHERE s.is_shared AND EXISTS (
				SELECT 1 FROM omp_fleet.task u WHERE u.batch = s.id AND u.state IN ('queued', 'running', 'waiting')
			)
		) AS shared
		FROM omp_fleet.task t JOIN omp_fleet.batch b ON b.id = t.batch
		LEFT JOIN omp_fleet.reservation r ON r.account = $3 AND r.key = $4
		WHERE t.id = $1 AND t.fence = $2 AND t.attempt IS NOT NULL FOR SHARE OF t`,
		[lease.task, lease.fence, account, key],
	);
	return row;
}

async function checkCaps(
	transaction: Transaction,
	row: AdmitRow,
	limits: BatchLimits,
	dayUsd: number | undefined,
	nanos: number,
): Promise<Admission | undefined> {
	if (limits.usd !== undefined) {
		await transaction.query("SELECT 1 FROM omp_fleet.batch WHERE id = $1 FOR NO KEY UPDATE", [row.batch]);
		const [money] = await transaction.query<Money>(
			`SELECT (SELECT COALESCE(SUM(usd), 0)::bigint FROM omp_fleet.paid WHERE batch = $1) AS "paidNanos",
			(SELECT COALESCE(SUM(usd), 0)::bigint FROM omp_fleet.reservation WHERE batch = $1) AS "reservedNanos"`,
			[row.batch],
		);
		const refusal = money && checkCap("batch", limits.usd, money, nanos);
		if (refusal) return refusal;
	}
	if (dayUsd === undefined) return undefined;
	await transaction.query("SELECT pg_advisory_xact_lock(hashtext('omp_fleet day'))");
	const [money] = await transaction.query<Money>(
		`SELECT (SELECT COALESCE(SUM(usd), 0)::bigint FROM omp_fleet.paid
			WHERE day = to_char(to_timestamp($1 / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD')) AS "paidNanos",
		(SELECT COALESCE(SUM(usd), 0)::bigint FROM omp_fleet.reservation) AS "reservedNanos"`,
		[row.now],
	);
	return money && checkCap("day", dayUsd, money, nanos);
}

async function continueReservation(
	transaction: Transaction,
	account: string,
	key: string,
	readyAt: number,
	now: number,
): Promise<Admission> {
	const state = await lockAccount(transaction, account);
	if (readyAt > now) return describeWait(readyAt, now, state);
	const open = afterBlock(state, now);
	if (open.readyAt > now) await writeAccount(transaction, account, open.state);
	await transaction.query(
		"UPDATE omp_fleet.reservation SET ready_at = $3, is_granted = $4 WHERE account = $1 AND key = $2",
		[account, key, open.readyAt, open.readyAt <= now],
	);
	return describeWait(open.readyAt, now, open.state);
}

export async function reportRequest(transaction: Transaction, account: string, outcome: RequestOutcome): Promise<void> {
	const [owner] = await transaction.query<{ seq: number }>(
		`SELECT t.seq FROM omp_fleet.task t JOIN omp_fleet.reservation r ON r.task = t.seq
		WHERE r.account = $1 AND r.key = $2 FOR UPDATE OF t`,
		[account, outcome.key],
	);
	const [closed] = await transaction.query<{ batch: string; tokens: number; is_granted: boolean }>(
		"DELETE FROM omp_fleet.reservation WHERE account = $1 AND key = $2 RETURNING batch, tokens, is_granted",
		[account, outcome.key],
	);
	if (owner && closed) {
		const nanos = toNanos(outcome.usd);
		await transaction.query("UPDATE omp_fleet.task SET reported = reported + $2 WHERE seq = $1", [owner.seq, nanos]);
		await addPaid(transaction, [{ batch: closed.batch, nanos }]);
	}
	const surplus = closed && { requests: closed.is_granted ? 0 : 1, tokens: closed.tokens - outcome.tokens };
	const isOff = surplus !== undefined && (surplus.requests !== 0 || surplus.tokens !== 0);
	if (!isOff && !outcome.blockedMs) return;
	const { now, ...state } = await lockAccount(transaction, account);
	const corrected = surplus ? correctTokens(state, surplus) : state;
	const blockedUntil = Math.max(corrected.blockedUntil, outcome.blockedMs ? now + outcome.blockedMs : 0);
	await writeAccount(transaction, account, { ...corrected, blockedUntil });
}

async function lockAccount(
	transaction: Transaction,
	account: string,
): Promise<AccountState & { readonly now: number }> {
	const select = () =>
		transaction.query<AccountState & { readonly now: number }>(
			`SELECT requests, tokens, at, blocked_until AS "blockedUntil", next_at AS "nextAt", omp_fleet.now_ms() AS now
			FROM omp_fleet.account WHERE name = $1 FOR UPDATE`,
			[account],
		);
	const [present] = await select();
	if (present) return present;
	await transaction.query("INSERT INTO omp_fleet.account (name) VALUES ($1) ON CONFLICT DO NOTHING", [account]);
	const [made] = await select();
	if (!made) throw new Error(`The account ${account} is gone while it is used`);
	return made;
}

async function writeAccount(transaction: Transaction, account: string, state: AccountState): Promise<void> {
	await transaction.query(
		`UPDATE omp_fleet.account SET requests = $2, tokens = $3, at = $4, blocked_until = $5, next_at = $6 WHERE name = $1`,
		[account, state.requests, state.tokens, state.at, state.blockedUntil, state.nextAt],
	);
}
