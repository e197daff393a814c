type Child = Node | string | number | null | undefined;
type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>;

/** An element of HTML. Texts become text nodes, so nothing in them is markup. */
export function h<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	attributes: Attributes = {},
	...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
	return fill(document.createElement(name), attributes, children);
}

/** An element of SVG. */
export function svg(name: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
	return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill<Target extends Element>(element: Target, attributes: Attributes, children: readonly Child[]): Target {
	for (const [name, value] of Object.entries(attributes)) {
		if (typeof value === "function") element.addEventListener(name.slice(2), value);
		else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
	}
	for (const child of children)
		if (child !== null && child !== undefined) element.append(child instanceof Node ? child : String(child));
	return element;
}
