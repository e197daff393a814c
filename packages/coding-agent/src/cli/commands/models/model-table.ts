import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { levelsOf } from "@oh-my-pi/pi-ai/models/match/thinking-level";

export interface ProviderModels {
	readonly provider: string;
	readonly models: readonly Model[];
	/** Why the models are unusable; absent when they are usable. */
	readonly whyNot?: string;
}

/** One table per provider; its header says whether it is usable, and what is missing. */
export function modelTable(groups: readonly ProviderModels[]): string {
	return groups.map((group) => [headline(group), ...rows(group.models)].join("\n")).join("\n\n");
}

function headline({ provider, models, whyNot }: ProviderModels): string {
	const count = `${models.length} ${models.length === 1 ? "model" : "models"}`;
	if (whyNot === undefined) return `● ${provider} (${count}, usable now)`;
	return `○ ${provider} (${count}): ${whyNot.replace(/^No credentials for [^:]+: /, "")}`;
}

const titles = ["model", "context", "max-out", "thinking", "images", "$/M in", "$/M out"];
const rightAligned = new Set(["context", "max-out", "$/M in", "$/M out"]);

function rows(models: readonly Model[]): string[] {
	const table = [titles, ...models.map(cells)];
	const widths = titles.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
	return table.map((row) =>
		`  ${row
			.map((cell, column) =>
				rightAligned.has(titles[column] ?? "") ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
			)
			.join("  ")}`.trimEnd(),
	);
}

function cells(model: Model): string[] {
	return [
		model.id,
		tokens(model.contextWindow),
		tokens(model.maxTokens),
		levelsOf(model).join(",") || "-",
		model.input.includes("image") ? "yes" : "-",
		price(model.cost.input),
		price(model.cost.output),
	];
}

/** `200K`, `1M`, `1.05M` */
export function tokens(count: number): string {
	if (count >= 1_000_000) return `${Number((count / 1_000_000).toFixed(2))}M`;
	return count >= 1000 ? `${Math.round(count / 1000)}K` : `${count}`;
}

function price(dollars: number): string {
	return dollars === 0 ? "-" : `${Number(dollars.toFixed(3))}`;
}
