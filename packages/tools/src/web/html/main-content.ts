import { isAside, isBoilerplateName, isCommentSection, isHidden, isMarked } from "./boilerplate.ts";
import { linkDensity, measure } from "./measure.ts";
import { collectInnerText, HtmlElement, type ParsedPage } from "./tree.ts";

export interface MainContent {
	readonly element: HtmlElement;
	/** A page of links to others rather than a text. */
	readonly isListing: boolean;
}

/** The part of a page that it is there for. Takes everything else out of the tree. */
export function mainContent({ root }: ParsedPage): MainContent {
	measure(root);
	const body = find(root, ({ tag }) => tag === "body") ?? root;
	const comments = new Set<HtmlElement>();
	const main = find(body, ({ tag, attributes, textLength }) => {
		return (tag === "main" || attributes.role === "main") && textLength >= minOwnText;
	});
	// Scripts show a page that is hidden as a whole.
	const mayHide = body.textLength * maxHiddenShare;
	removeAll(
		body,
		(element) => (element.textLength <= mayHide && isHidden(element)) || isChrome(element, { body, main, comments }),
	);
	// Comments are what a page is there for where there is little else.
	const spoken = [...comments].reduce((sum, { proseLength }) => sum + proseLength, 0);
	if (spoken > 0 && body.proseLength - spoken >= minArticle) {
		removeAll(body, (element) => comments.has(element));
	}
	const isListing = body.proseLength < body.textLength * listingShare || body.proseLength < minProse;
	if (isListing) return { element: listingRoot(body), isListing };
	const element = articleRoot(body);
	removeAll(element, (part) => part !== element && isLinkBlock(part));
	return { element, isListing };
}

const maxHiddenShare = 0.5;
const minArticle = 300;
const minProse = 140;
const listingShare = 0.3;
/** How much of the running text an element must have to stand for all of it. */
const descentShare = 0.85;
const markedShare = 0.6;
/** More of a page than this is not beside its content, whatever its name is. */
const maxAsideShare = 0.4;

const containers = new Set(
	"body div section main article td th table tbody tr center form font span li ul ol dd dl blockquote".split(" "),
);

interface PageParts {
	readonly body: HtmlElement;
	/** What the page calls its main part, if it does. */
	readonly main: HtmlElement | undefined;
	readonly comments: Set<HtmlElement>;
}

/** What surrounds the content: menus, banners, what others say about it. */
function isChrome(element: HtmlElement, { body, main, comments }: PageParts): boolean {
	if (element === body || element.tag === "article" || element.tag === "main" || element.tag === "h1") return false;
	if (isCommentSection(element)) {
		comments.add(element);
		return false;
	}
	const share = element.proseLength / Math.max(1, body.proseLength);
	const mayGo = share <= maxAsideShare || (main !== undefined && !isWithin(main, element) && !isWithin(element, main));
	if (isAside(element)) return mayGo;
	if (element.tag === "header") return mayGo && !isInContent(element) && !holdsTitle(element);
	return mayGo && !isTitleHolder(element, body) && isBoilerplateName(element);
}

function isWithin(element: HtmlElement, other: HtmlElement): boolean {
	for (let at: HtmlElement | undefined = element; at; at = at.parent) if (at === other) return true;
	return false;
}

function isTitleHolder(element: HtmlElement, body: HtmlElement): boolean {
	return element.textLength > body.textLength * maxAsideShare;
}

function holdsTitle(element: HtmlElement): boolean {
	return holds(element, "h1") && linkDensity(element) < 0.5;
}

function isInContent(element: HtmlElement): boolean {
	for (let at = element.parent; at; at = at.parent) if (at.tag === "article" || at.tag === "main") return true;
	return false;
}

/** The smallest element that has nearly all of the running text. */
function articleRoot(body: HtmlElement): HtmlElement {
	const marked = deepest(body, (element) => isMarked(element) && element.proseLength >= body.proseLength * markedShare);
	return withTitle(marked ?? descend(body), body);
}

function descend(body: HtmlElement): HtmlElement {
	let root = body;
	for (;;) {
		const next: HtmlElement | undefined = root.children.find(
			(child): child is HtmlElement =>
				child instanceof HtmlElement &&
				(containers.has(child.tag) || child.tag.includes("-")) &&
				child.proseLength >= root.proseLength * descentShare,
		);
		// The last step into a single block would lose the headings and lists beside it.
		if (!next?.children.some((child) => child instanceof HtmlElement && child.proseLength > 0)) return root;
		if (ownText(root) - ownText(next) > ownText(next) * maxLost) return root;
		root = next;
	}
}

/** The element above that has the title and the introduction as well, unless it has much else. */
function withTitle(root: HtmlElement, body: HtmlElement): HtmlElement {
	const isTitled = holds(root, "h1");
	let found = root;
	let steps = 0;
	for (let at = root.parent; at && at !== body.parent; at = at.parent) {
		if (ownText(at) - ownText(root) > ownText(root) * maxGained || linkDensity(at) > linkDensity(root) + 0.2) break;
		if (at.tag === "article" || (!isTitled && steps++ < maxTitleSteps && holds(at, "h1"))) found = at;
	}
	return found;
}

const maxLost = 0.15;
const maxGained = 0.35;
const maxTitleSteps = 4;

function ownText({ textLength, linkLength }: HtmlElement): number {
	return textLength - linkLength;
}

function holds(element: HtmlElement, wanted: string): boolean {
	return find(element, ({ tag }) => tag === wanted) !== undefined;
}

/** By all text, or by what is not links where the menu is most of the page. */
function listingRoot(body: HtmlElement): HtmlElement {
	const isMost = (element: HtmlElement) =>
		element.textLength >= body.textLength * markedShare ||
		(ownText(element) >= minOwnText && ownText(element) >= ownText(body) * markedShare);
	return deepest(body, (element) => isMarked(element) && isMost(element)) ?? body;
}

const minOwnText = 30;

/** Links to elsewhere in the middle of a text. */
function isLinkBlock(element: HtmlElement): boolean {
	if (!linkBlocks.has(element.tag) || element.linkCount < 3) return false;
	const isDense =
		linkDensity(element) > 0.75 && element.proseLength < 40 && element.textLength / element.linkCount < 60;
	return isDense && !isIntroduced(element);
}

const elsewhere =
	/related|more|read|popular|recommend|share|tags|latest|trending|like|newsletter|follow|stories|posts|articles/i;

/** A list that the text before it speaks of belongs to the text. */
function isIntroduced(element: HtmlElement): boolean {
	const { tag, parent } = element;
	if (tag !== "ul" && tag !== "ol") return false;
	const siblings = parent?.children.filter((node) => node instanceof HtmlElement) ?? [];
	const before = siblings[siblings.indexOf(element) - 1];
	if (!before) return false;
	const text = collectInnerText(before);
	return /^h[2-6]$/.test(before.tag) ? !elsewhere.test(text) : before.tag === "p" && /[:：]$/.test(text);
}

const linkBlocks = new Set(["div", "section", "ul", "ol", "p", "aside", "form"]);

function find(element: HtmlElement, test: (element: HtmlElement) => boolean): HtmlElement | undefined {
	for (const child of element.children) {
		if (typeof child === "string") continue;
		if (test(child)) return child;
		const found = find(child, test);
		if (found) return found;
	}
	return undefined;
}

/** Of nested elements the innermost; of several the one with most text. */
function deepest(element: HtmlElement, test: (element: HtmlElement) => boolean): HtmlElement | undefined {
	let best: HtmlElement | undefined;
	for (const child of element.children) {
		if (typeof child === "string") continue;
		const found = deepest(child, test) ?? (test(child) ? child : undefined);
		if (found && (!best || found.proseLength > best.proseLength)) best = found;
	}
	return best;
}

function removeAll(element: HtmlElement, test: (element: HtmlElement) => boolean): void {
	const { children } = element;
	let kept: typeof children | undefined;
	for (let at = 0; at < children.length; at++) {
		const child = children[at];
		if (child === undefined) continue;
		if (child instanceof HtmlElement) {
			if (test(child)) {
				kept ??= children.slice(0, at);
				takeOff(child);
				continue;
			}
			removeAll(child, test);
		}
		kept?.push(child);
	}
	if (kept) element.children = kept;
}

/** What is above an element that is removed has that much less. */
function takeOff({ textLength, linkLength, proseLength, linkCount, parent }: HtmlElement): void {
	for (let at = parent; at; at = at.parent) {
		at.textLength -= textLength;
		at.linkLength -= linkLength;
		at.proseLength = Math.max(0, at.proseLength - proseLength);
		at.linkCount -= linkCount;
	}
}
