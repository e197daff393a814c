/** To whom the jobs belong that the user's own conversation starts. */
export const mainAgent = "Main";
