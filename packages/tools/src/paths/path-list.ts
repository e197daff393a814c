/** Several targets as models like to give them, although one string with `;` is what they are told. */
export const pathList = { anyOf: [{ type: "array", items: { type: "string" } }, { type: "string" }] } as const;
