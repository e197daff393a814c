/** Larger files are left out; git does not even compare them. */
export const maxFileBytes = 1024 * 1024;
