import type { ElementHandle, Page, SerializedAXNode } from "puppeteer-core/internal/puppeteer-core-browser.js";
import { TabError } from "./tab-error.ts";

/** An element as `tab.observe` lists it. */
export interface ObservedElement {
	readonly id: number;
	readonly role: string;
	readonly name: string;
	readonly value?: string | number;
	readonly states?: readonly string[];
}

/** Nodes by what a snapshot calls them. A navigation or the next snapshot makes them stale. */
export class KnownElements {
	readonly #what: string;
	#nodes = new Map<string, SerializedAXNode>();
	#wereThere = new Set<string>();

	constructor(what: string) {
		this.#what = what;
	}

	hold(nodes: ReadonlyMap<string, SerializedAXNode>): void {
		this.forget();
		this.#nodes = new Map(nodes);
	}

	forget(): void {
		for (const key of this.#nodes.keys()) this.#wereThere.add(key);
		this.#nodes.clear();
	}

	async find(key: string): Promise<ElementHandle> {
		const handle = await this.#nodes.get(key)?.elementHandle();
		if (handle) return handle;
		const isStale = this.#nodes.has(key) || this.#wereThere.has(key);
		throw new TabError(
			isStale
				? `${key} is stale: the page has changed since. Call ${this.#what} again.`
				: `Unknown element ${key}. Call ${this.#what} first; it lists those there are.`,
		);
	}
}

const interactive = new Set(
	"button link textbox searchbox combobox checkbox radio switch slider spinbutton menuitem menuitemcheckbox menuitemradio option tab treeitem listbox textarea ColorWell Date DateTime InputTime DisclosureTriangle Video Audio".split(
		" ",
	),
);

export interface ObserveOptions {
	/** Headings, text and pictures, too. */
	readonly includeAll?: boolean;
	readonly viewportOnly?: boolean;
}

const maxElements = 500;

/** The elements one can do something with, in the order of the page, frames and shadow roots included. */
export async function observeElements(
	page: Page,
	{ includeAll = false, viewportOnly = false }: ObserveOptions,
): Promise<{ elements: ObservedElement[]; nodes: Map<string, SerializedAXNode>; leftOut: number }> {
	const root = await page.accessibility.snapshot({ interestingOnly: true, includeIframes: true });
	const wanted = [...walk(root)].filter((node) => node !== root && (includeAll || isInteractive(node)));
	const shown = viewportOnly ? await inViewport(wanted) : wanted;
	const elements: ObservedElement[] = [];
	const nodes = new Map<string, SerializedAXNode>();
	for (const node of shown.slice(0, maxElements)) {
		const id = elements.length + 1;
		const states = listStates(node);
		nodes.set(String(id), node);
		elements.push({
			id,
			role: node.role,
			name: cut(node.name ?? ""),
			...(node.value !== undefined && { value: typeof node.value === "string" ? cut(node.value) : node.value }),
			...(states.length > 0 && { states }),
		});
	}
	return { elements, nodes, leftOut: Math.max(0, shown.length - maxElements) };
}

function isInteractive({ role, focused, haspopup, expanded }: SerializedAXNode): boolean {
	return (
		interactive.has(role) || (role !== "RootWebArea" && (focused || haspopup !== undefined || expanded !== undefined))
	);
}

function* walk(node: SerializedAXNode | null): Generator<SerializedAXNode> {
	if (!node) return;
	// Deep pages would overflow the stack.
	const waiting = [node];
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		yield next;
		waiting.push(...(next.children ?? []).toReversed());
	}
}

async function inViewport(nodes: readonly SerializedAXNode[]): Promise<SerializedAXNode[]> {
	const checked = await Promise.all(
		nodes.slice(0, maxElements * 4).map(async (node) => {
			const handle = await node.elementHandle().catch(() => null);
			const isShown = (await handle?.isIntersectingViewport().catch(() => false)) ?? false;
			return isShown ? [node] : [];
		}),
	);
	return checked.flat();
}

const stateNames = [
	"disabled",
	"expanded",
	"focused",
	"modal",
	"readonly",
	"required",
	"selected",
	"checked",
	"pressed",
	"busy",
] as const;

function listStates(node: SerializedAXNode): string[] {
	const states = stateNames.flatMap((name) => {
		const value = node[name];
		if (value === undefined || (value === false && name !== "expanded" && name !== "checked")) return [];
		return [value === true ? name : `${name}=${value}`];
	});
	return node.invalid !== undefined && node.invalid !== "false" ? [...states, "invalid"] : states;
}

const maxText = 200;
const cut = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text);

export interface AriaOptions {
	readonly depth?: number;
	/** With where each element is. */
	readonly boxes?: boolean;
}

const silent = new Set(["InlineTextBox", "LineBreak", "ListMarker"]);
/** They only group; what is in them is shown in their place. */
const transparent = new Set(
	"generic none Ignored GenericContainer LayoutTable LayoutTableRow LayoutTableCell Section Div RootWebArea Iframe IframePresentational paragraph group LabelText Legend MenuListPopup emphasis strong".split(
		" ",
	),
);
const maxLines = 3000;

/** The page as YAML: roles, names, states, and refs by which elements can be selected. */
export async function ariaSnapshot(
	page: Page,
	root: ElementHandle | undefined,
	{ depth = Number.POSITIVE_INFINITY, boxes = false }: AriaOptions,
): Promise<{ text: string; nodes: Map<string, SerializedAXNode> }> {
	const tree = await page.accessibility.snapshot({
		interestingOnly: false,
		includeIframes: true,
		...(root && { root }),
	});
	const nodes = new Map<string, SerializedAXNode>();
	const lines: string[] = [];
	const placed: { line: number; node: SerializedAXNode }[] = [];
	const draw = (node: SerializedAXNode, level: number, parentName: string) => {
		if (lines.length >= maxLines) return;
		if (silent.has(node.role)) return;
		const name = (node.name ?? "").trim();
		if (node.role === "StaticText") {
			if (name !== "" && name !== parentName) lines.push(`${"  ".repeat(level)}- text: ${scalar(name)}`);
			return;
		}
		const isShown = !transparent.has(node.role) || (name !== "" && node.role === "group") || node.focused;
		const children = node.children ?? [];
		if (!isShown) {
			// The text of a label is the name of what it labels.
			const labeled =
				node.role === "LabelText" ? children.find((child) => child.role !== "StaticText")?.name : undefined;
			for (const child of children) draw(child, level, labeled ?? parentName);
			return;
		}
		const ref = `e${nodes.size + 1}`;
		nodes.set(ref, node);
		const head = [
			node.role,
			...(name === "" ? [] : [JSON.stringify(cut(name))]),
			...(node.level === undefined ? [] : [`[level=${node.level}]`]),
			...listStates(node).map((state) => `[${state}]`),
			`[ref=${ref}]`,
		].join(" ");
		placed.push({ line: lines.length, node });
		const value = node.value === undefined || node.value === "" ? "" : ` ${scalar(String(node.value))}`;
		const at = lines.push(`${"  ".repeat(level)}- ${head}${value === "" ? "" : `:${value}`}`);
		if (level + 1 >= depth) return;
		for (const child of children) draw(child, level + 1, name);
		if (lines.length > at && value === "") lines[at - 1] += ":";
	};
	if (tree) draw(tree, 0, "");
	if (boxes) await addBoxes(lines, placed);
	if (lines.length >= maxLines) lines.push(`# more than ${maxLines} lines; pass a selector or { depth }`);
	return { text: lines.join("\n"), nodes };
}

async function addBoxes(lines: string[], placed: readonly { line: number; node: SerializedAXNode }[]): Promise<void> {
	await Promise.all(
		placed.map(async ({ line, node }) => {
			const handle = await node.elementHandle().catch(() => null);
			const box = await handle?.boundingBox().catch(() => null);
			if (!box) return;
			const numbers = [box.x, box.y, box.width, box.height].map((number) => Math.round(number));
			lines[line] = (lines[line] ?? "").replace(/ \[ref=/, ` [box=${numbers.join(",")}] [ref=`);
		}),
	);
}

/** Text as YAML takes it without being misunderstood. */
function scalar(text: string): string {
	const flat = cut(text.replace(/\s+/g, " ").trim());
	return /^[\p{L}\p{N}][^:#"'\\]*$/u.test(flat) ? flat : JSON.stringify(flat);
}
