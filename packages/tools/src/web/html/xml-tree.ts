import { Parser } from "htmlparser2";
import { HtmlElement } from "./tree.ts";

const maxNodes = 200_000;
const maxDepth = 100;

/** XML as a tree; names in lower case, with their prefix. */
export function parseXml(xml: string): HtmlElement {
	const root = new HtmlElement("#root", {}, undefined);
	const open = [root];
	let nodes = 0;
	const parser = new Parser(
		{
			onopentag(name, attributes) {
				const current = open.at(-1) ?? root;
				const element = new HtmlElement(name.toLowerCase(), attributes, current);
				if (++nodes <= maxNodes && open.length <= maxDepth) current.children.push(element);
				open.push(element);
			},
			ontext(text) {
				if (++nodes <= maxNodes) (open.at(-1) ?? root).children.push(text);
			},
			onclosetag() {
				if (open.length > 1) open.pop();
			},
		},
		{ xmlMode: true },
	);
	parser.end(xml);
	return root;
}
