/** Lists what skipped tests need, and the command that installs it; empty when none was skipped. */
export function describeSkipped(reasons: readonly string[]): string {
	if (reasons.length === 0) return "";
	const counts = new Map<string, number>();
	for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	const rows = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
	return [
		`Skipped ${reasons.length} tests, which need:`,
		...rows.map(([reason, count]) => `  ${String(count).padStart(4)}  ${reason}`),
		"On Debian, `bash scripts/machines/install-test-tools.sh` installs what they need.",
	].join("\n");
}
