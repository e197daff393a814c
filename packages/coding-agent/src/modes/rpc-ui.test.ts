import { describe, expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import type { OutFrame } from "../rpc-protocol/frames.ts";
import { RpcUi } from "./rpc-ui.ts";

function uiWithHost(options: { emitTitle?: boolean } = {}) {
	const frames: OutFrame[] = [];
	let ids = 0;
	const ui = new RpcUi({
		write: async (frame) => void frames.push(frame),
		newId: () => `id${++ids}`,
		emitTitle: options.emitTitle ?? false,
	});
	const answer = (id: string, reply: object) => ui.onResponse({ type: "extension_ui_response", id, ...reply });
	return { ui, frames, answer };
}

describe("dialogs over rpc", () => {
	verifies("rpc-sdk-acp:rpc:extension-ui", async () => {
		const { ui, frames, answer } = uiWithHost();
		const chosen = ui.select("Which?", ["a", "b"], { timeout: 60_000 });
		const confirmed = ui.confirm("Sure?", "It cannot be undone.");
		const typed = ui.input("Name", "somebody");
		const written = ui.editor("Text", "begin with this");
		const dismissed = ui.select("And?", ["x"]);
		expect(frames).toEqual([
			{
				type: "extension_ui_request",
				id: "id1",
				method: "select",
				title: "Which?",
				options: ["a", "b"],
				timeout: 60_000,
			},
			{ type: "extension_ui_request", id: "id2", method: "confirm", title: "Sure?", message: "It cannot be undone." },
			{ type: "extension_ui_request", id: "id3", method: "input", title: "Name", placeholder: "somebody" },
			{ type: "extension_ui_request", id: "id4", method: "editor", title: "Text", prefill: "begin with this" },
			{ type: "extension_ui_request", id: "id5", method: "select", title: "And?", options: ["x"] },
		]);
		answer("id4", { value: "the text" });
		answer("nobody-asked", { value: "ignored" });
		answer("id2", { confirmed: true });
		answer("id1", { value: "b" });
		answer("id1", { value: "too late" });
		answer("id3", { value: "Ada" });
		answer("id5", { cancelled: true });
		expect(await Promise.all([chosen, confirmed, typed, written, dismissed])).toEqual([
			"b",
			true,
			"Ada",
			"the text",
			undefined,
		]);
	});

	test("time that runs out and a question taken back end with the default, and the host is told", async () => {
		const { ui, frames, answer } = uiWithHost();
		const controller = new AbortController();
		const late = ui.input("Soon", undefined, { timeout: 1 });
		const taken = ui.confirm("Now?", "", { signal: controller.signal });
		controller.abort();
		expect(await Promise.all([late, taken])).toEqual([undefined, false]);
		const cancels = frames.filter((frame) => "method" in frame && frame.method === "cancel");
		expect(cancels.map((frame) => ("targetId" in frame ? frame.targetId : ""))).toEqual(["id2", "id1"]);
		answer("id1", { value: "ignored" });
		expect(await ui.confirm("Again?", "", { signal: controller.signal })).toBe(false);
	});

	test("when the host has gone every dialog ends, and later ones do not begin", async () => {
		const { ui, frames } = uiWithHost();
		const open = [ui.select("?", []), ui.confirm("?", ""), ui.editor("?")];
		ui.end();
		expect(await Promise.all(open)).toEqual([undefined, false, undefined]);
		expect(await ui.input("?")).toBeUndefined();
		expect(frames).toHaveLength(3);
	});

	test("what is only shown goes out and needs no answer", () => {
		const { ui, frames } = uiWithHost({ emitTitle: true });
		ui.notify("Done");
		ui.setStatus("build", "green");
		ui.setStatus("build", undefined);
		ui.setWidget("list", ["one", "two"], { placement: "belowEditor" });
		ui.setWidget("list", undefined);
		ui.setTitle("A title");
		ui.setEditorText("draft");
		ui.openUrl("https://example.com/login");
		expect(frames.map(({ type: _, ...frame }) => frame)).toEqual([
			{ id: "id1", method: "notify", message: "Done", notifyType: "info" },
			{ id: "id2", method: "setStatus", statusKey: "build", statusText: "green" },
			{ id: "id3", method: "setStatus", statusKey: "build" },
			{
				id: "id4",
				method: "setWidget",
				widgetKey: "list",
				widgetLines: ["one", "two"],
				widgetPlacement: "belowEditor",
			},
			{ id: "id5", method: "setWidget", widgetKey: "list" },
			{ id: "id6", method: "setTitle", title: "A title" },
			{ id: "id7", method: "set_editor_text", text: "draft" },
			{ id: "id8", method: "open_url", url: "https://example.com/login" },
		] as never);
	});

	test("calls without a counterpart over RPC do nothing or answer that they are not supported", async () => {
		const { ui, frames } = uiWithHost();
		ui.setTitle("suppressed");
		ui.setFooter();
		ui.setHeader();
		ui.setEditorComponent();
		ui.setWorkingMessage();
		ui.setToolsExpanded();
		ui.addAutocompleteProvider();
		ui.onTerminalInput()();
		ui.setWidget("component", () => ({}));
		expect(frames).toEqual([]);
		expect([await ui.custom(), ui.getEditorText(), ui.getToolsExpanded(), ui.getAllThemes(), ui.getTheme()]).toEqual([
			undefined,
			"",
			false,
			[],
			undefined,
		]);
		expect(await ui.setTheme()).toEqual({ success: false, error: "Theme switching not supported in RPC mode" });
	});
});
