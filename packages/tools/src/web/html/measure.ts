import type { HtmlElement } from "./tree.ts";

/** Shorter runs of text are labels, dates, names. */
const minProse = 25;
/** A sign of these scripts says as much as some letters. */
const denseWeight = 3;

/** Finds out how much text, link text and running text is in each element below, itself included. */
export function measure(element: HtmlElement): void {
	measureIn(element, element.tag === "a");
}

function measureIn(element: HtmlElement, isLink: boolean): void {
	let [text, link, prose, links] = [0, 0, 0, 0];
	/** The run of inline content since the last block. */
	let [run, runLink] = [0, 0];
	const isCode = element.tag === "pre";
	const endRun = () => {
		if (isCode) prose += run;
		else if (run >= minProse) prose += Math.max(0, run - 2 * runLink);
		run = 0;
		runLink = 0;
	};
	for (const child of element.children) {
		if (typeof child === "string") {
			const length = measureLength(child);
			text += length;
			run += length;
			if (isLink) {
				link += length;
				runLink += length;
			}
			continue;
		}
		const isInLink = isLink || (child.tag === "a" && child.attributes.href !== undefined);
		measureIn(child, isInLink);
		text += child.textLength;
		link += child.linkLength;
		links += child.linkCount + (child.tag === "a" ? 1 : 0);
		if (child.isInline) {
			run += child.textLength;
			runLink += child.linkLength;
		} else {
			if (child.tag !== "br") endRun();
			prose += child.proseLength;
		}
	}
	// Whoever holds an inline element counts its text.
	if (!element.isInline) endRun();
	element.textLength = text;
	element.linkLength = link;
	element.proseLength = prose;
	element.linkCount = links;
}

const loose = /[\t-\r]| {2}|\u00a0/;
const dense = /[\u2e80-\uffff]/;

/** Letters of a text without repeated white space. */
function measureLength(text: string): number {
	const plain = loose.test(text) ? text.replace(/\s+/g, " ") : text;
	if (plain === " ") return 0;
	return dense.test(plain) ? plain.length + (denseWeight - 1) * (plain.match(denseSigns)?.length ?? 0) : plain.length;
}

const denseSigns = /[\u2e80-\uffff]/g;

/** The part of the text that is links. */
export function linkDensity({ textLength, linkLength }: HtmlElement): number {
	return textLength === 0 ? 0 : linkLength / textLength;
}
