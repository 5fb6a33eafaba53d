import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'

/**
 * Sends a call again that was answered to nobody, as the SDK does. `meanwhile` is done between the two.
 * @param times how many calls are repeated
 */
export function repeatCalls(
  sdk: CognitoIdentityProviderClient,
  repeated: string,
  { times = Infinity, meanwhile = async () => {} }: { times?: number; meanwhile?: () => Promise<void> } = {},
): void {
  let left = times
  sdk.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== repeated || left <= 0) return next(args)
        left -= 1
        await next(args).catch(() => undefined)
        await meanwhile()
        try {
          return await next(args)
        } catch (error) {
          throw Object.assign(Object(error), { $metadata: { attempts: 2 } })
        }
      },
    { step: 'initialize' },
  )
}
