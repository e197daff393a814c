import type { Mode } from "../mode.ts";
import { type Action, always } from "./action.ts";

/** How long the chips stay. */
const shownMs = 2500;

/** Goes to the next of the models for cycling, or the one before; each role keeps its own thinking level. */
export function cycleModel(): { readonly forward: Action; readonly backward: Action } {
	let lastName: string | undefined;
	let hiding: ReturnType<typeof setTimeout> | undefined;
	const step = (direction: 1 | -1) =>
		always((mode) => {
			void mode.attempt(async () => {
				const { cycleChoices, currentChoice } = await import("../../../features/cycle-roles.ts");
				const choices = await cycleChoices(mode.session);
				const at = currentChoice(choices, mode.session, lastName);
				const from = at < 0 && direction < 0 ? 0 : at;
				const index = (from + direction + choices.length) % choices.length;
				const next = choices[index];
				if (!next || index === at)
					return mode.notify("info", "Only one model to go through. Give roles models with /model.");
				lastName = next.name;
				const { conversation } = mode.session;
				await conversation.submit({ type: "set_model", model: next.model });
				if (next.thinkingLevel) await conversation.submit({ type: "set_thinking_level", level: next.thinkingLevel });
				clearTimeout(hiding);
				show(
					mode,
					choices.map(({ name }) => name),
					index,
				);
				hiding = setTimeout(() => show(mode, [], 0), shownMs);
			});
		});
	return { forward: step(1), backward: step(-1) };
}

function show({ display, redraw }: Mode, names: readonly string[], current: number): void {
	display.modelChips = { names, current };
	redraw();
}
