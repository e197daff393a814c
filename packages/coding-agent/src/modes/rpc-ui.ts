import { plainTheme } from "@oh-my-pi/pi-tui/theme/plain-theme";
import { extensionTheme } from "../features/extensions/api/extension-theme.ts";
import type { OutFrame, UiResponseFrame } from "../rpc-protocol/frames.ts";
import type { ExtensionTheme } from "../workbench/contract/extension-host.ts";
import { PendingRequests } from "./pending-requests.ts";

export interface DialogOptions {
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds, then the answer is the default. */
	readonly timeout?: number | undefined;
}

interface RpcUiPorts {
	readonly write: (frame: OutFrame) => Promise<void>;
	readonly newId: () => string;
	/** Whether the host wants to hear of titles. */
	readonly emitTitle: boolean;
}

type Reply = Pick<UiResponseFrame, "value" | "confirmed" | "cancelled">;

/** What an extension, a login or a question of ours can show: dialogs go to the host, most of the rest does nothing. */
export class RpcUi {
	readonly isTerminal = false;
	readonly #ports: RpcUiPorts;
	readonly #pending: PendingRequests<Reply>;

	constructor(ports: RpcUiPorts) {
		this.#ports = ports;
		this.#pending = new PendingRequests(ports.newId);
	}

	async select(title: string, options: readonly string[], dialog: DialogOptions = {}): Promise<string | undefined> {
		return (await this.#ask("select", { title, options, ...timeoutOf(dialog) }, dialog)).value;
	}

	async confirm(title: string, message: string, dialog: DialogOptions = {}): Promise<boolean> {
		return (await this.#ask("confirm", { title, message, ...timeoutOf(dialog) }, dialog)).confirmed ?? false;
	}

	async input(title: string, placeholder?: string, dialog: DialogOptions = {}): Promise<string | undefined> {
		const fields = { title, ...(placeholder !== undefined && { placeholder }), ...timeoutOf(dialog) };
		return (await this.#ask("input", fields, dialog)).value;
	}

	async editor(title: string, prefill?: string, dialog: DialogOptions = {}): Promise<string | undefined> {
		return (await this.#ask("editor", { title, ...(prefill !== undefined && { prefill }) }, dialog)).value;
	}

	notify(message: string, notifyType: "info" | "warning" | "error" = "info"): void {
		this.#tell("notify", { message, notifyType });
	}

	setStatus(statusKey: string, statusText: string | undefined): void {
		this.#tell("setStatus", { statusKey, ...(statusText !== undefined && { statusText }) });
	}

	/** Only lines of text can be sent; a component has no screen here. */
	setWidget(
		widgetKey: string,
		content: readonly string[] | ((...args: never[]) => unknown) | undefined,
		options: { placement?: string } = {},
	): void {
		if (typeof content === "function") return;
		this.#tell("setWidget", {
			widgetKey,
			...(content && { widgetLines: content }),
			...(options.placement && { widgetPlacement: options.placement }),
		});
	}

	setTitle(title: string): void {
		if (this.#ports.emitTitle) this.#tell("setTitle", { title });
	}

	setEditorText(text: string): void {
		this.#tell("set_editor_text", { text });
	}

	pasteToEditor(text: string): void {
		this.setEditorText(text);
	}

	openUrl(url: string, more: { userCode?: string; text?: string } = {}): void {
		this.#tell("open_url", { url, ...more });
	}

	getEditorText(): string {
		return "";
	}

	getToolsExpanded(): boolean {
		return false;
	}

	/** Without colors: there is no screen. */
	get theme(): ExtensionTheme {
		return extensionTheme(plainTheme());
	}

	getAllThemes(): never[] {
		return [];
	}

	getTheme(): undefined {
		return undefined;
	}

	async setTheme(): Promise<{ success: false; error: string }> {
		return { success: false, error: "Theme switching not supported in RPC mode" };
	}

	async custom(): Promise<undefined> {
		return undefined;
	}

	onTerminalInput(): () => void {
		return () => {};
	}

	addAutocompleteProvider(): () => void {
		return () => {};
	}

	setFooter(): void {}
	setHeader(): void {}
	setEditorComponent(): void {}
	setWorkingMessage(): void {}
	setToolsExpanded(): void {}

	/** An answer to a dialog that is no more is passed over. */
	onResponse({ id, value, confirmed, cancelled }: UiResponseFrame): void {
		this.#pending.answer(
			id,
			cancelled
				? { cancelled }
				: { ...(value !== undefined && { value }), ...(confirmed !== undefined && { confirmed }) },
		);
	}

	/** The host has gone: every dialog ends with its default. */
	end(): void {
		this.#pending.end();
	}

	#ask(method: string, fields: Readonly<Record<string, unknown>>, dialog: DialogOptions): Promise<Reply> {
		return this.#pending.ask({
			send: (id) => this.#ports.write({ type: "extension_ui_request", id, method, ...fields }),
			instead: () => ({ cancelled: true }),
			onAbandoned: (targetId) => this.#tell("cancel", { targetId }),
			signal: dialog.signal,
			timeoutMs: dialog.timeout,
		});
	}

	#tell(method: string, fields: Readonly<Record<string, unknown>>): void {
		void this.#ports.write({ type: "extension_ui_request", id: this.#ports.newId(), method, ...fields });
	}
}

function timeoutOf({ timeout }: DialogOptions): { timeout?: number } {
	return timeout === undefined ? {} : { timeout };
}
