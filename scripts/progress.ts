import { join } from "node:path";
import { parseArgs } from "node:util";
import { areas } from "../test/requirements.ts";
import { countProgress, plannedList, progressTable, progressTotals } from "./requirements/progress-table.ts";
import { loadVerifications } from "./requirements/verified-ids.ts";

const usage = "Usage: bun run progress [--json | --planned [area]]";

/** The output for the arguments; throws with a message for invalid ones. */
async function progress(args: readonly string[]): Promise<string> {
	const { values, positionals } = parseArgs({
		args: [...args],
		options: { json: { type: "boolean" }, planned: { type: "boolean" } },
		allowPositionals: true,
	});
	const [area, ...rest] = positionals;
	if (rest.length > 0 || (area !== undefined && !values.planned)) throw new Error(usage);
	if (area !== undefined && !areas.some((candidate) => candidate.area === area)) {
		throw new Error(`No area ${area}. Areas: ${areas.map((candidate) => candidate.area).join(", ")}`);
	}
	if (values.planned) return plannedList(areas, area);
	const verifications = await loadVerifications(join(import.meta.dir, ".."));
	const rows = countProgress(areas, new Set(verifications.map(({ id }) => id)));
	return values.json ? JSON.stringify({ areas: rows, total: progressTotals(rows) }, null, 2) : progressTable(rows);
}

try {
	console.log(await progress(process.argv.slice(2)));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 2;
}
