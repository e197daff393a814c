export type Content = Node | string | undefined;

/** An element; texts are added as text, so nothing in a session is ever markup. */
export function make<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	attributes: Readonly<Record<string, string>> = {},
	...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
	const node = document.createElement(name);
	for (const key of Object.keys(attributes)) node.setAttribute(key, attributes[key] ?? "");
	node.append(...content.filter((part) => part !== undefined));
	return node;
}

/** An element of the page itself. */
export function find<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
	const node = document.getElementById(id);
	if (!node) throw new Error(`The page has no #${id}`);
	return node as Kind;
}
