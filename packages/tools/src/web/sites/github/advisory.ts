import { cardResult } from "../handler/card.ts";
import { day, joined, whole } from "../handler/markdown-text.ts";
import type { SiteResult } from "../handler/site-handler.ts";
import type { GithubRequest } from "./github-api.ts";

export async function advisoryPage(github: GithubRequest, id: string): Promise<SiteResult | undefined> {
	const advisory = await github.json(`advisories/${id}`);
	if (!advisory) return undefined;
	return cardResult({
		title: whole`${advisory.text("ghsa_id")}: ${advisory.text("summary")}`,
		facts: {
			CVE: advisory.text("cve_id"),
			Severity: joined(
				" ",
				advisory.text("severity"),
				advisory.text("cvss", "score"),
				advisory.text("cvss", "vector_string"),
			),
			Weaknesses: advisory.list("cwes").map((weakness) => whole`${weakness.text("cwe_id")} ${weakness.text("name")}`),
			Published: day(advisory.text("published_at")),
			Updated: day(advisory.text("updated_at")),
			Withdrawn: day(advisory.text("withdrawn_at")),
		},
		sections: {
			Affected: advisory.list("vulnerabilities").map((entry) => {
				const name = whole`${entry.text("package", "ecosystem")} ${entry.text("package", "name")}`;
				const range = joined(
					", ",
					entry.text("vulnerable_version_range"),
					whole`fixed in ${entry.text("first_patched_version")}`,
				);
				return name && joined(": ", name, range);
			}),
			Description: advisory.text("description"),
			References: advisory.texts(["references"]),
		},
	});
}
