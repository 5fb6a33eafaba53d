import type { Environment, Variable } from './lambdas.ts'

/** Reads the variables that lambdas.ts promises to this function; a missing one is a fault at the first call, by name. */
export function environment<const Names extends readonly Variable[]>(
  names: Names,
  from: Readonly<Record<string, string | undefined>> = process.env,
): Environment<Names[number]> {
  const missing = names.filter((name) => !from[name])
  if (missing.length > 0) throw new Error(`environment variables are not set: ${missing.join(', ')}`)
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Environment<Names[number]>
}
