import { replaceTabs } from "@oh-my-pi/pi-tui/text/tabs";
import type { ViewOptions } from "./view.ts";

/** Lines of code in color, as many as were given; plain where nobody knows the language. */
export function codeLines(lines: readonly string[], language: string, { highlight }: ViewOptions): readonly string[] {
	const plain = lines.map((line) => replaceTabs(line));
	const colored = highlight?.(plain.join("\n"), language);
	return colored?.length === plain.length ? colored : plain;
}

/** What a file's name says about the language in it: `ts`, or the name itself for a `Makefile`. */
export function guessLanguage(path: string): string {
	const name = path.split("/").at(-1)?.toLowerCase() ?? "";
	return name.split(".").at(-1)?.replace(/:.*$/, "") ?? "";
}
