import type { ServedCall } from "@oh-my-pi/pi-mcp/serve/served-client";
import { formDialogs } from "../form-dialogs.ts";
import type { RpcUi } from "../rpc-ui.ts";

/** Questions that come up during a call, as forms of the client that made it; `undefined` where it shows none. */
export function callDialogs({ elicit, log, signal }: ServedCall, newId: () => string): RpcUi | undefined {
	if (!elicit) return undefined;
	return formDialogs({
		newId,
		create: ({ message, requestedSchema }, until) => elicit(message, requestedSchema, AbortSignal.any([until, signal])),
		notify: (message) => log("info", message),
	});
}
