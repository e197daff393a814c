/** Tools of the specification that are not there yet, with their aliases. A tool that is built loses its row. */
export const plannedTools: ReadonlyArray<{ readonly name: string; readonly aliases?: readonly string[] }> = [];
