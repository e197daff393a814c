import { askJson } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { JsonReader } from "../handler/json-reader.ts";
import { joined, whole } from "../handler/markdown-text.ts";
import type { SiteRender, SiteRequest } from "../handler/site-handler.ts";

/** As many names as one request may ask for. */
const maxNames = 50;

export const renderWikidata: SiteRender = async (url, site) => {
	const id = /^\/(?:wiki|entity)\/(Q\d+)\/?$/.exec(url.pathname)?.[1];
	if (id === undefined) return undefined;
	const json = await askJson(site, `https://www.wikidata.org/wiki/Special:EntityData/${id}.json`);
	// A redirected item answers under its new number.
	const entity = json?.entries("entities")[0]?.[1];
	if (!entity || entity.entries("labels").length === 0) return undefined;
	const claims = entity
		.entries("claims")
		.map(([property, statements]) => ({
			property,
			values: statements.list().flatMap((statement) => statementValue(statement) ?? []),
		}))
		.filter(({ values }) => values.length > 0 && !values.every((value) => value.external))
		.slice(0, 40);
	const names = await fetchNames(
		claims.flatMap(({ property, values }) => [property, ...values.slice(0, 3).flatMap((value) => value.item ?? [])]),
		site,
	);
	const label = (field: string) => entity.text(field, "en", "value") ?? entity.entries(field)[0]?.[1].text("value");
	return cardResult({
		title: whole`${label("labels")} (${id})`,
		summary: label("descriptions"),
		facts: {
			"Also known as": entity.texts(["aliases", "en"], "value"),
			Wikipedia: entity.text("sitelinks", "enwiki", "url"),
		},
		sections: {
			Statements: claims.map(({ property, values }) => {
				const shown = values.slice(0, 10).map((value) => (value.item && names.get(value.item)) ?? value.text);
				return joined(": ", names.get(property) ?? property, joined(", ", ...shown));
			}),
		},
	});
};

interface Value {
	readonly text: string;
	/** The item that the value is, to be named. */
	readonly item?: string;
	/** A number in somebody's catalog. */
	readonly external: boolean;
}

function statementValue(statement: JsonReader): Value | undefined {
	const snak = statement.at("mainsnak");
	const value = snak.at("datavalue", "value");
	const item = value.text("id");
	const text =
		item ??
		value.text() ??
		value.text("text") ??
		value.text("time")?.replace(/^\+|T00:00:00Z$/g, "") ??
		value.text("amount")?.replace(/^\+/, "") ??
		whole`${value.text("latitude")}, ${value.text("longitude")}`;
	const external = /^(?:external-id|commonsMedia)$/.test(snak.text("datatype") ?? "");
	return text === undefined ? undefined : { text, external, ...(item === undefined ? {} : { item }) };
}

async function fetchNames(ids: readonly string[], site: SiteRequest): Promise<ReadonlyMap<string, string>> {
	const wanted = [...new Set(ids)].filter((id) => /^[PQ]\d+$/.test(id));
	const pages = [wanted.slice(0, maxNames), wanted.slice(maxNames, 2 * maxNames)].filter((page) => page.length > 0);
	const answers = await Promise.all(
		pages.map((page) => {
			const options = "props=labels&languages=en&format=json&formatversion=2";
			return askJson(
				site,
				`https://www.wikidata.org/w/api.php?action=wbgetentities&ids=${page.join("%7C")}&${options}`,
			);
		}),
	);
	return new Map(
		answers.flatMap((answer) =>
			(answer ?? new JsonReader(undefined)).entries("entities").flatMap(([id, entity]) => {
				const name = entity.text("labels", "en", "value");
				return name === undefined ? [] : [[id, name] as const];
			}),
		),
	);
}
