import { expect, test } from "bun:test";
import { partly } from "./partly.ts";

interface Car {
	readonly wheels: number;
	readonly driver: string | undefined;
	honk(): string;
}

test("partly: given members exist, even as undefined; any other access throws with its name", async () => {
	const car = partly<Car>("car", { wheels: 4, driver: undefined });
	expect([car.wheels, car.driver]).toEqual([4, undefined]);
	expect(Object.keys({ ...car })).toEqual(["wheels", "driver"]);
	expect(await Promise.resolve(car)).toBe(car);
	expect(() => car.honk()).toThrow("The test gives the car no honk");
});
