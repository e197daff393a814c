/** The first argument that makes our executable the entrance of the box. It is no command and shown nowhere. */
export const boxArgument = "--enter-box";
