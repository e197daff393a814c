import { Parser } from "htmlparser2";

interface Field {
	readonly kind: string;
	readonly name: string;
	readonly id: string;
	/** The label around it, or what the field says of itself. */
	label: string;
	readonly isRequired: boolean;
	readonly value: string;
	readonly options: string[];
}

interface Form {
	readonly action: string;
	readonly method: string;
	readonly fields: Field[];
	readonly buttons: string[];
}

const maxForms = 5;
const maxFields = 40;
const maxOptions = 30;
const buttonKinds = new Set(["submit", "button", "reset", "image"]);
/** Closing tags that are left out for all that follows would only cost memory. */
const maxTextLength = 200;

/** The forms of a page in words: where they go, and what each field is called. */
export function pageForms(html: string): string {
	if (!/<(?:input|select|textarea)\b/i.test(html)) return "";
	return collectForms(html).filter(isWorthShowing).slice(0, maxForms).map(formText).join("\n\n");
}

function collectForms(html: string): Form[] {
	const loose = newForm({});
	const forms: Form[] = [];
	const labels = new Map<string, string>();
	let form = loose;
	let field: Field | undefined;
	/** Texts that are being collected. */
	let label: { readonly forId: string; text: string; readonly fields: Field[] } | undefined;
	let option: { text: string } | undefined;
	let button: { text: string } | undefined;
	const add = (next: Field) => {
		if (form.fields.length < maxFields) form.fields.push(next);
		label?.fields.push(next);
	};
	const parser = new Parser({
		onopentag(tag, attributes) {
			if (tag === "form") {
				form = newForm(attributes);
				forms.push(form);
			} else if (tag === "label") label = { forId: attributes.for ?? "", text: "", fields: [] };
			else if (tag === "select" || tag === "textarea") {
				field = describeField(tag, attributes);
				add(field);
			} else if (tag === "option" && field) {
				option = { text: attributes.label ?? "" };
			} else if (tag === "button") button = { text: attributes["aria-label"] ?? "" };
			else if (tag === "input") {
				const kind = (attributes.type ?? "text").toLowerCase();
				if (buttonKinds.has(kind)) form.buttons.push(attributes.value ?? attributes.alt ?? "Submit");
				else if (kind !== "hidden") add(describeField(kind, attributes));
			}
		},
		ontext(text) {
			for (const part of [option, button, field ? undefined : label]) {
				if (part && part.text.length < maxTextLength) part.text += text;
			}
		},
		onclosetag(tag) {
			if (tag === "form") form = loose;
			else if (tag === "label" && label) {
				const text = plain(label.text);
				if (label.forId !== "") labels.set(label.forId, text);
				for (const inside of label.fields) inside.label ||= text;
				label = undefined;
			} else if (tag === "option" && option) {
				const text = plain(option.text);
				if (text !== "" && field && field.options.length < maxOptions) field.options.push(text);
				option = undefined;
			} else if (tag === "button" && button) {
				form.buttons.push(plain(button.text) || "Submit");
				button = undefined;
			} else if (tag === "select" || tag === "textarea") field = undefined;
		},
	});
	parser.end(html.slice(0, 2_000_000));
	const all = [...forms, loose];
	for (const { fields } of all) for (const each of fields) each.label = labels.get(each.id) || each.label;
	return all;
}

function newForm(attributes: Readonly<Record<string, string>>): Form {
	const { action = "", method = "get" } = attributes;
	return { action: plain(action), method: plain(method).toUpperCase(), fields: [], buttons: [] };
}

function describeField(kind: string, attributes: Readonly<Record<string, string>>): Field {
	const { name = "", id = "", placeholder = "", value = "" } = attributes;
	return {
		kind,
		name: plain(name),
		id,
		label: plain(attributes["aria-label"] ?? placeholder),
		isRequired: attributes.required !== undefined,
		value: kind === "radio" || kind === "checkbox" ? plain(value) : "",
		options: [],
	};
}

/** A box to search or to subscribe is beside the content of nearly every page. */
function isWorthShowing({ fields }: Form): boolean {
	const [only] = fields;
	if (fields.length !== 1 || !only) return fields.length > 1;
	return !["text", "search", "email"].includes(only.kind);
}

function formText({ action, method, fields, buttons }: Form): string {
	const target = action === "" ? "" : ` to ${action}`;
	const rows = fields.map(({ kind, name, label, isRequired, value, options }) => {
		const facts = [kind, ...(name === "" ? [] : [`name \`${name}\``]), ...(value === "" ? [] : [`value \`${value}\``])];
		if (isRequired) facts.push("required");
		const choices = options.length > 0 ? `: ${options.join(" | ")}` : "";
		return `- ${label || "(no label)"} (${facts.join(", ")})${choices}`;
	});
	return [`**Form** (${method}${target})`, "", ...rows, ...buttons.map((text) => `- [button] ${text}`)].join("\n");
}

function plain(text: string): string {
	return text.replace(/\s+/g, " ").trim().slice(0, maxTextLength);
}
