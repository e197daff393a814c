import { resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { pathBase } from "../files/mutate/ports.ts";
import type { EditPorts } from "./edit-ports.ts";
import { type EditParams, previewEdit } from "./preview-edit.ts";

const maxApprovalLength = 2000;

/** The change as a diff, for whoever has to allow it; what cannot be read is shown as it came. */
export function approvalRows(params: EditParams, textOf?: TaggedTexts): string[] {
	const files = previewEdit(params, textOf).filter(({ diff }) => diff !== "");
	if (files.length === 0) return (params.input ?? JSON.stringify(params)).slice(0, maxApprovalLength).split("\n");
	const rows = files.flatMap(({ path, diff }) => [`Path: ${path}`, ...diff.split("\n")]);
	return rows.join("\n").slice(0, maxApprovalLength).split("\n");
}

type TaggedTexts = (path: string, tag: string) => string | undefined;

/** What the tags of a session stand for. */
export function taggedTexts(ports: Pick<EditPorts, "cwd" | "home" | "snapshots">): TaggedTexts {
	return (path, tag) => {
		const text = ports.snapshots.find(resolvePath(path, pathBase(ports)), tag)?.text;
		return text?.replace(/^\ufeff/, "");
	};
}
