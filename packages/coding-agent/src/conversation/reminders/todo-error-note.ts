import { renderPrompt } from "@oh-my-pi/pi-utils/render-prompt";
import type { Behavior } from "../behavior.ts";
import { hiddenNote } from "../guide/hidden-note.ts";
import failedTodo from "./prompts/failed-todo.md" with { type: "text" };

/** Sends a model back to a list it believes to have changed. */
export const todoErrorNote: Behavior = {
	name: "todo-error-note",
	onEvent(event, controls) {
		if (event.type !== "turn_end") return;
		const last = event.toolResults.findLast(({ toolName }) => toolName === "todo");
		if (last?.isError) controls.steer(hiddenNote("todo-error-reminder", renderPrompt(failedTodo), controls.now()));
	},
};
