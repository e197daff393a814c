import { attribute, htmlTokens } from "./html-tokens.ts";

/** An element of an XML answer. What is missing reads as an empty list or `undefined`. */
export class XmlElement {
	readonly name: string;
	readonly #attributes: string;
	readonly #children: XmlElement[] = [];
	#text = "";

	constructor(name: string, attributes = "") {
		this.name = name;
		this.#attributes = attributes;
	}

	/** The elements at a path of names, prefixes of namespaces included. */
	all(...path: readonly string[]): readonly XmlElement[] {
		return path.reduce<readonly XmlElement[]>(
			(elements, name) => elements.flatMap((element) => element.#children.filter((child) => child.name === name)),
			[this],
		);
	}

	/** The first text of an element at a path, then that of the elements in it. */
	text(...path: readonly string[]): string | undefined {
		return this.all(...path)
			.map((element) => element.#allText().trim())
			.find((text) => text !== "");
	}

	attribute(name: string): string | undefined {
		return attribute(this.#attributes, name);
	}

	add(part: XmlElement | string): void {
		if (typeof part === "string") this.#text += part;
		else this.#children.push(part);
	}

	#allText(): string {
		return [this.#text, ...this.#children.map((child) => child.#allText())].join(" ");
	}
}

const maxDepth = 100;

/** The tree of an XML text. Names are in lower case. */
export function xmlTree(xml: string): XmlElement {
	const root = new XmlElement("");
	const open = [root];
	for (const token of htmlTokens(xml)) {
		const top = open.at(-1) ?? root;
		if (token.kind === "text") top.add(token.text);
		else if (token.kind === "open") {
			const element = new XmlElement(token.name, token.attributes);
			if (open.length < maxDepth) top.add(element);
			if (!token.empty && open.length < maxDepth) open.push(element);
		} else {
			const index = open.findLastIndex((element) => element.name === token.name);
			if (index > 0) open.length = index;
		}
	}
	return root;
}
