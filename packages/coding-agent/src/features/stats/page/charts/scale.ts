/** Round values from 0 to at least the most, for an axis. */
export function ticks(most: number, wanted = 4): number[] {
	if (most <= 0) return [0, 1];
	const rough = most / wanted;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
	return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, index) => index * step);
}

/** Which of many positions get a label, so that labels do not touch. */
export function labeledEvery(positions: number, width: number, labelWidth: number): number {
	return Math.max(1, Math.ceil((positions * labelWidth) / Math.max(1, width)));
}
