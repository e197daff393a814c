/** A question with its answers by number, for those who read line by line. */
export function drawChoices(
	title: string,
	choices: ReadonlyArray<{ readonly label: string; readonly description?: string }>,
): string {
	const rows = choices.map(({ label, description }, index) => {
		return `  ${index + 1}. ${label}${description ? ` (${description})` : ""}`;
	});
	return [title, ...rows].join("\n");
}
