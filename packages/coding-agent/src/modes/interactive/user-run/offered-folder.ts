import { selectDialog } from "../../../dialogs/select-dialog.ts";
import type { Mode } from "../mode.ts";

/** The folder that a command consisting of nothing but `cd` names. */
export function namedFolder(command: string): string | undefined {
	const match = /^cd\s+(?:"([^"$`\\]+)"|'([^']+)'|([^\s;&|<>$`"'\\(){}*?]+))\s*$/.exec(command);
	return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** A shell forgets its folder after each command; whoever changes it may mean the session. */
export async function offerFolder(folder: string, mode: Mode): Promise<void> {
	const answer = await mode.ask(
		selectDialog({
			title: `Move the session to ${folder}?`,
			items: [
				{ value: true, label: "Yes, work there from now on" },
				{ value: false, label: "No, stay here" },
			],
			filterable: false,
		}),
	);
	if (answer) await mode.submit(`/move ${folder}`);
}
