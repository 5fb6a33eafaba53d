import { createHmac, randomBytes } from 'node:crypto'
import type { Store } from '../store.ts'
import { passwordVerifier, type PasswordVerifier } from './srp.ts'

/** Who a sign-in with an unknown name pretends to be: always the same for the same name, like a real user. */
export type Phantoms = (typedName: string) => { username: string; password: PasswordVerifier }

export function openPhantoms(store: Store, poolName: string): Phantoms {
  const secrets = store.collection<string>('cognito-secrets')
  const secret = secrets.get('phantom') ?? randomBytes(32).toString('hex')
  secrets.put('phantom', secret)
  return (typedName) => {
    const digest = createHmac('sha256', secret).update(typedName.toLowerCase()).digest()
    const username = uuidFrom(digest.toString('hex'))
    const nobodysPassword = randomBytes(16).toString('hex')
    const salt = Buffer.from(digest.subarray(16))
    return { username, password: passwordVerifier({ poolName, username }, nobodysPassword, salt) }
  }
}

function uuidFrom(hex: string): string {
  const version = `4${hex.slice(13, 16)}`
  const variant = `a${hex.slice(17, 20)}`
  return [hex.slice(0, 8), hex.slice(8, 12), version, variant, hex.slice(20, 32)].join('-')
}
