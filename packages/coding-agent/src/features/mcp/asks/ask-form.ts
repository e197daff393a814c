import type { UserDialogs } from "../../../workbench/contract/front-end.ts";
import { type FormField, formFields, maxFields } from "./form-fields.ts";
import { shownText } from "./shown-text.ts";

/** What the user answered to a server. */
export type FormAnswer =
	| { readonly action: "accept"; readonly content: Readonly<Record<string, FieldValue>> }
	| { readonly action: "decline" | "cancel" };

type FieldValue = string | number | boolean | readonly string[];

interface FormRequest {
	readonly server: string;
	readonly message: string;
	readonly requestedSchema: unknown;
	readonly signal: AbortSignal;
}

const skip = "Leave empty";
const done = "Done";
/** A host that answers by itself must not be asked forever. */
const maxAttempts = 5;

/**
 * Asks for the fields of a form, one after the other. At a terminal the user first says whether to answer at all, and sees the
 * answers before they are sent; elsewhere each field is one request to the host.
 */
export async function askForm(request: FormRequest, dialogs: UserDialogs): Promise<FormAnswer> {
	const { server, signal } = request;
	const fields = formFields(request.requestedSchema);
	if (fields.length > maxFields) return { action: "decline" };
	const heading = `MCP server "${server}" asks\n${shownText(request.message)}`;
	if (dialogs.isTerminal || fields.length === 0) {
		const yes = fields.length === 0 ? "Accept" : "Answer";
		const chosen = await dialogs.select(heading, [yes, "Decline"], { signal });
		if (chosen !== yes) return { action: chosen === undefined ? "cancel" : "decline" };
	}
	const options = { signal, isExpected: dialogs.isTerminal };
	let answers = new Map<string, FieldValue>();
	for (;;) {
		const answered = new Map<string, FieldValue>();
		for (const [index, field] of fields.entries()) {
			const position = fields.length > 1 ? ` (${index + 1} of ${fields.length})` : "";
			const title = `${heading}\n\n${fieldTitle(field, position)}`;
			const answer = await askField(field, title, answers.get(field.name), dialogs, options);
			if (answer === "cancelled") return { action: "cancel" };
			if (answer !== undefined) answered.set(field.name, answer);
		}
		answers = answered;
		const content = Object.fromEntries(answers);
		if (!dialogs.isTerminal || fields.length < 2) return { action: "accept", content };
		const lines = [...answers].map(([name, value]) => `${labelOf(fields, name)}: ${shownText(String(value))}`);
		const review = `Send this to MCP server "${server}"?\n${lines.join("\n") || "(nothing)"}`;
		const chosen = await dialogs.select(review, ["Send", "Change", "Decline"], options);
		if (chosen === "Send") return { action: "accept", content };
		if (chosen !== "Change") return { action: chosen === undefined ? "cancel" : "decline" };
	}
}

function labelOf(fields: readonly FormField[], name: string): string {
	return shownText(fields.find((field) => field.name === name)?.label ?? name, 80);
}

function fieldTitle({ label, help, isRequired }: FormField, position: string): string {
	const name = shownText(label, 80);
	return `${name}${position}${isRequired ? "" : ", optional"}${help === undefined ? "" : `: ${shownText(help, 500)}`}`;
}

type Options = { readonly signal: AbortSignal; readonly isExpected: boolean };
type Answer = FieldValue | undefined | "cancelled";

/** `before` is what was answered the last time. */
function askField(
	field: FormField,
	title: string,
	before: FieldValue | undefined,
	dialogs: UserDialogs,
	options: Options,
): Promise<Answer> {
	switch (field.kind) {
		case "yes-no":
			return askOne(field, title, yesNo, String(before ?? field.usual ?? ""), dialogs, options).then((chosen) =>
				chosen === "cancelled" || chosen === undefined ? chosen : chosen === "true",
			);
		case "one-of":
			return askOne(field, title, field.choices, String(before ?? field.usual ?? ""), dialogs, options);
		case "some-of":
			return askSome(field, title, Array.isArray(before) ? before : field.usual, dialogs, options);
		default:
			return askTyped(field, title, before === undefined ? field.usual : String(before), dialogs, options);
	}
}

const yesNo = [
	{ value: "true", label: "Yes" },
	{ value: "false", label: "No" },
];

type Choice = { readonly value: string; readonly label: string };

async function askOne(
	{ isRequired }: FormField,
	title: string,
	choices: readonly Choice[],
	usual: string,
	dialogs: UserDialogs,
	options: Options,
): Promise<string | undefined | "cancelled"> {
	const labels = distinctLabels(choices);
	// Pressing Enter without reading must not agree to anything.
	const current = labels[choices.findIndex(({ value }) => value === usual)] ?? (isRequired ? undefined : skip);
	const offered = isRequired ? labels : [...labels, skip];
	// A host has no cursor of ours.
	const note = dialogs.isTerminal || current === undefined || current === skip ? "" : `\nUsual: ${current}`;
	const chosen = await dialogs.select(`${title}${note}`, offered, {
		...options,
		...(current !== undefined && { current }),
	});
	if (chosen === undefined) return "cancelled";
	return choices[labels.indexOf(chosen)]?.value;
}

/** Chosen one by one; a second time takes it away again. */
async function askSome(
	{ choices, isRequired }: Extract<FormField, { kind: "some-of" }>,
	title: string,
	usual: readonly string[],
	dialogs: UserDialogs,
	options: Options,
): Promise<Answer> {
	const labels = distinctLabels(choices);
	let chosen = usual;
	let current: string | undefined;
	for (;;) {
		const marked = choices.map(({ value }, index) => `[${chosen.includes(value) ? "x" : " "}] ${labels[index]}`);
		const dialog = { ...options, ...(current !== undefined && { current }) };
		const picked = await dialogs.select(title, [...marked, done], dialog);
		if (picked === undefined) return "cancelled";
		if (picked === done) return chosen.length === 0 && !isRequired ? undefined : chosen;
		const index = marked.indexOf(picked);
		const value = choices[index]?.value;
		if (value === undefined) return "cancelled";
		const isOn = chosen.includes(value);
		chosen = isOn ? chosen.filter((one) => one !== value) : [...chosen, value];
		current = `[${isOn ? " " : "x"}] ${labels[index]}`;
	}
}

async function askTyped(
	field: Extract<FormField, { kind: "text" | "number" }>,
	title: string,
	usual: string | undefined,
	dialogs: UserDialogs,
	options: Options,
): Promise<Answer> {
	let problem = "";
	let text = usual;
	for (let attempt = 0; attempt < maxAttempts; attempt++) {
		const question = problem === "" ? title : `${title}\n${problem}`;
		const placeholder = usual ?? (field.kind === "number" ? "a number" : undefined);
		const typed = await dialogs.input(question, placeholder, {
			...options,
			mayBeEmpty: !field.isRequired,
			...(text !== undefined && { text }),
		});
		if (typed === undefined || options.signal.aborted) return "cancelled";
		// Hosts show what is usual without typing it.
		const entered = typed === "" && !dialogs.isTerminal ? (usual ?? "") : typed;
		if (entered === "" && !field.isRequired) return undefined;
		const read = entered === "" ? { problem: "An answer is needed." } : field.read(entered);
		if ("value" in read) return read.value;
		problem = read.problem;
		text = entered;
	}
	return "cancelled";
}

/** A label tells which value was chosen, so no two are the same, nor look like another choice. */
function distinctLabels(choices: readonly Choice[]): string[] {
	const taken = new Set([skip, done]);
	return choices.map(({ label, value }) => {
		let shown = shownText(label, 200).replaceAll("\n", " ");
		if (taken.has(shown)) shown = `${shown} (${shownText(value, 100)})`;
		for (let count = 2; taken.has(shown); count++) shown = `${shown} ${count}`;
		taken.add(shown);
		return shown;
	});
}
