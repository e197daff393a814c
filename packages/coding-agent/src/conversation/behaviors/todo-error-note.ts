import { isTodoResult } from "@oh-my-pi/pi-session/tree/todos";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { hiddenNote } from "../history/hidden-note.ts";
import type { Hook } from "../hooks/hook.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import failedTodo from "./prompts/failed-todo.md" with { type: "text" };

/** After a failed `todo` call, tells the model that its list did not change. */
export const todoErrorNote = (live: LiveContext): Hook => ({
	name: "todo-error-note",
	onEvent(event) {
		if (event.type !== "turn_end") return;
		const last = event.toolResults.findLast(isTodoResult);
		if (last?.isError) live.steer(hiddenNote("todo-error-reminder", renderPrompt(failedTodo), live.now()));
	},
});
