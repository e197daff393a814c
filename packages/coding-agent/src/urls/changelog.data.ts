import text from "../../../../CHANGELOG.md" with { type: "text" };

/** Release notes of all versions. */
export const changelog: string = text;
