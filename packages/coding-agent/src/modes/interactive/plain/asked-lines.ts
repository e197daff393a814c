import type { PlainLines } from "../../../dialogs/contract/dialog.ts";
import { drawChoices } from "../../../dialogs/draw-choices.ts";
import type { CliIo } from "../../../process/terminal/io.ts";

/** Dialogs before there is a session: each question is asked on the terminal as it is. */
export function askedLines({ stdout, ask }: Pick<CliIo, "stdout" | "ask">): PlainLines {
	const enter: PlainLines["enter"] = async (question, options = {}) => {
		const line = (await ask?.(`${question}: `, options))?.trim();
		return line || undefined;
	};
	return {
		say: (text) => void stdout.write(`${text}\n`),
		enter,
		async choose(title, choices, options) {
			await stdout.write(`${drawChoices(title, choices)}\n`);
			for (;;) {
				const line = await enter("Number", options);
				const choice = line === undefined ? undefined : choices[Number(line) - 1];
				if (line === undefined || choice) return choice?.value;
				await stdout.write(`There is no choice "${line}".\n`);
			}
		},
	};
}
