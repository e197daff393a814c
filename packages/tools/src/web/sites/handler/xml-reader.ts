import { collectInnerText, HtmlElement } from "../../html/tree.ts";
import { parseXml } from "../../html/xml-tree.ts";

/** An element of an XML answer. What is missing reads as an empty list or `undefined`. */
export class XmlReader {
	readonly #element: HtmlElement;

	constructor(element: HtmlElement) {
		this.#element = element;
	}

	/** The elements at a path of names, in lower case, prefixes of namespaces included. */
	all(...path: readonly string[]): readonly XmlReader[] {
		return path
			.reduce<readonly HtmlElement[]>(
				(elements, name) =>
					elements.flatMap(({ children }) =>
						children.filter((child) => child instanceof HtmlElement).filter(({ tag }) => tag === name),
					),
				[this.#element],
			)
			.map((element) => new XmlReader(element));
	}

	/** The first text of an element at a path, with that of the elements in it, on one line. */
	text(...path: readonly string[]): string | undefined {
		return this.all(...path)
			.map((found) => collectInnerText(found.#element))
			.find((text) => text !== "");
	}

	attribute(name: string): string | undefined {
		return this.#element.attributes[name];
	}
}

export function readXml(xml: string): XmlReader {
	return new XmlReader(parseXml(xml));
}
