/** An invalid settings file; the message has path and line. */
export class SettingsFileError extends Error {
	override readonly name = "SettingsFileError";
}
