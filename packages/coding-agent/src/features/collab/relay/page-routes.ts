import style from "../../../export/page/page.css.txt" with { type: "text" };
import template from "../../../export/page/page.html.txt" with { type: "text" };
import sessionScript from "../../../export/page/page.js.txt" with { type: "text" };
import { textResponse } from "../../../http-service/responses.ts";
import type { Route } from "../../../http-service/route.ts";
import guestHtml from "../page/guest.html.txt" with { type: "text" };
import guestScript from "../page/guest-page.generated.txt" with { type: "text" };
import guestStyle from "../page/style.css.txt" with { type: "text" };
import viewerScript from "../page/viewer.generated.txt" with { type: "text" };
import { isGist } from "../protocol/gist-id.ts";

const base =
	"default-src 'none'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A link may name another relay, so sealed frames may go anywhere; nothing else may. */
const guestPolicy = `${base}; style-src 'self'; connect-src 'self' wss:`;
/** The page of exported sessions indents its tree by style attributes. */
const viewerPolicy = `${base}; style-src 'self' 'unsafe-inline'; connect-src 'self'`;
/** The browser gets a gist from GitHub itself. */
const gistPolicy = `${viewerPolicy} https://api.github.com https://gist.githubusercontent.com`;

/** The pages of a relay and what they load; nothing comes from elsewhere. */
export function pageRoutes(): readonly Route[] {
	const viewer = viewerHtml();
	return [
		page("/", guestHtml, () => guestPolicy),
		page("/s/:id", viewer, (id) => (isGist(id) ? gistPolicy : viewerPolicy)),
		asset("/collab.js", guestScript, "text/javascript"),
		asset("/collab.css", guestStyle, "text/css"),
		asset("/viewer.js", viewerScript, "text/javascript"),
		asset("/session.js", sessionScript, "text/javascript"),
		asset("/session.css", style, "text/css"),
	];
}

function page(path: string, html: string, policyOf: (id: string) => string): Route {
	const headers = { "referrer-policy": "no-referrer", "x-frame-options": "DENY" };
	const isPrivate = path.includes(":");
	return {
		method: "GET",
		path,
		open: true,
		isPrivate,
		handle: ({ params }) =>
			textResponse(html, "text/html; charset=utf-8", {
				headers: { ...headers, "content-security-policy": policyOf(params.id ?? "") },
			}),
	};
}

function asset(path: string, text: string, type: string): Route {
	return { method: "GET", path, open: true, handle: () => textResponse(text, `${type}; charset=utf-8`) };
}

/** The page of exported sessions, whose session comes when it is opened. */
function viewerHtml(): string {
	return template
		.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>\n/, '<link rel="icon" href="data:,">\n')
		.replace("<style>{{style}}</style>", '<link rel="stylesheet" href="/session.css">')
		.replace("{{data}}", "")
		.replace("{{html}}", "")
		.replace("<script>{{script}}</script>", '<script type="module" src="/viewer.js"></script>');
}
