interface Machine {
  /** @default the value of AWS_ENDPOINT_URL_DYNAMODB */
  readonly endpoint?: string
  /** @default this machine's */
  readonly platform?: string
  /** @default this machine's */
  readonly arch?: string
  /** Path of a file of a package; throws when it is not installed. @default Node's own */
  readonly resolve?: (path: string) => string
}
export function findDynamoServer(machine?: Machine): { readonly endpoint: string } | { readonly program: string }
export function requireDynamoServer(): void
