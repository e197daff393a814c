/** One function of a profile and the time spent in it, in whatever unit. */
export interface HotSpot {
	readonly name: string;
	readonly place: string;
	/** In the function itself. */
	readonly self: number;
	/** With everything it called. */
	readonly total: number;
}

const shownSpots = 30;

/** A table of where the time went, the hottest first. */
export function hotSpotTable(spots: readonly HotSpot[], whole: number, format: (value: number) => string): string {
	const share = (value: number) => `${whole === 0 ? "0.0" : ((value / whole) * 100).toFixed(1)}%`;
	const hottest = spots.filter(({ self }) => self > 0).toSorted((a, b) => b.self - a.self);
	const rows = hottest
		.slice(0, shownSpots)
		.map(({ name, place, self, total }) =>
			[share(self), format(self), share(total), `${name}${place === "" ? "" : ` (${place})`}`].join(" | "),
		);
	const hidden = hottest.length - rows.length;
	const more = hidden > 0 ? [`… ${hidden} more functions`] : [];
	return ["self | time | with callees | function", ...rows, ...more].join("\n");
}
