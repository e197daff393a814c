import type { Transaction } from "./connection.ts";

/** Sums are kept in so many rows, so that workers that end turns at the same time seldom wait for each other. */
const slots = 16;

export async function addPaid(
	transaction: Transaction,
	payments: ReadonlyArray<{ readonly batch: string; readonly nanos: number }>,
): Promise<void> {
	const nonzero = payments.filter(({ nanos }) => nanos !== 0).sort((a, b) => (a.batch < b.batch ? -1 : 1));
	if (nonzero.length === 0) return;
	await transaction.query(
		`INSERT INTO omp_fleet.paid (batch, day, slot, usd)
		SELECT batch, to_char(to_timestamp(omp_fleet.now_ms() / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), $3, usd
		FROM unnest($1::text[], $2::bigint[]) AS payment (batch, usd)
		ON CONFLICT (batch, day, slot) DO UPDATE SET usd = omp_fleet.paid.usd + EXCLUDED.usd`,
		[nonzero.map(({ batch }) => batch), nonzero.map(({ nanos }) => nanos), Math.floor(Math.random() * slots)],
	);
}
