import type { OutFrame } from "../rpc-protocol/frames.ts";
import { RpcUi } from "./rpc-ui.ts";

/** A form as ACP and MCP have it: a message, and fields as a JSON schema. */
export interface Form {
	readonly message: string;
	readonly requestedSchema: { type: "object"; properties: { value: FormField }; required: string[] };
}

interface FormPorts {
	readonly newId: () => string;
	/** What the user made of it: `{ action, content? }`. */
	readonly create: (form: Form, signal: AbortSignal) => Promise<object>;
	/** What is only shown; the protocol has no place for it. */
	readonly notify: (message: string) => void;
}

/** Dialogs of extensions and of omp as forms with one field. The ways to ask are those of RPC; only the wire is another one. */
export function formDialogs(ports: FormPorts): RpcUi {
	const open = new Map<string, AbortController>();
	const ui = new RpcUi({ newId: ports.newId, emitTitle: false, write: async (frame) => take(frame) });
	const take = (frame: OutFrame): void => {
		const { id, method, ...fields }: Readonly<Record<string, unknown>> = { ...frame };
		if (typeof id !== "string" || typeof method !== "string") return;
		const property = buildField(method, fields);
		if (property) void ask(id, method, messageOf(fields), property);
		else if (method === "cancel") open.get(String(fields.targetId))?.abort();
		else if (method === "notify") ports.notify(String(fields.message));
	};
	const ask = async (id: string, method: string, message: string, property: FormField): Promise<void> => {
		const controller = new AbortController();
		open.set(id, controller);
		const response = await answer(ports, message, property, controller.signal);
		open.delete(id);
		const reply = { type: "extension_ui_response", id } as const;
		if (response === undefined) return ui.onResponse({ ...reply, cancelled: true });
		ui.onResponse(method === "confirm" ? { ...reply, confirmed: response === "Yes" } : { ...reply, value: response });
	};
	return ui;
}

type FormField = { readonly type: "string"; enum?: string[]; description?: string; default?: string };

function buildField(method: string, fields: Readonly<Record<string, unknown>>): FormField | undefined {
	switch (method) {
		case "select":
			return { type: "string", enum: Array.isArray(fields.options) ? fields.options.map(String) : [] };
		case "confirm":
			return { type: "string", enum: ["Yes", "No"] };
		case "input":
			return {
				type: "string",
				...(typeof fields.placeholder === "string" && { description: fields.placeholder }),
			};
		case "editor":
			return { type: "string", ...(typeof fields.prefill === "string" && { default: fields.prefill }) };
		default:
			return undefined;
	}
}

function messageOf({ title, message }: Readonly<Record<string, unknown>>): string {
	return [title, message].filter((text) => typeof text === "string" && text !== "").join("\n");
}

/** `undefined` when the user declined, the question was taken back, or the client failed. */
async function answer(
	{ create }: FormPorts,
	message: string,
	property: FormField,
	signal: AbortSignal,
): Promise<string | undefined> {
	const requestedSchema = { type: "object" as const, properties: { value: property }, required: ["value"] };
	try {
		const response = await create({ message, requestedSchema }, signal);
		const isAccepted = "action" in response && response.action === "accept";
		const content = isAccepted && "content" in response ? response.content : undefined;
		const value = typeof content === "object" && content !== null && "value" in content ? content.value : undefined;
		return value === undefined || value === null ? undefined : String(value);
	} catch {
		// A client that cannot ask has not been answered.
		return undefined;
	}
}
