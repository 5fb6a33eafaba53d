/** @returns the greater of the two in the middle for an even number of values, NaN for none */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
