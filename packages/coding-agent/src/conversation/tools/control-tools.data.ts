/** Tools that nobody asks for by name: each is there while one of those is that needs it. */
export const controlTools: Readonly<Record<string, readonly string[]>> = {
	resolve: ["ast_edit"],
};
