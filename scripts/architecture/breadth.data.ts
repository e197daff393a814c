/**
 * Files that import more of our own code than a file should, with how much they do. The numbers only go down, and there are
 * no new lines: find the second idea in the file instead.
 */
export const breadthExceptions: Readonly<Record<string, number>> = {};
