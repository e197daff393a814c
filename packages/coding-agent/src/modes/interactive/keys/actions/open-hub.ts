import type { HubPort, SubmitPort } from "../../../../commands/contract/screen-ports.ts";
import { always } from "./action.ts";

/** Shows all sub-agents of the session. */
export const openHub = always<HubPort & SubmitPort>(({ openHub: open, submit }) => {
	void open().then((wanted) => (wanted === "kinds" ? submit("/agents types") : undefined));
});
