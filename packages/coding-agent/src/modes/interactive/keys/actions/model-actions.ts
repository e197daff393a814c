import type { NoticePort, WorkPort } from "../../../../commands/contract/screen-ports.ts";
import { nextThinkingLevel } from "../../../../conversation/queries/thinking-levels.ts";
import { type Action, always, type DisplayPort, type SessionPort } from "./action.ts";

/** How long the models are shown. */
const shownMs = 2500;

type Cycling = SessionPort & DisplayPort & NoticePort & WorkPort;

/** Goes to the next of the models for cycling, or the one before; each role keeps its own thinking level. */
export function cycleModel(): { readonly forward: Action<Cycling>; readonly backward: Action<Cycling> } {
	let lastName: string | undefined;
	let hiding: ReturnType<typeof setTimeout> | undefined;
	const step = (direction: 1 | -1) =>
		always<Cycling>((ports) => {
			const { session, notify, attempt } = ports;
			void attempt(async () => {
				const { cycleChoices, currentChoice } = await import("../../../../session-actions/cycle-roles.ts");
				const choices = await cycleChoices(session);
				const at = currentChoice(choices, session, lastName);
				const from = at < 0 && direction < 0 ? 0 : at;
				const index = (from + direction + choices.length) % choices.length;
				const next = choices[index];
				if (!next || index === at)
					return notify("info", "Only one model to cycle through. Assign models to roles with /model.");
				lastName = next.name;
				const { conversation } = session;
				await conversation.submit({ type: "set_model", model: next.model });
				if (next.thinkingLevel) await conversation.submit({ type: "set_thinking_level", level: next.thinkingLevel });
				clearTimeout(hiding);
				const names = choices.map(({ name }) => name);
				showCycle(ports, names, index);
				hiding = setTimeout(() => showCycle(ports, [], 0), shownMs);
			});
		});
	return { forward: step(1), backward: step(-1) };
}

function showCycle({ display, redraw }: DisplayPort, names: readonly string[], current: number): void {
	display.modelCycle = { names, current };
	redraw();
}

export const cycleThinking = always<SessionPort & NoticePort & WorkPort>(({ session, notify, attempt }) => {
	const { conversation } = session;
	const level = nextThinkingLevel(conversation.model, conversation.thinkingLevel, { withAuto: true });
	if (level === undefined) notify("info", "This model has no thinking levels.");
	else void attempt(() => conversation.submit({ type: "set_thinking_level", level }));
});
