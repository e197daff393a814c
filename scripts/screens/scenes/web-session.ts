import { text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import type { Scene } from "../scene.ts";
import { ask, settled } from "../start.ts";

const site = "http://localhost:4173";
const style = "body{font:20px sans-serif;margin:60px}h1{color:#0a5}table{border-spacing:24px 8px}";
const times = `<title>Ferry times</title><main><h1>Ferry times</h1><p>The ferry to the island leaves from the north quay every day of the year, whatever the weather is like. Passengers are asked to be there ten minutes before.</p>
<table><tr><th>Day<th>Departure<tr><td>Weekdays<td>07:40<tr><td>Weekend<td>09:15</table></main>`;
const form = `<title>Tickets</title><form action="/order"><input id="name" name="name"><select id="day"><option>Weekdays<option>Weekend</select><button>Order</button></form>`;
const pages: Readonly<Record<string, string>> = {
	"/times": times,
	"/tickets": form,
	"/order": `<title>Thank you</title><style>${style}</style><h1>Thank you, Ada</h1><p>Order 4711: one ticket, weekend, 09:15`,
};

const code = `await tab.fill("#name", "Ada");
await tab.select("#day", "Weekend");
await tab.click("text/Order");
await tab.waitForUrl("/order");
await tab.screenshot();
return tab.extract("text");`;

/** Searches, reads a page, fills a form and takes a screenshot. */
export const webSession: Scene = {
	name: "web-session",
	cols: 100,
	rows: 28,
	files: { "README.md": "# Ferry\n" },
	args: ["--yolo", "--tools", "read,web_search,browser"],
	config: `startup:\n  quiet: true\nsearxng:\n  endpoint: ${site}\nproviders:\n  webSearch: searxng\n`,
	env: { PI_FORCE_IMAGE_PROTOCOL: "none" },
	replies: [
		toolCall("web_search", { i: "Looking for the times", query: "island ferry times" }),
		toolCall("read", { i: "Reading the times", path: `${site}/times` }),
		toolCall("browser", { i: "Opening the form", action: "open", url: `${site}/tickets` }),
		toolCall("browser", { i: "Ordering", action: "run", code }),
		text("The ferry leaves at **09:15** on weekends. I ordered one ticket for Ada: order 4711."),
	],
	async prepare() {
		const server = Bun.serve({
			port: Number(new URL(site).port),
			fetch(request) {
				const { pathname } = new URL(request.url);
				const found = { title: "Ferry times", url: `${site}/times`, content: "Departures to the island" };
				if (pathname === "/search") return Response.json({ results: [found] });
				return new Response(pages[pathname] ?? "", { headers: { "content-type": "text/html; charset=utf-8" } });
			},
		});
		server.unref();
	},
	async play(terminal) {
		await ask(terminal, `Order a weekend ferry ticket for Ada at ${site}`);
		await terminal.waitFor("order 4711.");
		await settled(terminal);
	},
};
