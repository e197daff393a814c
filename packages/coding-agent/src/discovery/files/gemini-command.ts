import { textField } from "./frontmatter.ts";

/**
 * A command of Gemini CLI, which is TOML, as a command file of ours. Throws for what has no prompt. `{{args}}` means the same
 * here; `!{command}` and `@{file}` are written as in ours.
 */
export function fromGeminiCommand(text: string): string {
	const { prompt, description } = Bun.TOML.parse(text) as Readonly<Record<string, unknown>>;
	const body = textField(prompt);
	if (body === undefined) throw new Error('has no "prompt" and is left out');
	const about = textField(description);
	const head = about === undefined ? "" : `---\ndescription: ${JSON.stringify(about)}\n---\n`;
	const translated = body
		.replace(/(^|\s)!\{([^{}`\n]+)\}/g, (_whole, before: string, command: string) => `${before}!\`${command.trim()}\``)
		.replace(/(^|\s)@\{([^{}\s]+)\}/g, (_whole, before: string, file: string) => `${before}@${file}`);
	return `${head}${translated}\n`;
}
