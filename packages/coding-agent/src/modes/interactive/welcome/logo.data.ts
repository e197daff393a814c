/** The sign in the welcome box, from light to dark. */
export const logo = {
	drawn: ["▄▄▄▄▄▄▄▄▄▄", "▀▀██▀▀██▀▀", "  ██  ██  ", "  ██  ██  ", " ▄█▀  ▀██▄"],
	ascii: ["##########", "  ##  ##  ", "  ##  ##  ", "  ##  ##  ", " ##    ###"],
} as const;
