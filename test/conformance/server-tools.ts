import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const nothing = { type: "object", properties: {} };
const text = (line: string) => ({ content: [{ type: "text" as const, text: line }] });

/** An extension with the tools that scenarios of the conformance suite call. */
export default function (pi: ExtensionAPI): void {
	const add = (
		name: string,
		execute: Parameters<ExtensionAPI["registerTool"]>[0]["execute"],
		parameters: object = nothing,
	) => pi.registerTool({ name, label: name, description: name, approval: "read", parameters, execute });

	add("test_simple_text", async () => text("This is a simple text response for testing."));
	add("test_image_content", async () => ({ content: [{ type: "image", data: pixel, mimeType: "image/png" }] }));
	add("test_error_handling", async () => {
		throw new Error("This tool intentionally returns an error for testing");
	});
	add("test_tool_with_progress", async (_id, _params, _signal, onUpdate) => {
		for (const done of ["0/100", "50/100", "100/100"]) {
			onUpdate?.(text(done));
			await Bun.sleep(50);
		}
		return text("Done");
	});
	add("test_tool_with_logging", async (_id, _params, _signal, _onUpdate, { ui }) => {
		for (const line of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
			ui.notify(line, "info");
			await Bun.sleep(50);
		}
		return text("Done");
	});
	add(
		"test_elicitation",
		async (_id, { message }: { message: string }, _signal, _onUpdate, { ui }) =>
			text(`User response: ${await ui.input(message)}`),
		{ type: "object", properties: { message: { type: "string" } }, required: ["message"] },
	);
	add("json_schema_2020_12_tool", async () => text("Done"), {
		$schema: "https://json-schema.org/draft/2020-12/schema",
		type: "object",
		$defs: {
			address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } },
		},
		properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
		additionalProperties: false,
	});
}
