import { askJson } from "../handler/ask-site.ts";
import { cardResult } from "../handler/card.ts";
import { decodeParts } from "../handler/card-page.ts";
import type { JsonReader } from "../handler/json-reader.ts";
import { day, joined, whole } from "../handler/markdown-text.ts";
import type { SiteRender, SiteRequest } from "../handler/site-handler.ts";

/** The API had a version for trials before this one, with the same answers. */
const bases = ["https://pkg.go.dev/v1", "https://pkg.go.dev/v1beta"];

export const renderGoPackages: SiteRender = async (url, site) => {
	const [path = "", , version = ""] =
		decodeParts(/^\/((?:[\w.~-]+\/)*?[\w.~-]+)(@([\w.+-]+))?(?:\/)?$/.exec(url.pathname)) ?? [];
	if (path === "" || /^(?:about|api|license-policy|search|search-help|std|v1|v1beta)\b(?:$|\/)/.test(path))
		return undefined;
	for (const base of bases) {
		const [info, module] = await Promise.all([
			askJson(site, addressOf(`${base}/package/${path}`, version, "&doc=markdown&licenses=true&imports=true")),
			askJson(site, addressOf(`${base}/module/${path}`, version, "&readme=true&licenses=true")),
		]);
		if (info?.text("path") !== undefined || module?.text("path") !== undefined) return page(base, info, module, site);
	}
	return undefined;
};

function addressOf(address: string, version: string, more: string): string {
	return `${address}?${joined("&", version && `version=${encodeURIComponent(version)}`, more.slice(1))}`;
}

async function page(base: string, info: JsonReader | undefined, module: JsonReader | undefined, site: SiteRequest) {
	const modulePath = info?.text("modulePath") ?? module?.text("path");
	const found =
		module ??
		(modulePath && !info?.flag("isStandardLibrary") ? await askJson(site, `${base}/module/${modulePath}`) : undefined);
	const packages = info || modulePath === undefined ? undefined : await askJson(site, `${base}/packages/${modulePath}`);
	return cardResult({
		title: info?.text("path") ?? module?.text("path"),
		version: info?.text("version") ?? module?.text("version"),
		summary: info?.text("synopsis"),
		facts: {
			Module: modulePath,
			Published: day(found?.text("commitTime")),
			Repository: found?.text("repoUrl"),
			License: (info ?? module)?.list("licenses").flatMap((license) => license.texts(["types"])),
			"Not the latest version": info?.at("isLatest").value === false,
		},
		sections: {
			Documentation: info?.text("docs"),
			Imports: info?.texts(["imports"]),
			Packages: packages
				?.list("items")
				.concat(packages.list("packages", "items"))
				.map((item) => joined(": ", item.text("path"), item.text("synopsis"))),
			README: module?.text("readme", "contents"),
			Import: whole`\`import "${info?.text("path")}"\``,
		},
	});
}
