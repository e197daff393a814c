import green from "./bundled/green.md" with { type: "text" };
import init from "./bundled/init.md" with { type: "text" };
import review from "./bundled/review.md" with { type: "text" };
import { bundled, type FileCommand, fileCommand } from "./file-command.ts";

/** Prompts that omp brings; a file of the same name takes the place of one. */
export function bundledCommands(): FileCommand[] {
	const texts = { init, review, green };
	return Object.entries(texts).map(([name, content]) => fileCommand({ name, content, source: bundled }).command);
}
