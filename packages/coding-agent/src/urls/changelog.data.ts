import text from "../../../../CHANGELOG.md" with { type: "text" };

/** The notes of all versions. */
export const changelog: string = text;
