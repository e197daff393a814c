import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { openTarget, resolveTarget } from "../files/mutate/target.ts";
import type { EditPorts } from "./edit-ports.ts";
import { locateFile } from "./hashline/locate.ts";
import { prepareSection } from "./hashline/prepare-section.ts";
import { sectionsSoFar } from "./hashline/preview.ts";
import { CallRegisters } from "./outcome/registers.ts";
import { replaceText } from "./replace/replace-text.ts";

interface Arrival {
	/** Nothing more will come. */
	readonly isComplete?: boolean;
}

/** Why the complete ops of an edit still under way cannot be applied. What is only unfinished is no problem. */
export function hashlineProblem(
	input: string,
	ports: EditPorts,
	{ isComplete }: Arrival = {},
): Promise<string | undefined> {
	return problemIn(async () => {
		const registers = new CallRegisters(ports.memory.registers);
		const arrived = isComplete ? `${input}\n` : input.slice(0, input.lastIndexOf("\n") + 1);
		for (const section of sectionsSoFar(arrived)) {
			if (section.ops.length === 0) continue;
			const { path } = locateFile(section, ports);
			await prepareSection({ ...section, path }, resolveTarget(path, ports), registers, ports);
		}
	});
}

/** Of the arguments, all but the one that came last are complete. */
export function replaceProblem(
	params: Readonly<Record<string, unknown>>,
	ports: EditPorts,
	{ isComplete }: Arrival = {},
): Promise<string | undefined> {
	return problemIn(async () => {
		const complete = isComplete ? params : Object.fromEntries(Object.entries(params).slice(0, -1));
		const { path, old_string: oldText } = complete;
		if (typeof path !== "string" || typeof oldText !== "string") return;
		const target = resolveTarget(path, ports);
		const before = await openTarget(target, ports);
		if (!before) throw new ToolError(`File not found: ${path}`);
		// Whether several matches are meant may be said last.
		const wanted = { oldText: oldText.replaceAll("\r\n", "\n"), newText: "", all: true };
		replaceText(before.text, wanted, { ...ports.fuzzyMatch(), shownPath: target.shownPath });
	});
}

async function problemIn(attempt: () => Promise<void>): Promise<string | undefined> {
	try {
		await attempt();
		return undefined;
	} catch (error) {
		if (error instanceof ToolError) return error.message;
		throw error;
	}
}
