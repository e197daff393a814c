import type { CliIo } from "../../../process/terminal/io.ts";
import { CliError } from "../../../process/usage-error.ts";

/** Shows a numbered list and asks for one of it. */
export async function pick<Item>(
	title: string,
	items: readonly Item[],
	label: (item: Item) => string,
	io: Pick<CliIo, "ask" | "stderr">,
): Promise<Item> {
	const lines = items.map((item, index) => `${String(index + 1).padStart(3)}  ${label(item)}\n`);
	if (!io.ask) throw new CliError(`${title} Name the provider:\n${lines.join("").trimEnd()}`);
	await io.stderr.write(`${title}\n${lines.join("")}`);
	const answer = await io.ask(`Number (1-${items.length}): `);
	const chosen = items[Number(answer.trim()) - 1];
	if (!chosen) throw new CliError(`There is no number ${answer.trim() || "given"}; nothing was changed.`);
	return chosen;
}
