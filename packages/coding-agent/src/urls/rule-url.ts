import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import type { Rule } from "../discovery/capabilities/rules.ts";
import { availableNames } from "./available-names.ts";

const prefix = "rule://";

/** `rule://<name>`: a rule of the session. */
export function ruleScheme(load: () => Promise<readonly Rule[]>): UrlScheme {
	return {
		scheme: "rule",
		async resolve(url) {
			const rules = await load();
			const name = decodeURIComponent(url.slice(prefix.length).replace(/\/+$/, ""));
			const known = () => availableNames(rules.map(shownName));
			if (name === "") throw new ToolError(`rule:// needs a name: rule://<name>. ${known()}`);
			// Of the two sticky files the project's counts first.
			const found =
				rules.find((rule) => rule.name === name) ??
				rules.find((rule) => rule.name === `${name}@project`) ??
				rules.find((rule) => rule.name === `${name}@user`);
			if (!found) throw new ToolError(`Unknown rule: ${name}. ${known()}`);
			return { text: found.content, unpaged: "without-selector" };
		},
		list: async () => (await load()).map((rule) => prefix + shownName(rule)),
	};
}

function shownName({ name }: Rule): string {
	return name.replace(/^RULES@(?:user|project)$/, "RULES");
}
