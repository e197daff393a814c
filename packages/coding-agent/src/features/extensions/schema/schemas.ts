import { type Arktype, arktype } from "./arktype.ts";
import { type Typebox, typebox } from "./typebox.ts";
import { type Zod, zodModule } from "./zod.ts";

/** The builders that `pi` offers. */
export interface Schemas {
	readonly zod: Zod;
	readonly typebox: Typebox;
	readonly arktype: Arktype;
}

export const schemas: Schemas = { zod: zodModule, typebox, arktype };
