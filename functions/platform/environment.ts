import type { Environment, Variable } from './lambdas.ts'

/** Throws for variables that lambdas.ts declares and that are not set. */
export function environment<const Names extends readonly Variable[]>(
  names: Names,
  from: Readonly<Record<string, string | undefined>> = process.env,
): Environment<Names[number]> {
  const missing = names.filter((name) => !from[name])
  if (missing.length > 0) throw new Error(`environment variables are not set: ${missing.join(', ')}`)
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Environment<Names[number]>
}
