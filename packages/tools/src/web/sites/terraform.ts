import { askJson } from "./handler/ask-site.ts";
import { cardResult } from "./handler/card.ts";
import { decodeParts, filled } from "./handler/card-page.ts";
import type { JsonReader } from "./handler/json-reader.ts";
import { day, joined, oneLine, whole } from "./handler/markdown-text.ts";
import type { SiteRender, SiteRequest, SiteResult } from "./handler/site-handler.ts";

const origin = "https://registry.terraform.io";
const modulePath = /^\/modules\/([\w-]+)\/([\w-]+)\/([\w-]+)(?:\/([\w.-]+))?\/?$/;
const providerPath = /^\/providers\/([\w-]+)\/([\w-]+)(?:\/([\w.-]+)(?:\/docs(?:\/([\w-]+)(?:\/([\w.-]+))?)?)?)?\/?$/;

export const renderTerraform: SiteRender = async (url, site) => {
	const module = decodeParts(modulePath.exec(url.pathname));
	if (module) return modulePage(module, site);
	const provider = decodeParts(providerPath.exec(url.pathname));
	return provider && providerPage(provider, site);
};

async function modulePage(parts: readonly string[], site: SiteRequest): Promise<SiteResult | undefined> {
	const version = parts[3] && parts[3] !== "latest" ? "/{4}" : "";
	const module = await askJson(site, filled(`${origin}/v1/modules/{1}/{2}/{3}${version}`, parts));
	if (!module) return undefined;
	return cardResult({
		title: whole`${module.text("namespace")}/${module.text("name")}/${module.text("provider")}`,
		version: module.text("version"),
		summary: module.text("description"),
		facts: {
			Source: module.text("source"),
			Published: day(module.text("published_at")),
			Downloads: module.number("downloads"),
			Verified: module.flag("verified"),
		},
		sections: {
			Inputs: module.list("root", "inputs").map((input) => {
				const about = joined(
					", ",
					input.text("type"),
					input.flag("required") ? "required" : whole`default ${input.text("default")}`,
				);
				return whole`\`${input.text("name")}\` (${oneLine(about, 200)}): ${oneLine(input.text("description") ?? "")}`;
			}),
			Outputs: module
				.list("root", "outputs")
				.map((output) => whole`\`${output.text("name")}\`: ${oneLine(output.text("description") ?? "")}`),
			README: module.text("root", "readme"),
		},
	});
}

/** The pages of a provider's documentation are named in its record, their text has its own address. */
async function providerPage(parts: readonly string[], site: SiteRequest): Promise<SiteResult | undefined> {
	const [, , wanted, category = "", slug = ""] = parts;
	const version = wanted && wanted !== "latest" ? "/{3}" : "";
	const provider = await askJson(site, filled(`${origin}/v1/providers/{1}/{2}${version}`, parts));
	const name = provider && whole`${provider.text("namespace")}/${provider.text("name")}`;
	if (!provider || name === undefined) return undefined;
	const docs = provider.list("docs").filter((doc) => (doc.text("language") ?? "hcl") === "hcl");
	const wantedDoc = docs.find((doc) =>
		category === ""
			? doc.text("slug") === "index"
			: doc.text("category") === category && doc.text("slug") === (slug || "index"),
	);
	const id = wantedDoc?.text("id");
	const content = id === undefined ? undefined : await docText(id, site);
	// The page of one resource without its text would be another page.
	if (category !== "" && content === undefined) return undefined;
	return cardResult({
		title: joined(": ", name, slug),
		version: provider.text("version"),
		summary: category === "" ? provider.text("description") : undefined,
		facts: {
			Source: provider.text("source"),
			Tier: provider.text("tier"),
			Published: day(provider.text("published_at")),
			Downloads: provider.number("downloads"),
		},
		sections: { Documentation: content, Pages: category === "" ? docs.slice(0, 500).map(docLine) : undefined },
	});
}

async function docText(id: string, site: SiteRequest): Promise<string | undefined> {
	const doc = await askJson(site, `${origin}/v2/provider-docs/${encodeURIComponent(id)}`);
	return doc?.text("data", "attributes", "content")?.replace(/^---\n[\s\S]*?\n---\n/, "");
}

function docLine(doc: JsonReader): string | undefined {
	return whole`${doc.text("category")}/${doc.text("slug")}`;
}
