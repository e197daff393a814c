import type { Area, Requirement } from "../../test/requirements.ts";

export interface Progress {
	readonly area: string;
	readonly verified: number;
	readonly planned: number;
	readonly total: number;
}

export function countProgress(areas: readonly Area[], verifiedIds: ReadonlySet<string>): readonly Progress[] {
	return areas.map(({ area, requirements }) => ({
		area,
		verified: requirements.filter(({ id }) => verifiedIds.has(id)).length,
		planned: requirements.filter(({ status }) => status === "planned").length,
		total: requirements.length,
	}));
}

export function progressTotals(rows: readonly Progress[]): Progress {
	const sum = (key: "verified" | "planned" | "total") => rows.reduce((total, row) => total + row[key], 0);
	return { area: "total", verified: sum("verified"), planned: sum("planned"), total: sum("total") };
}

export function progressTable(rows: readonly Progress[]): string {
	const cells = [...rows, progressTotals(rows)].map(({ area, verified, planned, total }) => [
		area,
		String(verified),
		String(planned),
		String(total),
	]);
	const header = ["area", "verified", "planned", "total"];
	const widths = header.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
	const line = (row: readonly string[]) =>
		row
			.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
			.join("  ");
	const rule = widths.map((width) => "-".repeat(width)).join("  ");
	const body = cells.map(line);
	return [line(header), rule, ...body.slice(0, -1), rule, ...body.slice(-1)].join("\n");
}

/** The planned lines of all areas, or of one. */
export function plannedList(areas: readonly Area[], onlyArea?: string): string {
	return areas
		.filter(({ area }) => onlyArea === undefined || area === onlyArea)
		.map(({ area, requirements }) => ({ area, planned: requirements.filter(({ status }) => status === "planned") }))
		.filter(({ planned }) => planned.length > 0)
		.map(({ area, planned }) => [`${area} (${planned.length} planned)`, ...planned.map(plannedLine)].join("\n"))
		.join("\n\n");
}

const plannedLine = ({ id, behavior }: Requirement) => `  ${id}\n      ${behavior}`;
