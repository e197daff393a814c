import { always } from "./action.ts";

/** The draft in an editor of the user's own; markers stay markers. */
export const externalEditor = always((mode) => {
	void mode.attempt(async () => {
		const { editExternally } = await import("../edit-externally.ts");
		const edited = await editExternally(mode.draft.text, mode);
		if (edited === undefined) mode.notify("warning", "The editor ended without success; the draft stays as it was.");
		else mode.draft.setText(edited);
	});
});
