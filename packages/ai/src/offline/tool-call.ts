import type { Tool } from "../message.ts";
import type { OfflineRequest } from "./request.ts";

export interface OfflineCall {
	readonly name: string;
	readonly arguments: Record<string, unknown>;
	readonly intent: string;
}

/** The tool call for a request, with the available tools; `undefined` if there is none. */
export function callFor(request: OfflineRequest, tools: readonly Tool[]): OfflineCall | undefined {
	const has = (name: string) => tools.some((tool) => tool.name === name);
	const bash = (command: string, intent: string, env?: Record<string, string>): OfflineCall | undefined =>
		has("bash") ? { name: "bash", arguments: { command, ...(env && { env }) }, intent } : undefined;
	switch (request.kind) {
		case "list":
			return has("read") ? { name: "read", arguments: { path: request.folder }, intent: "Listing files" } : undefined;
		case "read":
			return has("read") ? { name: "read", arguments: { path: request.path }, intent: "Reading a file" } : undefined;
		case "run":
			return bash(request.command, "Running a command");
		case "search":
			if (has("search")) {
				const args = { pattern: request.text, path: request.folder };
				return { name: "search", arguments: args, intent: "Searching" };
			}
			return bash(
				`grep -rnIF --exclude-dir=.git --exclude-dir=node_modules -e "$TEXT" -- "$FOLDER" || echo "Nothing found."`,
				"Searching",
				{ TEXT: request.text, FOLDER: request.folder },
			);
		case "find":
			if (has("find")) return { name: "find", arguments: { path: request.pattern }, intent: "Finding files" };
			return bash(`find . -name "$PATTERN" -not -path "*/.git/*" -not -path "*/node_modules/*"`, "Finding files", {
				PATTERN: request.pattern.includes("*") ? request.pattern : `*${request.pattern}*`,
			});
		case "create":
			if (has("write")) {
				const args = { path: request.path, content: `${request.text}\n` };
				return { name: "write", arguments: args, intent: "Creating a file" };
			}
			return bash(
				`if [ -e "$FILE" ]; then echo "$FILE exists already; it was left alone."; exit 1; fi\n` +
					`mkdir -p -- "$(dirname -- "$FILE")" && printf '%s\\n' "$TEXT" > "$FILE" && echo "Created $FILE."`,
				"Creating a file",
				{ FILE: request.path, TEXT: request.text },
			);
		case "replace":
			return bash(replaceScript, "Replacing text", { FILE: request.path, OLD: request.from, NEW: request.to });
		case "help":
		case "unknown":
			return undefined;
	}
}

// A marker after the content keeps the final newline, which command substitution would strip.
const replaceScript = [
	`if ! grep -qF -e "$OLD" -- "$FILE"; then echo "The text to replace is not in $FILE."; exit 1; fi`,
	`content="$(cat -- "$FILE"; printf x)"; content="\${content%x}"`,
	`printf '%s' "\${content//"$OLD"/"$NEW"}" > "$FILE" && echo "Replaced in $FILE:"`,
	`grep -nF -e "$NEW" -- "$FILE" | head -n 20`,
].join("\n");
