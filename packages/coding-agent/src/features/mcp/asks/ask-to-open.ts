import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { UserDialogs } from "../../../workbench/contract/front-end.ts";
import { shownText } from "./shown-text.ts";

export interface PageRequest {
	readonly server: string;
	readonly message: string;
	readonly url: string;
	readonly signal: AbortSignal;
}

/** Asks whether to open a page that a server wants the user to visit. Nothing is fetched or opened before. */
export async function askToOpen(
	{ server, message, url, signal }: PageRequest,
	dialogs: UserDialogs,
): Promise<"accept" | "decline" | "cancel"> {
	const page = webPage(url);
	// Other schemes start programs.
	if (!page) return "decline";
	if (dialogs.visit) {
		const asked = `MCP server "${server}" asks you to visit ${page.host}\n${shownText(message)}`;
		return dialogs.visit({ url: page.href, message: asked }, { signal });
	}
	const warnings = [
		...(page.username || page.password ? ["The address contains a user name or password."] : []),
		...(/(?:^|\.)xn--/.test(page.hostname)
			? [`The name of the site is written with unusual letters: ${page.hostname}`]
			: []),
	];
	const title = [
		`MCP server "${server}" asks you to visit ${page.host}`,
		page.href,
		...warnings,
		"",
		shownText(message),
	].join("\n");
	const chosen = await dialogs.select(title, ["Open in browser", "Decline"], { signal });
	if (chosen !== "Open in browser") return chosen === undefined ? "cancel" : "decline";
	dialogs.openUrl(page.href);
	return "accept";
}

function webPage(url: string): URL | undefined {
	const page = URL.canParse(url) && url.length <= maxUrl ? new URL(url) : undefined;
	return page?.protocol === "https:" || page?.protocol === "http:" ? page : undefined;
}

const maxUrl = 8192;

/** The pages that a server wants visited before it does what was asked: error -32042. */
export function requiredPages(data: unknown): Array<{ readonly message: string; readonly url: string; id: string }> {
	const list = isRecord(data) && Array.isArray(data.elicitations) ? data.elicitations : [];
	return list.filter(isRecord).flatMap(({ mode, url, message, elicitationId }) => {
		if (mode !== "url" || typeof url !== "string") return [];
		return [{ url, message: typeof message === "string" ? message : "", id: String(elicitationId ?? "") }];
	});
}
