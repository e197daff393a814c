import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalId } from "../../packages/ai/src/model-id/canonical-id.ts";
import { buildRows } from "./build-rows.ts";
import { FactTable } from "./facts.ts";
import { reportDifferences } from "./price-differences.ts";
import { readModelFacts } from "./read-model-facts.ts";
import { readPrices } from "./read-prices.ts";
import { readProviders } from "./read-providers.ts";
import { providerRules } from "./rules.data.ts";
import { fetchSources, sources } from "./sources.ts";

/**
 * Regenerates the bundled catalog: `bun scripts/catalog/generate.ts`. The sources are fetched into a temporary folder,
 * or into the one given as first argument, which makes a second run fast.
 */
const folder = process.argv[2] ?? (await mkdtemp(join(tmpdir(), "catalog-")));
const target = join(import.meta.dir, "../../packages/ai/src/catalog");

await fetchSources(folder);
const prices = await readPrices(folder);
const table = new FactTable();
for (const [id, facts] of await readModelFacts(folder)) table.add(id, facts);
// For a host without published prices, the price elsewhere is the best guess.
for (const book of [
	"anthropic",
	"openai",
	"google",
	"x-ai",
	"mistral",
	"deepseek",
	"moonshotai",
	"minimax",
	"openrouter",
]) {
	for (const id of prices.idsOf(book)) table.add(id, prices.find(book, id) ?? {});
}
reportDifferences(await readModelFacts(folder), prices);
const catalogSources = { providers: await readProviders(folder), prices, table };

for (const file of await readdir(target)) {
	if (file.endsWith(".generated.json")) await rm(join(target, file));
}
let models = 0;
const names = new Set<string>();
for (const provider of Object.keys(providerRules)) {
	const rows = buildRows(providerRules, provider, catalogSources);
	models += rows.length;
	for (const [id] of rows) names.add(canonicalId(id));
	const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
	await Bun.write(join(target, `${provider}.generated.json`), `[\n${lines}\n]\n`);
}
// Shows without loading a shard that no provider has a model of some name.
await Bun.write(join(target, "names.generated.json"), `${JSON.stringify([...names].sort())}\n`);
const made = {
	date: new Date().toISOString().slice(0, 10),
	sources: sources.map(({ name, version, license }) => ({ name, version, license })),
};
await Bun.write(join(target, "sources.generated.json"), `${JSON.stringify(made, null, "\t")}\n`);
console.log(`${models} models of ${Object.keys(providerRules).length} providers`);
