import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

export interface PartOfEdit {
	/** The file this part is about. */
	readonly path: string;
	/** All files of the call. */
	readonly all: readonly string[];
	/** Which part it is, before the message. */
	readonly prefix?: string;
	/** How many changes the call has. */
	readonly edits?: number;
}

/** A call is done whole or not at all; an error in one part says so, or the model would send only that part again. */
export async function withNothingChanged<T>(work: Promise<T>, part: PartOfEdit): Promise<T> {
	try {
		return await work;
	} catch (error) {
		if (!(error instanceof ToolError)) throw error;
		throw new ToolError(nothingChanged(error.message, part), { cause: error });
	}
}

function nothingChanged(message: string, { path, all, prefix = "", edits = all.length }: PartOfEdit): string {
	const others = all.filter((other) => other !== path);
	if (others.length === 0 && edits < 2) return message;
	const also = others.length > 0 ? `, also not ${others.join(", ")}` : "";
	const count = Math.max(edits, all.length);
	const note = `Nothing was changed${also}: send ${count === 2 ? "both" : `all ${count}`} again.`;
	const [first = "", ...rest] = message.split("\n");
	const named = prefix !== "" || first.includes(path) ? `${prefix}${first}` : `${path}: ${first}`;
	return [named, note, ...rest].join("\n");
}
