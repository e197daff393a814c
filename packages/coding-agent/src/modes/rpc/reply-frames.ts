import type { HostToolReply, HostUriReply, UiResponseFrame } from "../../rpc-protocol/frames.ts";
import { flag, listOf, object, optional, readFields, recordOf, text } from "./commands/fields.ts";
import type { RpcSession } from "./session/rpc-session.ts";

type Frame = Readonly<Record<string, unknown>>;

const toolResult = recordOf({ content: listOf(object), details: { read: (value: unknown) => value } });

/** Frames that answer a question of ours instead of asking something; they are taken at once, whatever is being done. */
export const replyFrames: Readonly<Record<string, (frame: Frame, rpc: RpcSession) => void>> = {
	extension_ui_response(frame, { ui }) {
		const fields = { id: text, value: optional(text), confirmed: optional(flag), cancelled: optional(flag) };
		ui.onResponse({ type: "extension_ui_response", ...readFields(frame, fields) } as UiResponseFrame);
	},
	host_tool_update(frame, { hostTools }) {
		const fields = readFields(frame, { id: text, partialResult: toolResult });
		hostTools.onReply({ type: "host_tool_update", ...fields } as unknown as HostToolReply);
	},
	host_tool_result(frame, { hostTools }) {
		const fields = readFields(frame, { id: text, result: toolResult, isError: optional(flag) });
		hostTools.onReply({ type: "host_tool_result", ...fields } as unknown as HostToolReply);
	},
	host_uri_result(frame, { hostUris }) {
		const fields = readFields(frame, {
			id: text,
			content: optional(text),
			contentType: optional(text),
			notes: optional(listOf(text)),
			immutable: optional(flag),
			isError: optional(flag),
			error: optional(text),
		});
		hostUris.onReply({ type: "host_uri_result", ...fields } as HostUriReply);
	},
};
