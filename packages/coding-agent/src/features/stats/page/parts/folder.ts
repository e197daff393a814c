import { h } from "./dom.ts";

/** Characters of a name that stay whatever happens: versions and dates are at the end. */
const keptEnd = 8;

/** A path that gives up its middle where it has too little room: first folders above, then of its name. The whole is its title. */
export function drawFolder(path: string): HTMLElement {
	const { head, start, end } = splitFolder(path || "unknown");
	return h(
		"span",
		{ class: "folder", title: path || "unknown" },
		head === "" ? null : h("span", { class: "head" }, head),
		h("span", { class: "start" }, start),
		end === "" ? null : h("span", { class: "end" }, end),
	);
}

export function splitFolder(path: string): { readonly head: string; readonly start: string; readonly end: string } {
	const at = path.replace(/[/\\]+$/, "").search(/[/\\][^/\\]*$/);
	const head = at > 0 ? path.slice(0, at) : "";
	const name = path.slice(head.length);
	const cut = name.length > 2 * keptEnd ? name.length - keptEnd : name.length;
	return { head, start: name.slice(0, cut), end: name.slice(cut) };
}
