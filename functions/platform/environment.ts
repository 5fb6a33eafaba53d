import type { LambdaEnvironment, LambdaVariable } from './lambdas.ts'

/** Throws for variables that lambdas.ts declares and that are not set. */
export function readEnvironment<const Names extends readonly LambdaVariable[]>(
  names: Names,
  from: Readonly<Record<string, string | undefined>> = process.env,
): LambdaEnvironment<Names[number]> {
  const missing = names.filter((name) => !from[name])
  if (missing.length > 0) throw new Error(`environment variables are not set: ${missing.join(', ')}`)
  return Object.fromEntries(names.map((name) => [name, from[name]])) as LambdaEnvironment<Names[number]>
}

export const readAwsAccess = (from: Readonly<Record<string, string | undefined>> = process.env) => ({
  region: from['AWS_REGION'] ?? '',
  credentials: {
    accessKeyId: from['AWS_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: from['AWS_SECRET_ACCESS_KEY'] ?? '',
    ...(from['AWS_SESSION_TOKEN'] && { sessionToken: from['AWS_SESSION_TOKEN'] }),
  },
})
