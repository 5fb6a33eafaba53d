import type { CognitoUserAccess, CognitoUser } from '#platform/cognito-user-access'
import { TERMS_VERSION } from '#contract/product'

export interface FakeUserPool extends CognitoUserAccess {
  readonly known: Map<string, CognitoUser>
  readonly groups: [sub: string, group: string][]
  readonly signedOut: string[]
  readonly restored: string[]
  readonly dropped: string[]
  readonly fail: () => void
}

export function createFakeUserPool(): FakeUserPool {
  const known = new Map<string, CognitoUser>()
  const groups: [string, string][] = []
  const signedOut: string[] = []
  const restored: string[] = []
  const dropped: string[] = []
  let down = false
  const answering = () => {
    if (down) throw new Error('Cognito does not answer')
  }
  return {
    known,
    groups,
    signedOut,
    restored,
    dropped,
    fail: () => void (down = true),
    find: async (sub) => {
      answering()
      return known.get(sub)
    },
    addToGroup: async (sub, group) => {
      answering()
      groups.push([sub, group])
    },
    signOutEverywhere: async (sub) => {
      answering()
      signedOut.push(sub)
    },
    remove: async (sub) => {
      answering()
      known.delete(sub)
    },
    restoreSecondFactor: async (sub) => {
      answering()
      restored.push(sub)
    },
    dropSecondFactor: async (sub) => {
      answering()
      dropped.push(sub)
    },
  }
}

export const createSignUpAttributes = (email: string, now: Date): Record<string, string> => ({
  email,
  given_name: 'Lucía',
  family_name: 'Ferrer',
  'custom:terms_accepted_at': now.toISOString(),
  'custom:terms_version': TERMS_VERSION,
  'custom:marketing_opt_in': 'false',
})
