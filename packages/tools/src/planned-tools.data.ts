/** Tools of the specification that are not there yet, with their aliases. A tool that is built loses its row. */
export const plannedTools: ReadonlyArray<{ readonly name: string; readonly aliases?: readonly string[] }> = [
	{ name: "recall" },
	{ name: "retain" },
	{ name: "reflect" },
	{ name: "memory_edit" },
	{ name: "learn" },
	{ name: "manage_skill" },
];
