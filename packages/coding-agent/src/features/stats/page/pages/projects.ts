import { drawChart } from "../charts/chart.ts";
import { aggregateColumns } from "../parts/columns.ts";
import { folderName, money } from "../parts/format.ts";
import type { Answer, Page } from "../parts/page-view.ts";
import { drawPanel } from "../parts/panel.ts";

/** More bars do not fit side by side on a phone. */
const shownBars = 12;

export const projectsPage: Page = {
	name: "projects",
	title: "Projects",
	path: "/api/stats/folders",
	hasRange: true,
	draw: (folders: Answer<"folders">, { open }) => {
		const top = folders.slice(0, shownBars);
		const columns = [
			{
				...{ name: "Project", isText: true, isFolder: true },
				read: ({ folder }: { readonly folder: string }) => folder || "unknown",
			},
			...aggregateColumns<(typeof folders)[number]>(),
		];
		return [
			drawPanel({
				title: "Cost by project",
				columns,
				rows: top,
				chart: () =>
					drawChart({
						title: "Cost by project",
						kind: "bars",
						names: top.map(({ folder }) => folder || "unknown"),
						labels: top.map(({ folder }) => shortName(folderName(folder).split("/").at(-1) ?? "")),
						series: [{ name: "Cost", values: top.map(({ totalCost }) => totalCost), color: "c0" }],
						format: money,
					}),
				isWide: true,
				open,
			}),
			drawPanel({ title: "Projects", columns, rows: folders, isWide: true, open }),
		];
	},
};

/** Labels of bars stand side by side. */
function shortName(name: string): string {
	return name.length > 14 ? `${name.slice(0, 8)}…${name.slice(-4)}` : name;
}
