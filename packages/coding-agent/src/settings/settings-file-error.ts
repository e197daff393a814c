/** A settings file that cannot be used; the message names it and the line. */
export class SettingsFileError extends Error {
	override readonly name = "SettingsFileError";
}
