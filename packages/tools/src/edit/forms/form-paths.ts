import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { EditForm } from "./form.ts";
import { patchFiles } from "./patch-files.ts";

/** The files that a call would change, as it will find them; none where it will be refused. */
export function formPaths(form: EditForm): string[] {
	if (form.kind === "replace") return [...new Set(form.replacements.map(({ path }) => path))];
	return form.kind === "patch" ? patchedPaths(form.text, form.folder) : [form.path];
}

function patchedPaths(text: string, folder: string | undefined): string[] {
	try {
		const { files } = patchFiles(text, folder);
		return [
			...new Set(
				files.flatMap((file) => (file.kind === "update" && file.moveTo ? [file.path, file.moveTo] : [file.path])),
			),
		];
	} catch (error) {
		if (error instanceof ToolError) return [];
		throw error;
	}
}
